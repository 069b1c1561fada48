// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// A thread that was made by a thread writes when it has let go.
#include <heddle.h>
#include <pthread.h>

pthread_mutex_t m;
int x;

void *child(void *arg)
{
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	x = !x; // race!
	return 0;
}

void *parent(void *arg)
{
	pthread_t t;
	for (int k = heddle_nondet_uchar() & 3; k > 0; k--)
		pthread_create(&t, 0, child, 0);
	pthread_mutex_lock(&m);
	x = 2; // race!
	pthread_mutex_unlock(&m);
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, parent, 0);
	pthread_mutex_lock(&m);
	x = 3; // race!
	pthread_mutex_unlock(&m);
	return 0;
}
