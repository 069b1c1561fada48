// check: --property race
// expect: BUG race
// The lock that a function gives does not matter where one of the two does not take it.
#include <pthread.h>

struct thing { pthread_mutex_t lock; int spare; };
struct thing *thing_of(int which);

static int count;

static void *user(void *unused)
{
	struct thing *own = thing_of(0);
	pthread_mutex_lock(&own->lock);
	count++; // race!
	pthread_mutex_unlock(&own->lock);
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, user, 0);
	count = 0; // race!
	pthread_join(t, 0);
	return 0;
}
