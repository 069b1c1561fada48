// check: --property memory
// expect: BUG use-after-free
// The locals of functions that are left are gone.
#include <setjmp.h>

static jmp_buf env;
static int *p, x;

static void leave(void)
{
	int local = 1;
	p = &local;
	longjmp(env, 1);
}

int main(void)
{
	if (setjmp(env) == 0)
		leave();
	else
		x = *p; // use-after-free!
	return 0;
}
