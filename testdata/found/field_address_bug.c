// check: --property race:s.b
// expect: BUG race
// Both threads only take the address of the field.
#include <pthread.h>
struct s { int a, b; };
struct s g;
void *worker(void *arg)
{
	int *q = &((struct s *)arg)->b;
	*q = 1; // race!
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, &g);
	int *q = &g.b;
	*q = 2; // race!
	pthread_join(t, 0);
	return 0;
}
