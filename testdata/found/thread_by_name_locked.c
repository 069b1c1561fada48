// check: --property deadlock --rounds 1 --unwind 1
// expect: UNKNOWN
// expect[kiss]: UNKNOWN it looks for no deadlocks
// By its name the function starts a thread, which waits for the lock that is held here. To call what it is given in this thread would be a deadlock that is none.
#include <pthread.h>

void lib_thread_new(void (*run)(void));

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void run(void)
{
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
}

int main(void)
{
	pthread_mutex_lock(&m);
	lib_thread_new(run);
	pthread_mutex_unlock(&m);
	return 0;
}
