// check: --property assert
// expect: PROVED
// A volatile variable keeps its value, and so does one that was not changed.
#include <assert.h>
#include <setjmp.h>

static jmp_buf env;

static void leave(void)
{
	longjmp(env, 1);
}

int main(void)
{
	volatile int changed = 4;
	int kept = 7;
	if (setjmp(env) == 0) {
		changed = 5;
		leave();
	}
	assert(kept == 7);
	assert(changed == 5);
	return 0;
}
