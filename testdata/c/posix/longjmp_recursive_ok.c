// check: --property assert
// expect: PROVED
// Each call has its own.
#include <assert.h>
#include <setjmp.h>

static int n;

static void f(int depth)
{
	jmp_buf env;
	if (setjmp(env) == 0) {
		if (depth > 0)
			f(depth - 1);
		longjmp(env, 1);
	}
	n++;
}

int main(void)
{
	f(2);
	assert(n == 3);
	return 0;
}
