// check: --property race --volatile-is-atomic
// expect: PROVED
// Unless the user says so.
#include <pthread.h>

volatile int flag;

void *worker(void *arg)
{
	flag = 1; // norace
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	int v = flag; // norace
	pthread_join(t, 0);
	return v;
}
