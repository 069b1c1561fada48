// check: --property assert
// expect: BUG assert
// Trap 13: a thread made by a thread, that has to run before its parent goes on.
#include <assert.h>
#include <pthread.h>

int x;

void *grandchild(void *arg)
{
	x = 2;
	return 0;
}

void *child(void *arg)
{
	pthread_t t;
	pthread_create(&t, 0, grandchild, 0);
	x = 1;
	pthread_join(t, 0);
	assert(x == 2); // fail!
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, child, 0);
	pthread_join(t, 0);
	return 0;
}
