// check: --property race
// expect: PROVED
// A weak reference to a variable is another name of it, and of no other.
#include <pthread.h>

static int x, z;
static int y __attribute__((weakref("x")));

static void *w(void *p)
{
	y++;
	return p;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, w, 0);
	z++;
	pthread_join(t, 0);
	return 0;
}
