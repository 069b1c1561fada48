// check: --property race
// expect: PROVED
// expect[explore]: UNKNOWN
// Writing to a file is not writing to the pipe.
// The number of the file is an input of 32 bits.
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int fd[2], x;

static void *reader(void *arg)
{
	char c;
	if (read(fd[0], &c, 1) == 1)
		x = 1;
	return arg;
}

int main(void)
{
	pthread_t t;
	int log = open("log", O_WRONLY);
	if (log < 0)
		return 1;
	if (pipe(fd))
		return 1;
	pthread_create(&t, 0, reader, 0);
	write(log, "x", 1);
	x = 2;
	write(fd[1], "x", 1);
	pthread_join(t, 0);
	return 0;
}
