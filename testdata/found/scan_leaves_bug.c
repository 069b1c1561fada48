// check: --engine explore --property assert
// expect: BUG assert
// Where the byte is not there yet, memchr leaves the array, which ends the execution. Whether it does depends on what the other thread writes.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <string.h>

static char line[4];

static void *looks(void *arg)
{
	char *at = memchr(line, 1, 8);
	assert(at != line);
	return arg;
}

int main(void)
{
	pthread_t t;
	if (heddle_nondet_bool())
		return 0;
	pthread_create(&t, 0, looks, 0);
	line[0] = 1;
	pthread_join(t, 0);
	return 0;
}
