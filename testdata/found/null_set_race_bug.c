// check: --property race --rounds 2 --unwind 1
// expect: BUG race
// As null_handed.c: the function sets the pointer, and two threads use what it leads to then.
#include <pthread.h>
#include <stddef.h>

struct db {
	int n;
};
int db_open(const char *name, struct db **out);

static void *worker(void *arg)
{
	struct db *d = arg;
	d->n = 1; // race!
	return NULL;
}

int main(void)
{
	pthread_t t;
	struct db *d = NULL;
	db_open("x", &d);
	pthread_create(&t, NULL, worker, d);
	d->n = 2; // race!
	pthread_join(t, NULL);
	return 0;
}
