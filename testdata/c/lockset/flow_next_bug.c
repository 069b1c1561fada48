// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// In the second round the pointer has moved on from the lock.
#include <heddle.h>
#include <pthread.h>

struct node {
	pthread_mutex_t m;
	int n;
	struct node *next;
} a[2];

void *worker(void *arg)
{
	struct node *p = arg;
	pthread_mutex_lock(&p->m);
	for (int i = 0; i < 2; i++) {
		p->n = 1; // race!
		p = p->next;
	}
	pthread_mutex_unlock(&p->m);
	return 0;
}

int main(void)
{
	pthread_t t;
	a[0].next = &a[1];
	a[1].next = &a[0];
	pthread_create(&t, 0, worker, &a[0]);
	pthread_create(&t, 0, worker, &a[1]);
	return 0;
}
