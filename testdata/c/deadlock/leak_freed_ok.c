// check: --property deadlock
// expect: PROVED
// A lock in memory that is freed is held by nobody.
#include <pthread.h>
#include <stdlib.h>

void *work(void *arg)
{
	pthread_mutex_t *m = malloc(sizeof *m);
	pthread_mutex_init(m, 0);
	pthread_mutex_lock(m);
	free(m);
	return 0;
}

int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, work, 0);
	pthread_create(&u, 0, work, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
