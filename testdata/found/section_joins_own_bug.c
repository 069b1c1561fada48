// check: --property deadlock
// expect: BUG deadlock
// expect[rounds]: UNKNOWN   what a section waits for behind a creation is not followed
// A section that waits for a thread it makes itself never begins.
#include <heddle.h>
#include <pthread.h>

int n;

void *work(void *a)
{
	n = 1;
	return a;
}

int main(void)
{
	pthread_t t;
	heddle_atomic
	{
		pthread_create(&t, 0, work, 0);
		pthread_join(t, 0); // deadlock!
	}
	return 0;
}
