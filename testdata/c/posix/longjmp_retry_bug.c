// check: --property assert
// expect: BUG assert
// Back to where it was tried first, until it succeeds.
#include <assert.h>
#include <setjmp.h>

static jmp_buf env;
static int n;

static void try(void)
{
	if (++n < 3)
		longjmp(env, n);
}

int main(void)
{
	setjmp(env);
	try();
	assert(n == 1); // fail!
	return 0;
}
