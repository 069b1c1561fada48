// check: --property race --rounds 2 --unwind 3
// expect: BUG race
// slow: explore
// Only the last one is joined.
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
	do {
		pthread_create(&t, 0, child, 0);
	}
	while (heddle_nondet_int());
	pthread_join(t, 0);
	x = 2;
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
