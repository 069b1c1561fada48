// check: --property race
// expect: BUG race
// Both readers put their byte into one variable.
#include <pthread.h>
#include <unistd.h>

static int fd[2];
static char c;

static void *reader(void *arg)
{
	read(fd[0], &c, 1); // race!
	return arg;
}

int main(void)
{
	pthread_t a, b;
	if (pipe(fd))
		return 1;
	pthread_create(&a, 0, reader, 0);
	pthread_create(&b, 0, reader, 0);
	write(fd[1], "xy", 2);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
