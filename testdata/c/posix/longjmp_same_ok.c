// check: --property assert
// expect: PROVED
// From the function itself; a value of 0 becomes 1.
#include <assert.h>
#include <setjmp.h>

static jmp_buf env;
static int n;

int main(void)
{
	switch (setjmp(env)) {
	case 0:
		n = 1;
		longjmp(env, 0);
	case 1:
		n += 2;
		break;
	default:
		assert(0);
	}
	assert(n == 3);
	return 0;
}
