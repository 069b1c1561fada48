// check: --property race
// expect: PROVED
// Who has read a byte comes after who wrote it. This was a race, because reading gave bytes that nobody had written.
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
	if (pipe(fd))
		return 1;
	pthread_create(&t, 0, reader, 0);
	x = 2;
	write(fd[1], "x", 1);
	pthread_join(t, 0);
	return 0;
}
