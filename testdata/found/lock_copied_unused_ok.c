// check: --property assert,race
// expect: PROVED
// A struct is copied whole, under the lock in it: the copy's lock is never used.
#include <assert.h>
#include <pthread.h>

struct s {
	int x;
	pthread_mutex_t l;
};

static struct s a = { 1, PTHREAD_MUTEX_INITIALIZER };

static void *worker(void *arg)
{
	pthread_mutex_lock(&a.l);
	a.x++;
	pthread_mutex_unlock(&a.l);
	return arg;
}

int main(void)
{
	pthread_t t;
	struct s copy;
	pthread_create(&t, 0, worker, 0);
	pthread_mutex_lock(&a.l);
	copy = a;
	pthread_mutex_unlock(&a.l);
	assert(copy.x >= 1);
	return 0;
}
