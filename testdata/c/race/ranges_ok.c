// check: --property race
// expect: PROVED
// Two ranges side by side touch no common byte, and an empty range touches none at all.
#include <pthread.h>
#include <string.h>

char shared[4096], mine[4096];
int none;

void *worker(void *arg)
{
	memset(shared + 100, 1, 200);
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	memcpy(mine, shared, 100);
	memcpy(mine, shared + 300, 1000);
	memset(shared + 150, 2, none);
	pthread_join(t, 0);
	return 0;
}
