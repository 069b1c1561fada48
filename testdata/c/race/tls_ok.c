// check: --property race
// expect: PROVED
// Each thread has its own instance of a thread-local variable.
#include <pthread.h>

_Thread_local int n = 3;
static __thread int k;

void *worker(void *arg)
{
	n++; // norace
	k = n; // norace
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	n++; // norace
	k = n; // norace
	pthread_join(t, 0);
	return 0;
}
