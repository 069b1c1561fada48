// check: --property memory,assert
// expect: PROVED
// The twin of alloca_returned_bug.c: used until the function ends, also after the block of the call.
#include <alloca.h>
#include <assert.h>
static int made(int n)
{
	int *p, *q;
	{
		p = alloca(n * sizeof *p);
		q = p;
	}
	p[1] = 1;
	p = 0;
	return q[1];
}
int main(void)
{
	assert(made(2) == 1);
	return 0;
}
