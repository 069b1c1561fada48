// check: --property race --rounds 2 --unwind 3
// expect: BUG race
// Two threads join what the other has made.
#include <pthread.h>
#include <heddle.h>

int x;

void *child(void *a)
{
	x++;
	return 0;
}

pthread_t g[2];

void *parent(void *a)
{
	long i = (long)a;
	pthread_create(&g[i], 0, child, 0);
	pthread_join(g[1-i], 0);
	return 0;
}

int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, parent, (void*)0);
	pthread_create(&u, 0, parent, (void*)1);
	pthread_join(t, 0);
	x = 3;
	return 0;
}
