// check: --property race --rounds 2 --unwind 1
// expect: BUG race
// As die_unlocked.c, but by its name the function only says what happened.
#include <pthread.h>

void say(const char *why);
int lib_open(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	x++; // race!
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	pthread_mutex_lock(&m);
	if (lib_open() < 0) {
		pthread_mutex_unlock(&m);
		say("open");
	}
	x++; // race!
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
	return 0;
}
