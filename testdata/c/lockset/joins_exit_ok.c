// check: --property race --rounds 2 --unwind 3
// expect: PROVED
// A thread may end when it has joined.
#include <pthread.h>
#include <heddle.h>

int x;

void *child(void *a)
{
	x++;
	return 0;
}

static void leave(void)
{
	if (heddle_nondet_int())
		pthread_exit(0);
}

void *parent(void *a)
{
	pthread_t t;
	pthread_create(&t, 0, child, 0);
	pthread_join(t, 0);
	leave();
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, parent, 0);
	pthread_join(t, 0);
	x = 3;
	return 0;
}
