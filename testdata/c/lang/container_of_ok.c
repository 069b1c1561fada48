// check: --property assert
// expect: PROVED
// Trap 6: from a member to its container and back, in an array of structs.
#include <assert.h>
#include <stddef.h>

struct node { struct node *next; };
struct item { int v; struct node link; };

#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))

struct item items[3] = {{1}, {2}, {3}};

int main(void)
{
	struct node *head = 0;
	for (int i = 0; i < 3; i++) {
		items[i].link.next = head;
		head = &items[i].link;
	}
	int n = 0;
	for (struct node *p = head; p; p = p->next)
		n = 10 * n + container_of(p, struct item, link)->v;
	assert(n == 321);
	return 0;
}
