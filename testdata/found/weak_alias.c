// check: --property race --rounds 2 --unwind 2
// expect: UNKNOWN
// hook is another name of a function here, and weakly so: another file may have a hook that uses x.
#include <pthread.h>

static int x;

static void nothing(int *p) { (void)p; }
void hook(int *p) __attribute__((weak, alias("nothing")));

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
