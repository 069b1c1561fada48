// check: --property race
// expect: BUG race
// A remainder of a negative number is negative: the index leads in front of the ring.
#include <pthread.h>

extern signed char heddle_nondet_schar(void);

struct box {
	char before[4];
	char ring[4];
};

static struct box box;

static void *put(void *arg)
{
	int i = heddle_nondet_schar();

	box.ring[i % 4] = 1; // race!
	return arg;
}

static void *clear(void *arg)
{
	box.before[2] = 2; // race!
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, put, 0);
	pthread_create(&b, 0, clear, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
