// check: --property race,assert
// expect: UNKNOWN
// The mutex is initialized once more while main holds it, which is undefined (POSIX, pthread_mutex_init), and the worker may take it. It was taken for free, and the program was proved.
#include <pthread.h>

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
	pthread_mutex_init(&m, 0);
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
	return 0;
}
