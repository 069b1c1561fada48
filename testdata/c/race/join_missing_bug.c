// check: --property race
// expect: BUG race
// The result is read before the thread was joined.
#include <pthread.h>

int result;

void *worker(void *arg)
{
	result = 42; // race!
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	int r = result; // race!
	pthread_join(t, 0);
	return r;
}
