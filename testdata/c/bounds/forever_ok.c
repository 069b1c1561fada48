// check: --property assert
// expect: PROVED
// Trap 1: programs are meant to run forever; that main never ends does not make the claim empty, since the thread does.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uchar tick;

void *worker(void *arg)
{
	unsigned char a = tick & 1;
	assert(a == 0 || a == 1);
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	for (;;)
		tick ^= 1;
}
