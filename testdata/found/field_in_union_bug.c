// check: --property race:s.a
// expect: BUG race
// A member of a union that lies over the field, in both threads.
#include <pthread.h>
struct s { int a, b; };
union u { char raw[8]; struct s s; } g;
void *worker(void *arg)
{
	union u *p = arg;
	p->raw[1] = 1; // race!
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, &g);
	g.raw[2] = 2;
	g.raw[1] = 2; // race!
	pthread_join(t, 0);
	return 0;
}
