// check: --property race
// expect: BUG race
// Assigning a struct accesses all its members.
#include <pthread.h>

struct pair { int a, b; } shared;

void *worker(void *arg)
{
	struct pair mine = shared; // race!
	return (void *)(long)mine.a;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	shared.b = 1; // race!
	pthread_join(t, 0);
	return 0;
}
