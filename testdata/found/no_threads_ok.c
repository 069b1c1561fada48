// check: --property race
// expect: PROVED
// No execution gets to the threads, and all end: there is nothing that could race.
#include <pthread.h>

static int n;
static int off = 1;

static void *worker(void *arg)
{
	n++;
	return arg;
}

int main(void)
{
	pthread_t a, b;
	if (off)
		return 0;
	pthread_create(&a, 0, worker, 0);
	pthread_create(&b, 0, worker, 0);
	return 0;
}
