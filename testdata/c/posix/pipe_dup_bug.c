// check: --property race
// expect: BUG race
// A descriptor that was duplicated: the byte comes from somewhere else.
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
	int d = dup(fd[1]);
	write(d, "x", 1);
	x = 2; // race!
	pthread_join(t, 0);
	return 0;
}
