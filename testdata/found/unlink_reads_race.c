// check: --property race
// expect: BUG race
// unlink reads the name of the file, which another thread changes; that nothing races with it was assumed.
#include <pthread.h>
#include <unistd.h>

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
	int failed = unlink(path); // race!
	pthread_join(t, 0);
	return failed;
}
