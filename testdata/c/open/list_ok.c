// check: --harness sum --property assert,memory --unwind 4
// expect: PROVED
// expect[explore]: UNKNOWN
// A list from outside may be a circle, which does not matter here.
#include <assert.h>
#include <stddef.h>

struct node { int value; struct node *next; };

int sum(struct node *head)
{
	int n = 0;
	for (struct node *p = head; p; p = p->next) {
		p->value = 1;
		if (++n == 3)
			break;
	}
	if (head) {
		assert(head->value == 1); // nofail
		if (head->next && n > 1)
			assert(head->next->value == 1); // nofail
	}
	return n;
}
