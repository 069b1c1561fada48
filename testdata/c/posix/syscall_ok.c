// check: --property assert,race
// expect: BOUNDED
// expect[explore]: UNKNOWN
// syscall with the number of a call that is known is that call: every thread has an id of its own. What futexes leave out forbids PROVED.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static long other;

static void *worker(void *arg)
{
	other = syscall(SYS_gettid);
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	pthread_join(t, 0);
	assert(other != syscall(SYS_gettid));
	return 0;
}
