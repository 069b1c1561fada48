// check: --property assert
// expect: BUG assert
// A stack gives the last one first.
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node { struct node *next; int value; };
static struct node *_Atomic top;

static void push(int value)
{
	struct node *n = malloc(sizeof *n);
	n->value = value;
	n->next = atomic_load(&top);
	while (!atomic_compare_exchange_strong(&top, &n->next, n))
		;
}

static int pop(void)
{
	struct node *n = atomic_load(&top);
	while (n && !atomic_compare_exchange_strong(&top, &n, n->next))
		;
	return n ? n->value : 0;
}

int main(void)
{
	push(1);
	push(2);
	int last = pop(), first = pop();
	assert(last == 1 && first == 2 && !top);
	return 0;
}
