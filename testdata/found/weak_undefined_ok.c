// check: --property race --assume whole-program --rounds 2 --unwind 2
// expect: PROVED
// expect[kiss]: BOUNDED
// expect[rounds]: BOUNDED
// No other file defines lib_hook, so its address is null.
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
