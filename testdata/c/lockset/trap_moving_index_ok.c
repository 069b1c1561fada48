// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// slow: explore
// The index moves when the lock was let go.
#include <heddle.h>
#include <pthread.h>

pthread_mutex_t m[2];
int x[2];

void *worker(void *arg)
{
	int i = (long)arg & 1;
	for (int k = heddle_nondet_uchar() & 3; k > 0; k--) {
		pthread_mutex_lock(&m[i]);
		x[i] = !x[i]; // norace
		pthread_mutex_unlock(&m[i]);
		i ^= heddle_nondet_bool();
	}
	return 0;
}

int main(void)
{
	pthread_t t;
	for (int i = 0; i < 3; i++)
		pthread_create(&t, 0, worker, (void *)(long)heddle_nondet_bool());
	return 0;
}
