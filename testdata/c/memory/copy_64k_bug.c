// check: --property assert
// expect: BUG assert
// 64 KiB there and back, under a lock.
#include <assert.h>
#include <pthread.h>
#include <string.h>

char a[65536], b[65536];
int copied;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	memcpy(b, a, sizeof b);
	copied = 1;
	pthread_mutex_unlock(&m);
	return 0;
}

int main(void)
{
	pthread_t t;
	memset(a, 7, sizeof a);
	a[60000] = 1;
	pthread_create(&t, 0, worker, 0);
	pthread_mutex_lock(&m);
	if (copied)
		assert(b[60000] == 1 && b[65535] == 8); // fail!
	else
		assert(b[60000] == 0);
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
	return 0;
}
