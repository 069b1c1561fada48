// check: --property race
// expect: BUG race
// A weak reference to a variable is another name of it.
#include <pthread.h>

static int x;
static int y __attribute__((weakref("x")));

static void *w(void *p)
{
	y++; // RACE
	return p;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, w, 0);
	x++; // RACE
	pthread_join(t, 0);
	return 0;
}
