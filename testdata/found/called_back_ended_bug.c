// check: --property assert --rounds 1 --unwind 2
// expect: BUG assert
// slow: explore
// As called_back_ended.c, but it is closed first.
#include <assert.h>

int lib_register(void (*)(void *), void *);
void lib_unregister(int);
void lib_run(void);
static struct state {
	int open;
} state = {1};

static void event(void *arg)
{
	assert(((struct state *)arg)->open); // fail!
}

int main(void)
{
	int handle = lib_register(event, &state);
	state.open = 0;
	lib_run();
	lib_unregister(handle);
	return 0;
}
