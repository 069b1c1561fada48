// check: --property race
// expect: PROVED
// Closing the writing end is an event that reading can wait for.
#include <pthread.h>
#include <unistd.h>

static int fd[2], x;

static void *reader(void *arg)
{
	char c;
	if (read(fd[0], &c, 1) == 0)
		x = 1;
	return arg;
}

int main(void)
{
	pthread_t t;
	if (pipe(fd))
		return 1;
	pthread_create(&t, 0, reader, 0);
	x = 2;
	close(fd[1]);
	pthread_join(t, 0);
	return 0;
}
