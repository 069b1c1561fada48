// check: --property race --rounds 2 --unwind 3
// expect: BUG race
// Two threads of a kind join what they made, and write.
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
	pthread_t t;
	pthread_create(&t, 0, child, 0);
	pthread_join(t, 0);
	x = 2;
	return 0;
}

int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, parent, 0);
	pthread_create(&u, 0, parent, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	x = 3;
	return 0;
}
