// check: --property race --assume whole-program --rounds 2 --unwind 2
// expect: PROVED
// expect[kiss]: BOUNDED
// The definition of hook is weak, and the only one.
#include <pthread.h>

static int x;

__attribute__((weak)) void hook(int *p) { (void)p; }

static void *worker(void *arg)
{
	hook(&x);
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	x = 1;
	pthread_join(t, 0);
	return 0;
}
