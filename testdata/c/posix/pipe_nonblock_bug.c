// check: --property race
// expect: BUG race
// Reading does not wait if it is not allowed to.
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int fd[2], x;

static void *reader(void *arg)
{
	char c;
	read(fd[0], &c, 1);
	x = 1; // race!
	return arg;
}

int main(void)
{
	pthread_t t;
	if (pipe(fd))
		return 1;
	fcntl(fd[0], F_SETFL, fcntl(fd[0], F_GETFL) | O_NONBLOCK);
	pthread_create(&t, 0, reader, 0);
	x = 2; // race!
	write(fd[1], "x", 1);
	pthread_join(t, 0);
	return 0;
}
