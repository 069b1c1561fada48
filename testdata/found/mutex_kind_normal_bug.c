// check: --property deadlock
// expect: BUG deadlock
// A normal mutex behind the same typedefs: its owner waits for itself.
#define _GNU_SOURCE
#include <pthread.h>

typedef pthread_mutex_t lock_t;

static lock_t row[2] = { [1] = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP };

int main(void)
{
	row[0] = (lock_t)PTHREAD_MUTEX_INITIALIZER;
	pthread_mutex_lock(&row[0]);
	pthread_mutex_lock(&row[0]); // deadlock!
	return 0;
}
