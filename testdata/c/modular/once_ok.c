// check: --property assert,race --rounds 2 --unwind 2 --timeout 5s
// expect: PROVED
// expect[explore]: UNKNOWN
// slow: explore
// pthread_once runs its function before anybody goes on, and nobody writes afterwards.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
int value;

void make(void)
{
	value = 3;
}

void *use(void *arg)
{
	pthread_once(&once, make);
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
