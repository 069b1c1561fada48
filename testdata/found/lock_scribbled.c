// check: --property assert
// expect: UNKNOWN
// expect[modular]: POSSIBLE
// A write over a lock that nobody has used yet: glibc's is locked then, and nothing is known of it.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
	*(int *)&m = 1;
	assert(pthread_mutex_trylock(&m) == 0);
	return 0;
}
