// The situation of Fig. 6: the sequential run fails where a free choice meets the input, for one value after another. Filters that rest on values of one choice
// are stopped by a guard, and the answer is undecided, with the place of the choice.
#include <assert.h>
#include <heddle.h>
static int a, started;
static void guess(void)
{
	int i = heddle_nondet_int();
	assert(i != a);
	started = 1;
}
static void use(void)
{
	if (started == 1) return;
	assert(a * 7 + started != 5);
}
void test(void)
{
	started = 0;
	heddle_async(guess);
	heddle_async(use);
}
