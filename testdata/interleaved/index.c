// A free choice as an index: the filter fails for one value of many, and a run for each of them has to be made before a failure is called interleaved.
#include <assert.h>
#include <heddle.h>
static int table[12], busy;
static void look(void)
{
	unsigned i = heddle_nondet_uint();
	if (i >= 12) return;
	assert(table[i] != 7);
	busy = 1;
	busy = 0;
}
static void use(void)
{
	if (busy) assert(table[9] != 7);
}
void test(void)
{
	busy = 0;
	heddle_async(look);
	heddle_async(use);
}
