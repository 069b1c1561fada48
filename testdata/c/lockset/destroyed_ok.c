// check: --property race --rounds 2 --unwind 2
// expect: PROVED race
// The mutex is destroyed behind the joins: nobody is there who could hold it.
#include <pthread.h>
#include <stdlib.h>

struct job {
	pthread_mutex_t m;
	int n;
};

static void *worker(void *arg)
{
	struct job *j = arg;
	pthread_mutex_lock(&j->m);
	j->n++;
	pthread_mutex_unlock(&j->m);
	return 0;
}

int main(void)
{
	pthread_t t;
	struct job *j = malloc(sizeof *j);
	if (!j)
		return 1;
	j->n = 0;
	pthread_mutex_init(&j->m, 0);
	pthread_create(&t, 0, worker, j);
	pthread_mutex_lock(&j->m);
	j->n++;
	pthread_mutex_unlock(&j->m);
	pthread_join(t, 0);
	pthread_mutex_destroy(&j->m);
	return 0;
}
