// check: --property race --rounds 2 --unwind 3
// expect: BUG race
// One of the two that one function has made lives.
#include <pthread.h>
#include <heddle.h>

int x;

void *child(void *a)
{
	x++;
	return 0;
}

static pthread_t mk(void)
{
	pthread_t t;
	pthread_create(&t, 0, child, 0);
	return t;
}

void *parent(void *a)
{
	pthread_t t = mk();
	pthread_t u = mk();
	pthread_join(t, 0);
	x = 2;
	pthread_join(u, 0);
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
