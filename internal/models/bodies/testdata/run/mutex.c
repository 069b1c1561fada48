// explore:
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER, made;
static pthread_mutex_t again = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static struct {
	int before;
	pthread_mutex_t m;
} inside[2] = {[1] = {.m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP}};
static int n;

static void *worker(void *arg) {
	assert(pthread_mutex_unlock(&inside[1].m) == EPERM);
	pthread_mutex_lock(&plain);
	n++;
	pthread_mutex_unlock(&plain);
	int r = pthread_mutex_trylock(&plain);
	if (r == 0) {
		n++;
		pthread_mutex_unlock(&plain);
	} else {
		assert(r == EBUSY);
		pthread_mutex_lock(&plain);
		n++;
		pthread_mutex_unlock(&plain);
	}
	return (char *)arg + 1;
}

int main(void) {
	pthread_t t;
	void *r;
	pthread_mutexattr_t attr;
	int type;
	assert(pthread_mutexattr_init(&attr) == 0);
	assert(pthread_mutexattr_settype(&attr, 7) == EINVAL);
	assert(pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE) == 0);
	assert(pthread_mutexattr_gettype(&attr, &type) == 0 && type == PTHREAD_MUTEX_RECURSIVE);
	assert(pthread_mutex_init(&made, &attr) == 0);
	assert(pthread_mutex_lock(&made) == 0 && pthread_mutex_trylock(&made) == 0);
	assert(pthread_mutex_unlock(&made) == 0 && pthread_mutex_unlock(&made) == 0);
	assert(pthread_mutex_unlock(&made) == EPERM);
	assert(pthread_mutex_destroy(&made) == 0);

	assert(pthread_mutex_lock(&again) == 0 && pthread_mutex_lock(&again) == 0);
	assert(pthread_mutex_unlock(&again) == 0 && pthread_mutex_unlock(&again) == 0);
	assert(pthread_mutex_lock(&inside[1].m) == 0);
	assert(pthread_mutex_lock(&inside[1].m) == EDEADLK);

	assert(pthread_create(&t, NULL, worker, &n) == 0);
	assert(!pthread_equal(t, pthread_self()));
	pthread_mutex_lock(&plain);
	n++;
	assert(pthread_mutex_trylock(&plain) == EBUSY);
	assert(pthread_mutex_timedlock(&plain, &(struct timespec){1, 0}) == ETIMEDOUT);
	pthread_mutex_unlock(&plain);
	assert(pthread_join(t, &r) == 0);
	assert(r == (char *)&n + 1 && n == 3);
	return 0;
}
