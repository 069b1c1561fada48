// check: --property memory,race,assert --rounds 2 --unwind 1
// expect: PROVED
// An object is handed over through a pipe.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static int fd[2];

static void *reader(void *arg)
{
	int *p;
	if (read(fd[0], &p, sizeof p) == sizeof p) {
		assert(*p == 7);
		free(p);
	}
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
	pthread_join(t, 0);
	return 0;
}
