// check: --property memory
// expect: BUG use-after-free
// slow: rounds
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static int fd[2], x;

static void *reader(void *arg)
{
	int *p;
	if (read(fd[0], &p, sizeof p) == sizeof p)
		x = *p; // use-after-free!
	return arg;
}

int main(void)
{
	pthread_t t;
	if (pipe(fd))
		return 1;
	pthread_create(&t, 0, reader, 0);
	int *p = malloc(sizeof *p);
	*p = 7;
	write(fd[1], &p, sizeof p);
	free(p);
	pthread_join(t, 0);
	return 0;
}
