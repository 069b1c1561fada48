// check: --property race
// expect: PROVED
// The name of the file is changed when it has been read.
#include <fcntl.h>
#include <pthread.h>

static char path[8] = "a.log";

static void *rotate(void *unused)
{
	path[0]++; // norace
	return 0;
}

int main(void)
{
	pthread_t t;
	int fd = open(path, O_RDONLY); // norace
	pthread_create(&t, 0, rotate, 0);
	pthread_join(t, 0);
	return fd < 0;
}
