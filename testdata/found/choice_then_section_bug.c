// check: --property deadlock
// expect: BUG deadlock
// expect[rounds]: UNKNOWN   what the section waits for is not followed
// As choice_then_wait_bug.c, where what is chosen is an atomic section.
#include <heddle.h>
#include <pthread.h>
#include <semaphore.h>

sem_t s;
int g, k;

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
	if (heddle_nondet_bool()) {
		heddle_atomic
		{
			k = 1;
			pthread_join(t, 0); // deadlock!
		}
	} else
		g = 2;
	return 0;
}
