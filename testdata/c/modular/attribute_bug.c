// check: --property assert,race --rounds 2 --unwind 2
// expect: BUG assert
// A recursive one does.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m;
int n;

void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	n++;
	assert(n == 1);
	if (arg) {
		pthread_mutex_lock(&m);
		assert(0); // fail!
	}
	n--;
	pthread_mutex_unlock(&m);
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_mutexattr_t a;
	pthread_mutexattr_init(&a);
	pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&m, &a);
	pthread_create(&t, 0, worker, 0);
	pthread_create(&t, 0, worker, &n);
	return 0;
}
