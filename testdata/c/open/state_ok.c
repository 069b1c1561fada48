// check: --harness step --property assert
// expect: PROVED
// What is const is as it is initialized; what this call writes stays.
#include <assert.h>

enum { IDLE, BUSY, DONE };
static int state = IDLE;
static const int next[3] = {BUSY, DONE, IDLE};

int step(void)
{
	if (state < IDLE || state > DONE)
		return -1;
	state = next[state];
	assert(state >= IDLE && state <= DONE); // nofail
	state = next[IDLE];
	assert(state == BUSY); // nofail
	return state;
}
