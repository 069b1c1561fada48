// check: --property race:s.a
// expect: PROVED
// As field_in_union_bug.c, beside the field.
#include <pthread.h>
struct s { int a, b; };
union u { char raw[8]; struct s s; } g;
void *worker(void *arg)
{
	union u *p = arg;
	p->s.b = 1;
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, &g);
	g.s.b = 2;
	pthread_join(t, 0);
	return 0;
}
