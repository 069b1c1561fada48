// check: --harness take --property assert,memory
// expect: BUG assert
// The next link may be that of the same item.
#include <assert.h>
#include <stddef.h>

struct link { struct link *next, *prev; };
struct item { int id; struct link link; int used; };

#define container_of(p, t, m) ((t *)((char *)(p)-offsetof(t, m)))

static struct link queue;

int take(void)
{
	struct link *l = queue.next;
	if (!l || !l->next)
		return 0;
	struct item *a = container_of(l, struct item, link);
	struct item *b = container_of(l->next, struct item, link);
	a->used = 1;
	b->used = 0;
	assert(a->used); // fail!
	return a->id;
}
