// check: --property assert
// expect: UNKNOWN
// Bytes that are not zero are written over a mutex that nobody holds: what it is then nobody knows.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	memset(&m, 1, sizeof m);
	pthread_mutex_lock(&m);
	assert(0);
	return 0;
}
