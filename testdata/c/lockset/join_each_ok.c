// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// Each result is read when its thread is over.
#include <heddle.h>
#include <pthread.h>

int result[3];

void *worker(void *arg)
{
	result[(long)arg] = 1; // norace
	return 0;
}

int main(void)
{
	pthread_t t[3];
	int sum = 0, n = heddle_nondet_uchar() & 3;
	for (long i = 0; i < n; i++)
		pthread_create(&t[i], 0, worker, (void *)i);
	for (int i = 0; i < n; i++) {
		pthread_join(t[i], 0);
		sum |= result[i]; // norace
	}
	return sum;
}
