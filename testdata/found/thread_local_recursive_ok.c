// check: --property assert,deadlock
// expect: PROVED
// Each thread has a recursive mutex of its own. An internal error was said.
#define _GNU_SOURCE
#include <pthread.h>
#include <assert.h>
static _Thread_local pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static void twice(void)
{
	assert(pthread_mutex_lock(&m) == 0);
	assert(pthread_mutex_lock(&m) == 0);
	pthread_mutex_unlock(&m);
	pthread_mutex_unlock(&m);
}
static void *run(void *p) { twice(); twice(); return p; }
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, run, 0);
	twice();
	pthread_join(t, 0);
	return 0;
}
