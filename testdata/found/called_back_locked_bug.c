// check: --property deadlock --rounds 1 --unwind 2
// expect: BUG deadlock
// expect[kiss]: UNKNOWN it looks for no deadlocks
// As called_back_locked.c, but the lock is held where the function is handed over.
#include <pthread.h>

void lib_register(void (*)(void));
void lib_log(const char *);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void tick(void)
{
	pthread_mutex_lock(&m); // deadlock!
	x = 1;
	pthread_mutex_unlock(&m);
}

int main(void)
{
	pthread_mutex_lock(&m);
	lib_register(tick);
	lib_log("start");
	pthread_mutex_unlock(&m);
	return 0;
}
