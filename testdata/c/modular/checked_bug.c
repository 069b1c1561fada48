// check: --property assert,race --rounds 2 --unwind 2 --timeout 5s
// expect: BUG race
// slow: explore
// It is not looked at again.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t m;
atomic_int made;
int value;

void *use(void *arg)
{
	if (!atomic_load(&made)) {
		pthread_mutex_lock(&m);
		if (1) {
			value = 3;
			atomic_store(&made, 1);
		}
		pthread_mutex_unlock(&m);
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
