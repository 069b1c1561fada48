// check: --property race --rounds 2 --unwind 2 --timeout 5s
// expect: BUG race
// slow: explore
// The second kind of thread asks for the wrong stage.
#include <heddle.h>
#include <pthread.h>

pthread_mutex_t early, late;
int stage, x;

void *first(void *arg)
{
	for (;;) {
		pthread_mutex_lock(&early);
		if (stage == 0)
			x = 1;
		pthread_mutex_unlock(&early);
	}
}

void *second(void *arg)
{
	for (;;) {
		pthread_mutex_lock(&late);
		if (stage == 0)
			x = 2;
		pthread_mutex_unlock(&late);
	}
}

int main(void)
{
	pthread_t t;
	while (heddle_nondet_bool()) {
		pthread_create(&t, 0, first, 0);
		pthread_create(&t, 0, second, 0);
	}
	pthread_mutex_lock(&early);
	pthread_mutex_lock(&late);
	stage = 1;
	pthread_mutex_unlock(&late);
	pthread_mutex_unlock(&early);
	pthread_join(t, 0);
	return 0;
}
