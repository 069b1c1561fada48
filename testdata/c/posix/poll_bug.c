// check: --property race
// expect: BUG race
// Both descriptors may be ready, in any thread.
#include <poll.h>
#include <pthread.h>

static int served;

static void *worker(void *arg)
{
	struct pollfd p[2] = { { 0, POLLIN, 0 }, { 1, POLLIN, 0 } };
	if (poll(p, 2, 100) > 0 && (p[1].revents & POLLIN))
		served++; // race!
	return 0;
}

int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, worker, 0);
	pthread_create(&u, 0, worker, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
