// A condition variable that another thread freed: nothing is kept of it, so nothing was accessed.
// check: --property memory
// expect: BUG use-after-free
#include <pthread.h>
#include <stdlib.h>

static pthread_cond_t *c;

static void *user(void *arg)
{
	pthread_cond_signal(c); // use-after-free!
	return arg;
}

int main(void)
{
	pthread_t id;
	c = calloc(1, sizeof *c);
	pthread_cond_init(c, 0);
	pthread_create(&id, 0, user, 0);
	free(c);
	return 0;
}
