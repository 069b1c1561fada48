// A function pointer from outside: nothing is known of sequential runs that call it. Other inputs are looked at instead, and on n == 5 the failure is interleaved.
#include <assert.h>
#include <heddle.h>
struct ops { void (*go)(int *); int n; };
static int busy;
static void f(struct ops *o)
{
	busy = 1;
	busy = 0;
	if (o->n != 5) o->go(&busy);
}
static void g(struct ops *o) { assert(!busy || o->n < 2); } // interleaved!
void test(struct ops *o)
{
	busy = 0;
	if (!o || !o->go) return;
	heddle_async(f, o);
	heddle_async(g, o);
}
