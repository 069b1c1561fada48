// Parameters of all kinds: a _Bool, a floating-point number whose bits the filter compares, a struct that is passed by value. Thread-local variables and uninitialized ones are no input.
#include <assert.h>
#include <heddle.h>
struct big { int a[3]; char c; };
static int busy;
static _Thread_local int t;
static void f(_Bool b, double x)
{
	int u;
	if (u == 5 && b && x > 2.5 && t == 1) return;
	busy = 1;
	busy = 0;
}
static void g(void) { assert(!busy); } // interleaved!
void test(_Bool b, double x, struct big big)
{
	busy = 0;
	assert(!(b && big.a[1] == 3));
	assert(!(x == 1.5));
	heddle_async(f, b, x);
	heddle_async(g);
}
