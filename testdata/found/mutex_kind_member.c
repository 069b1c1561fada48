// check: --property race
// expect: UNKNOWN
// The member that says what kind of mutex it is, written by hand. main was taken to wait for itself, and the race behind that was not seen.
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t m;
static int n;

static void *worker(void *arg)
{
	n++;
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	m.__data.__kind = PTHREAD_MUTEX_RECURSIVE_NP;
	pthread_mutex_lock(&m);
	pthread_mutex_lock(&m);
	n++;
	pthread_join(t, 0);
	return 0;
}
