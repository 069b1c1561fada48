// check: --property assert
// expect: BUG assert
#include <assert.h>
#include <setjmp.h>

static jmp_buf env;
static int n;

static void leave(int depth)
{
	if (depth == 0)
		longjmp(env, 3);
	leave(depth - 1);
	n = 100;
}

int main(void)
{
	int r = setjmp(env);
	if (r == 0) {
		leave(2);
		n = 100;
	}
	assert(r != 3); // fail!
	return 0;
}
