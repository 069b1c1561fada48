// Of a thread that is joined it is not enough that nobody counts it: it has not ended.
#include <heddle.h>
#include <stdatomic.h>
#include <pthread.h>

atomic_long running;
int data;

void *work(void *a)
{
	running--;
	return 0;
}

void later(void)
{
	data = 2;
}

int main(void)
{
	pthread_t t;
	running++;
	pthread_create(&t, 0, work, 0);
	while (running != 0)
		;
	pthread_join(t, 0);
	heddle_async(later);
	data = 1;
	return 0;
}
