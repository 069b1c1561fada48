// check: --property memory
// expect: BUG use-after-free
// A list is walked while its first element is removed and freed.
#include <pthread.h>
#include <stdlib.h>

struct node { struct node *next; int v; } *head;

void *remover(void *arg)
{
	struct node *n = head;
	head = n->next;
	free(n);
	return 0;
}

int main(void)
{
	pthread_t t;
	head = calloc(1, sizeof *head);
	head->next = calloc(1, sizeof *head);
	pthread_create(&t, 0, remover, 0);
	int sum = 0;
	for (struct node *n = head; n;
	     n = n->next) // use-after-free!
		sum += n->v; // use-after-free!
	pthread_join(t, 0);
	return sum;
}
