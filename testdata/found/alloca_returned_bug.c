// check: --property memory
// expect: BUG use-after-free
// What alloca makes ends with the function that called it. Assigned to a variable at once, it lived for ever.
#include <alloca.h>
static int *made(void)
{
	int *p = alloca(2 * sizeof *p);
	p[1] = 1;
	return p;
}
int main(void)
{
	return made()[1]; // use-after-free!
}
