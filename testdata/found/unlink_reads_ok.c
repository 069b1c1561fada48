// check: --property race
// expect: PROVED
// The name of the file is changed when the file is gone.
#include <pthread.h>
#include <unistd.h>

static char path[8] = "a.log";

static void *rotate(void *unused)
{
	path[0]++; // norace
	return 0;
}

int main(void)
{
	pthread_t t;
	int failed = unlink(path); // norace
	pthread_create(&t, 0, rotate, 0);
	pthread_join(t, 0);
	return failed;
}
