// check: --property race
// expect: BUG race
// Trap 6: a byte in the middle of an int, through another type. The second int is not touched.
#include <pthread.h>

int a[2];

void *worker(void *arg)
{
	char *p = (char *)a;
	p[2] = 1; // race!
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	a[0] = 5; // race!
	a[1] = 5; // norace
	pthread_join(t, 0);
	return 0;
}
