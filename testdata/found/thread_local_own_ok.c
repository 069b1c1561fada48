// check: --property memory
// expect: PROVED
// Each thread uses its own variable, by its address.
#include <pthread.h>

static _Thread_local int mine;

static void use(int *p) { *p = 1; }

static void *work(void *arg)
{
	use(&mine);
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, work, 0);
	use(&mine);
	pthread_join(t, 0);
	return 0;
}
