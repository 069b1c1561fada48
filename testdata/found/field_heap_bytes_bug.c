// check: --property race:s.b
// expect: BUG race
// Bytes in one thread, the member in the other.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct s { int a, b; };

void *worker(void *arg)
{
	memset(arg, 0, sizeof(struct s)); // race!
	return 0;
}
int main(void)
{
	pthread_t t;
	struct s *h = malloc(sizeof *h);
	pthread_create(&t, 0, worker, h);
	h->b = 2; // race!
	pthread_join(t, 0);
	return 0;
}
