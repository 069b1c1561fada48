// check: --property race,assert
// expect: PROVED
// slow: rounds
// What scouting leaves out may make it see what is not there: the judge does not agree.
#include <assert.h>
#include <pthread.h>

int x, y;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg)
{
	for (int i = 0; i < 12; i++) {
		pthread_mutex_lock(&m);
		x++; // norace
		pthread_mutex_unlock(&m);
	}
	return 0;
}

int main(void)
{
	pthread_t a;
	pthread_create(&a, 0, worker, 0);
	pthread_join(a, 0);
	if (x != 12)
		y++;
	assert(x == 12); // nofail
	assert(y == 0);    // nofail
	return 0;
}
