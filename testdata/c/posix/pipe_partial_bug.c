// check: --property assert
// expect: BUG assert
// A reader gets what is there, not what it asks for.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int fd[2];

static void *reader(void *arg)
{
	char b[2];
	assert(read(fd[0], b, 2) == 2); // fail!
	return arg;
}

int main(void)
{
	pthread_t t;
	if (pipe(fd))
		return 1;
	pthread_create(&t, 0, reader, 0);
	write(fd[1], "a", 1);
	write(fd[1], "b", 1);
	pthread_join(t, 0);
	return 0;
}
