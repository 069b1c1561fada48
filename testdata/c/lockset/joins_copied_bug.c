// check: --property race --rounds 2 --unwind 3
// expect: BUG race
// The handle is written over by another one.
#include <string.h>
#include <pthread.h>
#include <heddle.h>

int x;

void *child(void *a)
{
	x++;
	return 0;
}

void *parent(void *a)
{
	pthread_t t[2];
	pthread_create(&t[0], 0, child, 0);
	pthread_create(&t[1], 0, child, 0);
	t[0] = t[1];
	pthread_join(t[0], 0);
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
