// The thread that frees an object uses a part of it that no other thread does: only the free was ordered with the other threads.
// check: --property memory
// expect: BUG use-after-free
#include <pthread.h>
#include <stdlib.h>

struct pair {
	int a, b;
};

static struct pair *p;

static void *worker(void *arg)
{
	free(p);
	p->a = 1; // use-after-free!
	return arg;
}

int main(void)
{
	pthread_t id;
	p = calloc(1, sizeof *p);
	pthread_create(&id, 0, worker, 0);
	p->b = 1; // use-after-free!
	return 0;
}
