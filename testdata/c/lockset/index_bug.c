// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// The lock of one element, and another element read.
#include <heddle.h>
#include <pthread.h>

pthread_mutex_t m[4];
int d[4];

void *worker(void *arg)
{
	int i = (long)arg & 3;
	int j = i ^ 1;
	while (heddle_nondet_bool()) {
		pthread_mutex_lock(&m[i]);
		d[j] = !d[i]; // race!
		pthread_mutex_unlock(&m[i]);
	}
	return 0;
}

int main(void)
{
	pthread_t t;
	for (int i = 0; i < 2; i++)
		pthread_create(&t, 0, worker, (void *)(long)heddle_nondet_bool());
	return 0;
}
