// check: --property race --rounds 2 --unwind 2
// expect: UNKNOWN
// Assembly at file scope gives x a name that other files know.
#include <pthread.h>

void lib_poke(void);

static int x __attribute__((used));
__asm__(".globl public_x\n.set public_x, x\n");

static void *worker(void *arg)
{
	x = 1;
	return arg;
}

int main(void)
{
	pthread_t t;
	lib_poke();
	pthread_create(&t, 0, worker, 0);
	pthread_join(t, 0);
	return 0;
}
