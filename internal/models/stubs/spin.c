/* POSIX spin locks: a blocked thread simply does not continue, so spinning and sleeping are the same. */
#include <errno.h>
#include <heddle_intrinsics.h>
#include <pthread.h>

int pthread_spin_init(pthread_spinlock_t *l, int shared) {
	(void)shared;
	if (__heddle_may_fail())
		return ENOMEM;
	__heddle_spin_init((void *)l);
	return 0;
}

int pthread_spin_destroy(pthread_spinlock_t *l) {
	__heddle_sync_destroy((void *)l);
	return 0;
}

int pthread_spin_lock(pthread_spinlock_t *l) {
	return __heddle_lock((void *)l);
}

int pthread_spin_trylock(pthread_spinlock_t *l) {
	return __heddle_trylock((void *)l);
}

int pthread_spin_unlock(pthread_spinlock_t *l) {
	return __heddle_unlock((void *)l);
}
