// check: --property assert
// expect: PROVED
// join gives what the thread returned, or what it passed to pthread_exit from any depth.
#include <assert.h>
#include <pthread.h>

int ids[2] = {1, 2};

void leave(int n)
{
	if (n == 2)
		pthread_exit(&ids[1]);
}

void *worker(void *arg)
{
	leave(*(int *)arg);
	return &ids[0];
}

int main(void)
{
	pthread_t a, b;
	void *r, *s;
	pthread_create(&a, 0, worker, &ids[0]);
	pthread_create(&b, 0, worker, &ids[1]);
	pthread_join(a, &r);
	pthread_join(b, &s);
	assert(r == &ids[0] && s == &ids[1]);
	return 0;
}
