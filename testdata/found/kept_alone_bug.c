// check: --property race --rounds 2 --unwind 2
// expect: BUG race
// As kept_alone.c, but the thread is started between and joined there: it does run.
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
	unsigned flags = irq_disable();
	pthread_create(&t, 0, handler, 0);
	x++; // race!
	pthread_join(t, 0);
	irq_restore(flags);
	return 0;
}
