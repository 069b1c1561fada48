// check: --property memory --rounds 1 --unwind 2
// expect: POSSIBLE null-deref
// A list through which an undefined function goes may be cut.
#include <stdlib.h>
struct node {
	struct node *next;
};
void visit(struct node *);
int main(void) {
	struct node b = {0}, a = {&b};
	visit(&a);
	return a.next->next != 0; // null-deref!
}
