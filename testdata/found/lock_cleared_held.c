// check: --property race,assert
// expect: UNKNOWN
// The mutex is cleared while main holds it, so the worker may take it: they race on n. It was taken for held, and the program was proved.
#include <pthread.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	n++;
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	pthread_mutex_lock(&m);
	memset(&m, 0, sizeof m);
	n++;
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
	return 0;
}
