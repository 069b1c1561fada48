// check: --property race
// expect: PROVED
// expect[explore]: UNKNOWN
// As copy_shifted_bug.c, with a lock.
#include <pthread.h>
#include <string.h>

struct two { int a, b; } list[4];
int x, y;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
unsigned nondet_uint(void);

void *worker(void *arg)
{
	unsigned n = nondet_uint();
	if (y) {
		list[n % 4].a++;
		list[n % 3].b++;
		memmove(&list[0].b, &list[0].a, n % 4 * sizeof(int));
	}
	pthread_mutex_lock(&m);
	x++; // norace
	pthread_mutex_unlock(&m);
	return 0;
}

int main(void)
{
	pthread_t t;
	y = nondet_uint();
	pthread_create(&t, 0, worker, 0);
	pthread_mutex_lock(&m);
	x++; // norace
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
	return 0;
}
