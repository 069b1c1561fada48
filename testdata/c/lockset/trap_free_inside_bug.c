// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// The thread has the address of a member, and the object is freed by its own while the thread lives.
#include <pthread.h>
#include <stdlib.h>

struct worker {
	pthread_t id;
	int first, second;
};

void *work(void *p)
{
	int *second = p;
	*second = 1; // race!
	return 0;
}

int main(void)
{
	struct worker *w = malloc(sizeof *w);
	w->first = 0;
	pthread_create(&w->id, 0, work, &w->second);
	pthread_t id = w->id;
	free(w); // race!
	pthread_join(id, 0);
	return 0;
}
