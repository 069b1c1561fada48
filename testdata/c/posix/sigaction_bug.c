// check: --property assert
// expect: BUG assert
// A handler runs in the thread that raises its signal.
#include <assert.h>
#include <signal.h>

static volatile sig_atomic_t stopped;

static void stop(int sig)
{
	stopped = 1;
}

int main(void)
{
	struct sigaction a = { 0 };
	a.sa_handler = stop;
	sigaction(SIGTERM, &a, 0);
	raise(SIGTERM);
	assert(!stopped); // fail!
	return 0;
}
