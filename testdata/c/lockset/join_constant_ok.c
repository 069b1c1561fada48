// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// A constant number of threads, all joined before the lock is destroyed.
#include <pthread.h>

pthread_mutex_t m;
int x;
pthread_t t[3];

void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	x = !x; // norace
	pthread_mutex_unlock(&m);
	return 0;
}

int main(void)
{
	pthread_mutex_init(&m, 0);
	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], 0, worker, 0);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], 0);
	pthread_mutex_destroy(&m);
	x = 2; // norace
	return 0;
}
