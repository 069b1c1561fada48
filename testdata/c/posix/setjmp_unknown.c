// check: --property assert
// expect: UNKNOWN
// A jump is not followed, and nothing is claimed about it.
#include <assert.h>
#include <setjmp.h>

static jmp_buf env;

int main(void) {
	if (setjmp(env) == 0)
		longjmp(env, 1);
	assert(0);
	return 0;
}
