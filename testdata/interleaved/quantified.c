// As in values.c, but no condition says what the choice is: only a quantifier tells that for every input there is one with which guess fails.
#include <assert.h>
#include <heddle.h>
static unsigned a, started;
static void guess(void)
{
	unsigned i = heddle_nondet_uint();
	unsigned j = heddle_nondet_uint();
	if (j != 0) assert((i & 0xffff) != (a & 0xffff));
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
