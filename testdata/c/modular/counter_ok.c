// check: --property assert,race --rounds 2 --unwind 2 --timeout 5s
// expect: PROVED
// expect[explore]: UNKNOWN
// slow: explore
// A count of those inside, under a lock, and any number of threads.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

pthread_mutex_t m;
int inside;

void *worker(void *arg)
{
	for (;;) {
		pthread_mutex_lock(&m);
		inside++;
		assert(inside == 1);
		inside--;
		pthread_mutex_unlock(&m);
	}
}

int main(void)
{
	pthread_t t;
	while (heddle_nondet_bool())
		pthread_create(&t, 0, worker, 0);
	pthread_join(t, 0);
	return 0;
}
