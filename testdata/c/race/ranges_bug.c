// check: --property race
// expect: BUG race
// Two ranges that meet in a part where nothing else ever looks.
#include <pthread.h>
#include <string.h>

char shared[4096], mine[4096];

void *worker(void *arg)
{
	memset(shared + 100, 1, 200); // race!
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	memcpy(mine, shared, 101); // race!
	pthread_join(t, 0);
	return 0;
}
