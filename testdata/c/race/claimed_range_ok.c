// check: --property race
// expect: PROVED
// The twin of claimed_range_bug.c: the parts lie side by side.
#include <pthread.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char buffer[1000];
static int next;

static void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	int at = next;
	next += 300;
	pthread_mutex_unlock(&m);
	memset(buffer + at, 1, 300);
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	worker(0);
	pthread_join(t, 0);
	return 0;
}
