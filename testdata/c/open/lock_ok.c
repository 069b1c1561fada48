// check: --harness run --property assert,race
// expect: PROVED
// The lock is free at the start, and one thread at a time has it.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int owner;

static void *other(void *arg)
{
	pthread_mutex_lock(&lock);
	owner = 2; // norace
	pthread_mutex_unlock(&lock);
	return 0;
}

void run(void)
{
	pthread_t t;
	pthread_create(&t, 0, other, 0);
	if (pthread_mutex_trylock(&lock) == 0) {
		owner = 1;
		assert(owner == 1); // nofail
		pthread_mutex_unlock(&lock);
	}
}
