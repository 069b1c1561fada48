// 3.3: a sequential run that cannot go on filters nothing. Whatever the input, each order ends at the assumption; the failure takes both threads.
#include <assert.h>
#include <heddle.h>
static int a, b;
static void f(void) { a = 1; heddle_assume(b == 1); a = 2; }
static void g(void) { heddle_assume(a == 1); b = 1; assert(a == 2); } // interleaved!
void test(void)
{
	a = 0;
	b = 0;
	heddle_async(f);
	heddle_async(g);
}
