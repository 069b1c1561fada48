// check: --property race --rounds 2 --unwind 2
// expect: PROVED
// The thread that calls the function has ended before the variable is written, and nothing that the function was given lets it run later.
#include <pthread.h>

extern int lib_state;
int lib_size(const char *);

static int n;

static void *worker(void *arg)
{
	n = 1;
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	pthread_join(t, 0);
	lib_state = n;
	return 0;
}
