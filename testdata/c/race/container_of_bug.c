// check: --property race
// expect: BUG race
// Trap 6: the thread is given a member and gets at its neighbour through the container.
#include <pthread.h>
#include <stddef.h>

struct node { struct node *next; };
struct item { int data; struct node link; } it;

#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))

void *worker(void *arg)
{
	struct item *i = container_of((struct node *)arg, struct item, link);
	i->data = 1; // race!
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, &it.link);
	it.link.next = 0; // norace
	it.data = 2; // race!
	pthread_join(t, 0);
	return 0;
}
