// check: --property race
// expect: PROVED
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int e, x;

static void *waiter(void *arg)
{
	uint64_t v;
	if (read(e, &v, sizeof v) == sizeof v)
		x = 1;
	return arg;
}

int main(void)
{
	pthread_t t;
	e = eventfd(0, 0);
	if (e < 0)
		return 1;
	pthread_create(&t, 0, waiter, 0);
	x = 2;
	eventfd_write(e, 1);
	pthread_join(t, 0);
	return 0;
}
