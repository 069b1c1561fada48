// check: --property race
// expect: PROVED
// small: rounds
// A byte in a pipe as a lock for two readers.
#include <pthread.h>
#include <unistd.h>

static int fd[2], x;

static void *worker(void *arg)
{
	char c;
	if (read(fd[0], &c, 1) == 1) {
		x++;
		write(fd[1], &c, 1);
	}
	return arg;
}

int main(void)
{
	pthread_t a, b;
	if (pipe(fd))
		return 1;
	pthread_create(&a, 0, worker, 0);
	pthread_create(&b, 0, worker, 0);
	x = 5;
	write(fd[1], "t", 1);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
