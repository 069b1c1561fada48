// check: --property race
// expect: BUG race
// open reads the name of the file, which another thread changes. What calls of the system read of the program (names, times, sets, attributes, limits) was not looked at, and that was PROVED.
#include <fcntl.h>
#include <pthread.h>

static char path[8] = "a.log";

static void *rotate(void *unused)
{
	path[0]++; // race!
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, rotate, 0);
	int fd = open(path, O_RDONLY); // race!
	pthread_join(t, 0);
	return fd < 0;
}
