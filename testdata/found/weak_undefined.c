// check: --property race --rounds 2 --unwind 2
// expect: UNKNOWN
// Another file may define lib_hook; if none does, its address is null.
#include <pthread.h>

void lib_hook(void) __attribute__((weak));

static int x;

static void *worker(void *arg)
{
	if (lib_hook)
		x++;
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, worker, 0);
	pthread_create(&b, 0, worker, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
