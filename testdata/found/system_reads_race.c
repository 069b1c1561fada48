// check: --property race
// expect: BUG race
// Other things than names that calls of the system read, and sets that select writes although nothing is in them.
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/select.h>
#include <time.h>

static struct timespec pause_;
static struct flock range;
static sigset_t mask;
static fd_set none;

static void *user(void *unused)
{
	struct timeval now = {0};
	nanosleep(&pause_, 0); // race!
	fcntl(0, F_GETLK, &range); // race!
	pthread_sigmask(SIG_BLOCK, &mask, 0); // race!
	select(1, &none, 0, 0, &now); // race!
	return 0;
}

int main(void)
{
	pthread_t t;
	sigemptyset(&mask);
	pthread_create(&t, 0, user, 0);
	pause_.tv_sec = 1; // race!
	range.l_len = 1; // race!
	sigaddset(&mask, SIGINT); // race!
	int set = FD_ISSET(3, &none) != 0; // race!
	pthread_join(t, 0);
	return set;
}
