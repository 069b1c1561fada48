// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// expect[kiss]: BOUNDED
// Constants stay what they are, whoever knows them; and nobody outside knows those that have no external linkage.
#include <pthread.h>

void lib_poke(void);

static int x;
static int *const hidden = &x;
const int sizes[] = {1, 2, 3};
const char *const names[] = {"one", "two"};

static void *worker(void *arg)
{
	*hidden += sizes[1] + names[0][0];
	return arg;
}

int main(void)
{
	pthread_t t;
	lib_poke();
	pthread_create(&t, 0, worker, 0);
	pthread_join(t, 0);
	return 0;
}
