// check: --property race
// expect: PROVED
// expect[explore]: UNKNOWN
// As many large structs as an input says: explore has too many inputs to try.
#include <pthread.h>
#include <stdlib.h>

struct session {
	char name[3000];
	pthread_mutex_t lock;
	int state;
};

int heddle_nondet_int(void);

static void *work(void *arg)
{
	struct session *s = arg;

	pthread_mutex_lock(&s->lock);
	s->state++;
	pthread_mutex_unlock(&s->lock);
	return 0;
}

int main(void)
{
	int i, n = heddle_nondet_int();
	struct session *all;
	pthread_t t;

	if (n < 1)
		return 0;
	all = calloc(n + 1, sizeof *all);
	if (!all)
		return 1;
	for (i = 0; i < 2; i++)
		pthread_mutex_init(&all[i].lock, 0);
	pthread_create(&t, 0, work, &all[1]);
	pthread_mutex_lock(&all[1].lock);
	all[1].state = 4;
	pthread_mutex_unlock(&all[1].lock);
	pthread_join(t, 0);
	free(all);
	return 0;
}
