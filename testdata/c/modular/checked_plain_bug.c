// check: --property assert,race --rounds 2 --unwind 2 --timeout 5s
// expect: BUG race
// slow: explore
// The flag that is looked at without the lock is plain.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

pthread_mutex_t m;
int made;
int value;

void *use(void *arg)
{
	if (!made) {
		pthread_mutex_lock(&m);
		if (!made) {
			value = 3;
			made = 1;
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
