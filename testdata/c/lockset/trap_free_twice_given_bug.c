// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// slow: lockset
// Two threads work on one object, which has the handle of the second alone.
#include <pthread.h>
#include <stdlib.h>

struct worker {
	pthread_t id;
	_Atomic int result;
};

void *work(void *p)
{
	struct worker *w = p;
	w->result = 1; // race!
	return 0;
}

int main(void)
{
	struct worker *all[2];
	for (int i = 0; i < 2; i++) {
		struct worker *w = malloc(sizeof *w);
		all[i] = w;
		pthread_create(&w->id, 0, work, w);
		pthread_create(&w->id, 0, work, w);
	}
	for (int i = 0; i < 2; i++) {
		pthread_join(all[i]->id, 0);
		free(all[i]); // race!
	}
	return 0;
}
