// check: --property assert
// expect: PROVED
// What is cleared again before its first use is a new lock.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
	*(int *)&m = 1;
	memset(&m, 0, sizeof m);
	assert(pthread_mutex_trylock(&m) == 0);
	return 0;
}
