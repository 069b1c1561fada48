// Threads that start threads. n != 0 is excluded by the run in which the inner thread waits until outer and last are over: neither at once nor in the order of creation.
#include <assert.h>
#include <heddle.h>
static int n, step;
static void inner(void) { if (step == 2) assert(n == 0); }
static void outer(void) { step = 1; heddle_async(inner); }
static void last(void) { if (step == 1) step = 2; }
void test(void)
{
	step = 0;
	heddle_async(outer);
	heddle_async(last);
}
