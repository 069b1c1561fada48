// check: --property race
// expect: BUG race
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
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
	FILE *f = fdopen(fd[1], "w");
	if (!f)
		return 1;
	fputc(1, f);
	fflush(f);
	x = 2; // race!
	pthread_join(t, 0);
	return 0;
}
