// check: --property race
// expect: BUG race
// expect[rounds]: BUG race
// As many large structs as an input says: an allocation of unknown size has room for two of them.
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

	s->state++; // race!
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
	all[1].state = 4; // race!
	pthread_mutex_unlock(&all[1].lock);
	pthread_join(t, 0);
	free(all);
	return 0;
}
