// check: --property race --rounds 2 --unwind 2 --timeout 5s
// expect: BUG race
// slow: explore
// A plain flag says that it has begun, not that it is over.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

int begun;
int value;

void make(void)
{
	value = 3;
}

void *use(void *arg)
{
	if (!begun) {
		begun = 1;
		make();
	}
	assert(value == 3);
	return 0;
}

int main(void)
{
	pthread_t t;
	while (heddle_nondet_bool())
		pthread_create(&t, 0, use, 0);
	pthread_join(t, 0);
	return 0;
}
