// check: --property assert --threads-all 2
// expect: BUG assert
// expect[rounds]: BOUNDED
// expect[kiss]: BOUNDED
// So with threads: the third of four is not started.
#include <assert.h>
#include <pthread.h>

int last;

void *worker(void *arg)
{
	last = (int)(long)arg;
	assert(last != 3); // fail!
	return 0;
}

int main(void)
{
	for (long i = 0; i < 4; i++) {
		pthread_t t;
		pthread_create(&t, 0, worker, (void *)i);
		pthread_join(t, 0);
	}
	return 0;
}
