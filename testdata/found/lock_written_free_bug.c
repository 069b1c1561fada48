// check: --property assert
// expect: BUG assert
// As lock_written_free.c, but the mutex is initialized again.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	memset(&m, 1, sizeof m);
	pthread_mutex_init(&m, 0);
	pthread_mutex_lock(&m);
	assert(0); // fail!
	return 0;
}
