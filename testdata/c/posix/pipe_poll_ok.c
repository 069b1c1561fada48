// check: --property deadlock
// expect: PROVED
// expect[explore]: UNKNOWN
// poll does not say that an empty pipe can be read.
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int a[2], b[2];

static void *loop(void *arg)
{
	char c;
	struct pollfd f[2] = {{a[0], POLLIN, 0}, {b[0], POLLIN, 0}};
	if (poll(f, 2, -1) > 0) {
		if (f[0].revents & POLLIN)
			read(a[0], &c, 1);
		if (f[1].revents & POLLIN)
			read(b[0], &c, 1);
	}
	return arg;
}

int main(void)
{
	pthread_t t;
	if (pipe(a) || pipe(b))
		return 1;
	pthread_create(&t, 0, loop, 0);
	write(b[1], "x", 1);
	pthread_join(t, 0);
	return 0;
}
