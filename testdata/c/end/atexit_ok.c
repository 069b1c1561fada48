// check: --property assert,race
// expect: PROVED
// A handler that waits for the thread which main left behind.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_t t;
static int n;

static void *worker(void *arg)
{
	n++; // norace
	return 0;
}

static void wait(void)
{
	pthread_join(t, 0);
	n++; // norace
	assert(n == 2); // nofail
}

int main(void)
{
	atexit(wait);
	pthread_create(&t, 0, worker, 0);
	return 0;
}
