// check: --property assert
// expect: BOUNDED      signals from outside arrive only where the program waits
// expect[explore]: UNKNOWN
#include <assert.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t got;

static void handler(int sig) {
	got = sig;
}

int main(void) {
	struct sigaction act = {0}, old;
	act.sa_handler = handler;
	assert(sigaction(SIGUSR1, &act, 0) == 0);
	assert(sigaction(SIGUSR1, 0, &old) == 0 && old.sa_handler == handler);
	assert(signal(SIGTERM, SIG_IGN) == SIG_DFL);
	raise(SIGTERM);
	raise(SIGUSR1);
	assert(got == SIGUSR1);
	got = 0;
	kill(getpid(), SIGUSR1);
	assert(got == SIGUSR1);
	got = 0;
	assert(pause() == -1);
	assert(got == SIGUSR1);
	raise(SIGINT);
	assert(0);
	return 0;
}
