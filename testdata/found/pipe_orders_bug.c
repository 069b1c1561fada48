// check: --property race
// expect: BUG race
// The twin of pipe_orders_ok.c: the byte is written too early.
#include <pthread.h>
#include <unistd.h>

static int fd[2], x;

static void *reader(void *arg)
{
	char c;
	if (read(fd[0], &c, 1) == 1)
		x = 1; // race!
	return arg;
}

int main(void)
{
	pthread_t t;
	if (pipe(fd))
		return 1;
	pthread_create(&t, 0, reader, 0);
	write(fd[1], "x", 1);
	x = 2; // race!
	pthread_join(t, 0);
	return 0;
}
