// check: --property race:s.b
// expect: BUG race
// Both threads take the object for another struct, which they get through a void pointer.
#include <pthread.h>
#include <stdlib.h>
struct s { int a, b; };
struct view { int x, y; };
void *worker(void *arg)
{
	struct view *v = arg;
	v->y = 1; // race!
	return 0;
}
int main(void)
{
	pthread_t t;
	struct s *h = malloc(sizeof *h);
	void *p = h;
	struct view *v = p;
	pthread_create(&t, 0, worker, h);
	v->y = 2; // race!
	pthread_join(t, 0);
	return 0;
}
