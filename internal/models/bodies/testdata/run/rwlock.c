// explore:
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static int x, y, count;

static void *reader(void *arg) {
	(void)arg;
	pthread_rwlock_rdlock(&l);
	assert(pthread_rwlock_tryrdlock(&l) == 0);
	assert(pthread_rwlock_trywrlock(&l) == EBUSY);
	assert(x == y);
	pthread_rwlock_unlock(&l);
	pthread_rwlock_unlock(&l);
	pthread_spin_lock(&spin);
	count++;
	pthread_spin_unlock(&spin);
	return 0;
}

int main(void) {
	pthread_t t;
	pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
	pthread_create(&t, NULL, reader, NULL);
	pthread_rwlock_wrlock(&l);
	assert(pthread_rwlock_timedwrlock(&l, &(struct timespec){0, 0}) == ETIMEDOUT);
	x++;
	y++;
	pthread_rwlock_unlock(&l);
	pthread_spin_lock(&spin);
	assert(pthread_spin_trylock(&spin) == EBUSY);
	count++;
	pthread_spin_unlock(&spin);
	pthread_join(t, NULL);
	assert(count == 2);
	pthread_rwlock_destroy(&l);
	pthread_spin_destroy(&spin);
	return 0;
}
