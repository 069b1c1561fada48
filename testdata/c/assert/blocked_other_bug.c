// check: --property assert
// expect: BUG assert
// Trap 2: a thread that is blocked forever does not hide the failure of another.
#include <heddle.h>
#include <pthread.h>

void *stuck(void *arg)
{
	heddle_assume(0);
	return 0;
}

void *worker(void *arg)
{
	heddle_assert(0); // fail!
	return 0;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, stuck, 0);
	pthread_create(&b, 0, worker, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
