// check: --property memory
// expect: PROVED
// Under a lock.
#include <pthread.h>
#include <stdlib.h>

struct node { struct node *next; int v; } *head;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *remover(void *arg)
{
	pthread_mutex_lock(&m);
	struct node *n = head;
	head = n->next;
	pthread_mutex_unlock(&m);
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
	pthread_mutex_lock(&m);
	for (struct node *n = head; n; n = n->next)
		sum += n->v;
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
	return sum;
}
