// check: --property assert
// expect: PROVED
// A small integer passed to a thread inside the pointer: no object's address is turned into a number, so no layout matters.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int n;

void *worker(void *arg)
{
	n += (int)(long)arg;
	return arg;
}

int main(void)
{
	pthread_t a, b;
	void *r;
	pthread_create(&a, 0, worker, (void *)1L);
	pthread_create(&b, 0, worker, (void *)2L);
	pthread_join(a, &r);
	pthread_join(b, 0);
	assert(n == 3);
	assert((long)r == 1);
	return 0;
}
