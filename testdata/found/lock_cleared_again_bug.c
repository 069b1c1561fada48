// check: --property assert
// expect: BUG assert
// Zeros over a mutex that nobody holds make a free one.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	memset(&m, 0, sizeof m);
	pthread_mutex_lock(&m);
	assert(0); // fail!
	return 0;
}
