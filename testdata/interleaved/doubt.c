// Inputs about which sequential runs say nothing: where d is set, they reach what cannot be followed. A fails sequentially where it is not set, but whether it has an interleaved failure, too, is as open as it is of B.
#include <assert.h>
#include <heddle.h>
static int a, d, busy;
static void f(void)
{
	busy = 1;
	busy = 0;
	if (d) __asm__ volatile("mystery %0" : "+m"(a) :: "memory");
}
static void g(void)
{
	if (heddle_nondet_bool()) assert(!(busy && d == 3)); // B
	assert(!(a == 1 && !d) && !(busy && d == 4)); // A
}
void test(void)
{
	busy = 0;
	heddle_async(f);
	heddle_async(g);
}
