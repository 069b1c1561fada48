// check: --property assert
// expect: PROVED
// A thread that does nothing has not ended before the section that made it is over.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

void *work(void *a) { return a; }

int main(void)
{
	pthread_t t;
	if (heddle_nondet_bool())
		return 0;
	heddle_atomic
	{
		pthread_create(&t, 0, work, 0);
		pthread_join(t, 0);
	}
	assert(0); // nofail
	return 0;
}
