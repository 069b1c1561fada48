// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// All are joined but the last.
#include <heddle.h>
#include <pthread.h>

pthread_mutex_t m;
int x;

void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	x = !x; // race!
	pthread_mutex_unlock(&m);
	return 0;
}

int main(void)
{
	pthread_t t[3];
	int n = heddle_nondet_uchar() & 3;
	for (int i = 0; i < n; i++)
		pthread_create(&t[i], 0, worker, 0);
	for (int i = 0; i < n - 1; i++)
		pthread_join(t[i], 0);
	x = 2; // race!
	return 0;
}
