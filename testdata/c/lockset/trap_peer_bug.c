// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// slow: lockset
// Two objects of one kind: the lock of one is held, the number of the other is written.
#include <heddle.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
	pthread_mutex_t m;
	int n;
	struct node *peer;
};

void *worker(void *arg)
{
	struct node *p = arg;
	while (heddle_nondet_bool()) {
		pthread_mutex_lock(&p->m);
		p->n = 1; // race!
		p->peer->n = 2; // race!
		pthread_mutex_unlock(&p->m);
	}
	return 0;
}

int main(void)
{
	pthread_t t;
	struct node *ring[2];
	for (int i = 0; i < 2; i++)
		ring[i] = calloc(1, sizeof **ring);
	for (int i = 0; i < 2; i++)
		ring[i]->peer = ring[!i];
	for (int i = 0; i < 2; i++)
		pthread_create(&t, 0, worker, ring[i]);
	return 0;
}
