// check: --property race
// expect: PROVED
// Each thread has its own element of an array.
#include <pthread.h>

int a[2];

void *worker(void *arg)
{
	int *p = arg;
	*p = *p + 1; // norace
	return 0;
}

int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, worker, &a[0]);
	pthread_create(&u, 0, worker, a + 1);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return a[0] + a[1];
}
