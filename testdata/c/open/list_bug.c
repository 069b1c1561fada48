// check: --harness sum --property assert --unwind 4
// expect: BUG assert
// A list from outside may be a circle.
#include <assert.h>

struct node { int value; struct node *next; };

struct node *head;

int sum(void)
{
	int n = 0;
	for (struct node *p = head; p; p = p->next) {
		if (n == 0)
			p->value = 1;
		else
			p->value = 0;
		if (++n == 3)
			break;
	}
	if (head)
		assert(head->value == 1); // fail!
	return n;
}
