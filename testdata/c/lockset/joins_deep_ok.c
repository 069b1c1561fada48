// check: --property race --rounds 2 --unwind 3
// expect: PROVED
// Each thread joins the one that it made.
#include <pthread.h>
#include <heddle.h>

int x;

void *child(void *a)
{
	x++;
	return 0;
}

void *mid(void *a)
{
	pthread_t t;
	pthread_create(&t, 0, child, 0);
	pthread_join(t, 0);
	return 0;
}

void *parent(void *a)
{
	pthread_t t;
	pthread_create(&t, 0, mid, 0);
	pthread_join(t, 0);
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
