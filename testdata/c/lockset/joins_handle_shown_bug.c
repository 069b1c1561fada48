// check: --property race --rounds 2 --unwind 3
// expect: BUG race
// Another thread writes over the handle.
#include <pthread.h>
#include <heddle.h>

int x;

void *child(void *a)
{
	x++;
	return 0;
}

pthread_t *hp;

void *parent(void *a)
{
	pthread_t t;
	hp = &t;
	pthread_create(&t, 0, child, 0);
	pthread_join(t, 0);
	x = 2;
	return 0;
}

void *evil(void *a)
{
	pthread_t u;
	pthread_create(&u, 0, child, 0);
	*hp = u;
	return 0;
}

int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, parent, 0);
	pthread_create(&u, 0, evil, 0);
	pthread_join(t, 0);
	return 0;
}
