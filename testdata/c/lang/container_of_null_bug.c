// check: --property assert
// expect: BUG assert
// A list that ends at null, seen by its member: the way from null to the struct around it and back is no pointer arithmetic that ends the execution.
#include <assert.h>
#include <stddef.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

struct link { struct link *next; };
struct item { int v; struct link link; };

#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))

struct item one, two;

int main(void)
{
	struct link *head = 0;
	int sum = 0;
	one.v = 1;
	two.v = 2;
	if (__VERIFIER_nondet_uchar() & 1) {
		one.link.next = &two.link;
		head = &one.link;
	}
	for (struct item *it = container_of(head, struct item, link); &it->link != 0; it = container_of(it->link.next, struct item, link))
		sum += it->v;
	assert(sum != 3); // fail!
	return 0;
}
