// check: --property race
// expect: PROVED
// The twin of conditional_copy_bug.c: the other one is chosen.
#include <pthread.h>

struct s { int v[200]; };
static struct s shared, other;
static int use = 0;

static void *worker(void *arg)
{
	shared.v[100] = 1;
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	struct s own = use ? shared : other;
	pthread_join(t, 0);
	return own.v[0];
}
