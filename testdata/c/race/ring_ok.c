// check: --property race
// expect: PROVED race
// The index stays in the ring.
#include <pthread.h>

extern signed char heddle_nondet_schar(void);

struct box {
	char before[4];
	char ring[4];
};

static struct box box;

static void *put(void *arg)
{
	unsigned i = heddle_nondet_schar();

	box.ring[i % 4] = 1;
	return arg;
}

static void *clear(void *arg)
{
	box.before[2] = 2;
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
