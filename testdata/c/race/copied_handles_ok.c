// check: --property race
// expect: PROVED
// The twin of copied_handles_bug.c: the one that writes is joined first.
#include <pthread.h>
#include <string.h>

static int x;

static void *worker(void *arg)
{
	if (arg)
		x = 1;
	return 0;
}

int main(void)
{
	pthread_t made[40], kept[40];
	pthread_create(&made[0], 0, worker, 0);
	pthread_create(&made[39], 0, worker, &x);
	memcpy(kept, made, sizeof made);
	pthread_join(kept[39], 0);
	x = 2;
	pthread_join(kept[0], 0);
	return 0;
}
