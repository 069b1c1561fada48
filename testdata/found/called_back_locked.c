// check: --property deadlock --rounds 1 --unwind 2
// expect: POSSIBLE deadlock
// expect[kiss]: UNKNOWN it looks for no deadlocks
// Nothing says that lib_log calls what lib_register was given, while the caller holds its lock.
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
	lib_register(tick);
	pthread_mutex_lock(&m);
	lib_log("start");
	pthread_mutex_unlock(&m);
	return 0;
}
