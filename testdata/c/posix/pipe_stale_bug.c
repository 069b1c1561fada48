// check: --property assert
// expect: BUG assert
// A descriptor that is closed twice may be another by then.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int fd[2];

static void *closer(void *arg)
{
	close(fd[0]);
	close(fd[0]);
	return arg;
}

int main(void)
{
	pthread_t t;
	int other[2];
	char c;
	if (pipe(fd))
		return 1;
	close(fd[1]);
	pthread_create(&t, 0, closer, 0);
	if (pipe(other))
		return 1;
	write(other[1], "x", 1);
	assert(read(other[0], &c, 1) == 1); // fail!
	pthread_join(t, 0);
	return 0;
}
