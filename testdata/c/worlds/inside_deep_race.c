// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// Inside a returned object pointers are valid as deep as they are followed, so the write three levels down happens and races.
#include <pthread.h>
#include <stddef.h>
struct node { struct node *next; int v; };
struct node *lib_list(void);
static struct node *root;
static void *worker(void *arg) {
	(void)arg;
	root->next->next->next->v = 1; // race!
	return NULL;
}
int main(void) {
	pthread_t a, b;
	root = lib_list();
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
