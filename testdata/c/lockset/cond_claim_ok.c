// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// expect[lockset]: POSSIBLE
// Who waits looks again at who has the data.
#include <heddle.h>
#include <pthread.h>

pthread_mutex_t m;
pthread_cond_t c;
int taken, x;

void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	while (taken)
		pthread_cond_wait(&c, &m);
	taken = 1;
	pthread_mutex_unlock(&m);
	x = !x; // norace
	pthread_mutex_lock(&m);
	taken = 0;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	return 0;
}

int main(void)
{
	pthread_t s, t;
	pthread_create(&s, 0, worker, 0);
	pthread_create(&t, 0, worker, 0);
	return 0;
}
