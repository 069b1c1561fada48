// Fig. 9: the failing interleaving takes four switches and no permutation of it is a sequential run, but the same input fails sequentially by another choice.
#include <heddle.h>
static int x;
static void foo(void)
{
	if (x == 0) x = 1;
	if (x == 2) x = 3;
}
static void bar(int *p)
{
	if (heddle_nondet_bool()) {
		if (x == 1) x = 2;
		if (x == 3) *p = 10;
	} else {
		*p = 5;
	}
}
void test(int *p)
{
	x = 0;
	heddle_async(foo);
	heddle_async(bar, p);
}
