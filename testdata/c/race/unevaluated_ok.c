// check: --property race
// expect: PROVED
// sizeof, _Alignof, typeof and & look at types and places, and access nothing.
#include <pthread.h>

struct s { int v[200]; };
static struct s shared;

static void *worker(void *arg)
{
	shared.v[100] = 1;
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	typeof(shared) own;
	int n = sizeof(shared = own) + _Alignof(shared) + sizeof shared.v[100];
	int *p = &shared.v[100];
	pthread_join(t, 0);
	return n + *p;
}
