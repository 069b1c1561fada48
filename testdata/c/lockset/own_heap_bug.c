// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// slow: lockset
// Each thread writes its element, and looks at the first.
#include <heddle.h>
#include <pthread.h>
#include <stdlib.h>

struct cell {
	int id, n;
};

void *worker(void *arg)
{
	struct cell *c = arg;
	c->n = c[-c->id].n; // race!
	return 0;
}

int main(void)
{
	pthread_t t[3];
	int n = heddle_nondet_uchar() & 3;
	struct cell *a = calloc(3, sizeof *a);
	for (int i = 0; i < n; i++) {
		a[i].id = i;
		pthread_create(&t[i], 0, worker, &a[i]);
	}
	for (int i = 0; i < n; i++)
		pthread_join(t[i], 0);
	free(a);
	return 0;
}
