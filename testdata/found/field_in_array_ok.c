// check: --property race:s.a
// expect: PROVED
// As field_in_array_bug.c, with the race on the other member.
#include <pthread.h>
struct s { int a, b; };
struct t { int n; struct s in[2]; } g;
void *worker(void *arg)
{
	struct t *p = arg;
	int *q = &p->in[1].b;
	*q = 1;
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, &g);
	int *q = (int *)&g + 4;
	*q = 2;
	pthread_join(t, 0);
	return 0;
}
