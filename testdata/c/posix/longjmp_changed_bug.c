// check: --property assert
// expect: BUG assert
// A variable that was changed since setjmp, and is not volatile, holds anything.
#include <assert.h>
#include <setjmp.h>

static jmp_buf env;

static void leave(void)
{
	longjmp(env, 1);
}

int main(void)
{
	int changed = 4;
	int kept = 7;
	if (setjmp(env) == 0) {
		changed = 5;
		leave();
	}
	assert(kept == 7);
	assert(changed == 5); // fail!
	return 0;
}
