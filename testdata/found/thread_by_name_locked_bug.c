// check: --property deadlock --rounds 1 --unwind 1
// expect: BUG deadlock
// expect[kiss]: UNKNOWN it looks for no deadlocks
// As thread_by_name_locked.c, but by its name the function goes through a list, and calls what it is given.
#include <pthread.h>

void lib_foreach(void (*run)(void));

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void run(void)
{
	pthread_mutex_lock(&m); // deadlock!
	pthread_mutex_unlock(&m);
}

int main(void)
{
	pthread_mutex_lock(&m);
	lib_foreach(run);
	pthread_mutex_unlock(&m);
	return 0;
}
