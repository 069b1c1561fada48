// check: --property race
// expect: BUG race
// slow: lockset
// One buffer for the lines of all threads.
#include <pthread.h>
#include <stdio.h>

static char line[64];

static void *worker(void *arg)
{
	sprintf(line, "%s", "job"); // race!
	return 0;
}

int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, worker, 0);
	pthread_create(&u, 0, worker, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
