// check: --property memory
// expect: BUG use-after-free
// The function that called setjmp has returned.
#include <setjmp.h>

static jmp_buf env;

static int set(void)
{
	return setjmp(env);
}

int main(void)
{
	if (set() == 0)
		longjmp(env, 1); // use-after-free!
	return 0;
}
