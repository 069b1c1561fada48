// check: --property assert
// expect: BUG assert
// What main has stored is known until somebody may have changed it: by a pointer, by an index, by another thread.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);
_Bool __VERIFIER_nondet_bool(void);

struct node {
	struct node *next;
	int n;
};

int a[4], b, c, shared;
int *volatile where = &b;
struct node first, second;

void *worker(void *arg)
{
	*(int *)arg = 5;
	shared = 1;
	return 0;
}

int main(void)
{
	a[2] = 1;
	a[__VERIFIER_nondet_bool() ? 1 : 2] = 7;
	if (a[2] == 7)
		b = 1;
	else
		b = 2;
	int *p = __VERIFIER_nondet_bool() ? &c : &b;
	c = 3;
	*p = 4;
	assert(c == 3); // fail!
	first.next = &second;
	second.n = 1;
	struct node *q = &first;
	if (__VERIFIER_nondet_bool())
		q = q->next;
	q->n = 9;
	assert(second.n == 1); // fail!
	int *heap = malloc(sizeof *heap);
	*heap = 1;
	pthread_t t;
	pthread_create(&t, 0, worker, heap);
	assert(*heap == 1);  // fail!
	assert(shared == 0); // fail!
	return 0;
}
