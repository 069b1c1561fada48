// check: --property assert
// expect: UNKNOWN
// As vacuous_division_waits.c, with an assumption inside an atomic section.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int z;
void *worker(void *a)
{
	pthread_mutex_lock(&m);
	return a;
}
int main(void)
{
	pthread_t t;
	pthread_mutex_lock(&m);
	pthread_create(&t, 0, worker, 0);
	heddle_atomic {
		heddle_assume(z == 1);
	}
	pthread_mutex_unlock(&m);
	assert(0);
	return 0;
}
