// check: --harness step --property assert
// expect: BUG assert
// An earlier call may have left any state.
#include <assert.h>

enum { IDLE, BUSY, DONE };
static int state = IDLE;

int step(void)
{
	static int calls = 0;
	calls++;
	assert(state != DONE || calls > 1); // fail!
	state = DONE;
	return state;
}
