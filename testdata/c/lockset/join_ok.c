// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// As many are joined as were made.
#include <heddle.h>
#include <pthread.h>

pthread_mutex_t m;
int x;

void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	x = !x; // norace
	pthread_mutex_unlock(&m);
	return 0;
}

int main(void)
{
	pthread_t t[3];
	int n = heddle_nondet_uchar() & 3;
	for (int i = 0; i < n; i++)
		pthread_create(&t[i], 0, worker, 0);
	for (int i = 0; i < n; i++)
		pthread_join(t[i], 0);
	x = 2; // norace
	return 0;
}
