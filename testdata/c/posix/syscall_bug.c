// check: --property assert
// expect: BUG assert
// A futex may wake up without a reason: the value has to be looked at again.
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int ready;

static void *worker(void *arg)
{
	ready = 1;
	syscall(SYS_futex, &ready, FUTEX_WAKE, 1, 0, 0, 0);
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	if (ready == 0)
		syscall(SYS_futex, &ready, FUTEX_WAIT, 0, 0, 0, 0);
	assert(ready == 1); // fail!
	pthread_join(t, 0);
	return 0;
}
