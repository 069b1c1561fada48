// check: --property race --rounds 2 --unwind 2
// expect: POSSIBLE race
// By its name nobody else runs until it is restored, in whatever code they are.
#include <pthread.h>

unsigned irq_disable(void);
void irq_restore(unsigned);
static int x;

static void *handler(void *arg)
{
	x++; // race!
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, handler, 0);
	unsigned flags = irq_disable();
	x++; // race!
	irq_restore(flags);
	pthread_join(t, 0);
	return 0;
}
