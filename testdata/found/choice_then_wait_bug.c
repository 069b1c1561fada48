// check: --property deadlock
// expect: BUG deadlock
// Whether main waits depends on a choice. Once it has chosen to, it waits for ever.
#include <heddle.h>
#include <pthread.h>
#include <semaphore.h>

sem_t s;
int g;

void *work(void *a)
{
	sem_wait(&s); // deadlock!
	return a;
}

int main(void)
{
	pthread_t t;
	sem_init(&s, 0, 0);
	pthread_create(&t, 0, work, 0);
	g = 1;
	if (heddle_nondet_bool())
		pthread_join(t, 0); // deadlock!
	else
		g = 2;
	return 0;
}
