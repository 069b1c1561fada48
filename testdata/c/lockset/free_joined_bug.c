// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// slow: lockset
// Each object has the handle of the thread that works on it, and another one is freed than the one whose thread was joined.
#include <heddle.h>
#include <pthread.h>
#include <stdlib.h>

struct worker {
	pthread_t id;
	int done, result;
};

void *work(void *p)
{
	struct worker *w = p;
	w->result = heddle_nondet_int(); // race!
	w->done = 1; // race!
	return 0;
}

int main(void)
{
	int n = heddle_nondet_uchar() & 3;
	struct worker **all = malloc(n * sizeof *all);
	for (int i = 0; i < n; i++) {
		struct worker *w = malloc(sizeof *w);
		all[i] = w;
		pthread_create(&w->id, 0, work, w);
	}
	for (int i = 0; i < n; i++) {
		pthread_join(all[n - 1 - i]->id, 0);
		free(all[i]); // race!
	}
	free(all);
	return 0;
}
