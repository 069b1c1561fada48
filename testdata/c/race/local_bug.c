// check: --property race
// expect: BUG race
// A local of main is shared once its address was given away.
#include <pthread.h>

void *worker(void *arg)
{
	*(int *)arg = 1; // race!
	return 0;
}

int main(void)
{
	pthread_t t;
	int mine = 0, ours = 0;
	pthread_create(&t, 0, worker, &ours);
	mine++; // norace
	ours++; // race!
	pthread_join(t, 0);
	return mine + ours;
}
