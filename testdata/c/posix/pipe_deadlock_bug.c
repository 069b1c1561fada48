// check: --property deadlock
// expect: BUG deadlock
// The byte that the thread waits for is written when it has ended.
#include <pthread.h>
#include <unistd.h>

static int fd[2];

static void *reader(void *arg)
{
	char c;
	read(fd[0], &c, 1);
	return arg;
}

int main(void)
{
	pthread_t t;
	if (pipe(fd))
		return 1;
	pthread_create(&t, 0, reader, 0);
	pthread_join(t, 0);
	write(fd[1], "x", 1);
	return 0;
}
