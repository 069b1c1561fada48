// check: --property memory
// expect: BUG double-free
// Both threads see the pointer and free it.
#include <pthread.h>
#include <stdlib.h>

char *p;

void release(void)
{
	if (p) {
		free(p); // double-free!
		p = 0;
	}
}

void *worker(void *arg)
{
	release();
	return 0;
}

int main(void)
{
	pthread_t t;
	p = malloc(1);
	pthread_create(&t, 0, worker, 0);
	release();
	pthread_join(t, 0);
	return 0;
}
