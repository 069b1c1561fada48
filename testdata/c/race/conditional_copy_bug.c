// check: --property race
// expect: BUG race
// A conditional of structs reads the one that it chooses, all of it.
#include <pthread.h>

struct s { int v[200]; };
static struct s shared, other;
static int use = 1;

static void *worker(void *arg)
{
	shared.v[100] = 1; // race!
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	struct s own = use ? shared : other; // race!
	pthread_join(t, 0);
	return own.v[0];
}
