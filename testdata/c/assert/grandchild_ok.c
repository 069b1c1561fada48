// check: --property assert
// expect: PROVED
// The write comes before the thread is made.
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
	x = 1;
	pthread_create(&t, 0, grandchild, 0);
	pthread_join(t, 0);
	assert(x == 2);
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, child, 0);
	pthread_join(t, 0);
	return 0;
}
