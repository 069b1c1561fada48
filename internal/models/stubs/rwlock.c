/* POSIX read-write locks. A reader never waits for a writer that is itself waiting: neither preference is promised. */
#include <errno.h>
#include <heddle_intrinsics.h>
#include <pthread.h>

int pthread_rwlock_init(pthread_rwlock_t *l, const pthread_rwlockattr_t *attr) {
	if (attr)
		__heddle_touch(attr, sizeof *attr);
	if (__heddle_may_fail())
		return ENOMEM;
	__heddle_rwlock_init(l);
	return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t *l) {
	__heddle_sync_destroy(l);
	return 0;
}

int pthread_rwlock_rdlock(pthread_rwlock_t *l) {
	return __heddle_rdlock(l);
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t *l) {
	return __heddle_tryrdlock(l);
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t *l, const struct timespec *deadline) {
	(void)deadline; /* may pass at any moment */
	return __heddle_timedrdlock(l);
}

int pthread_rwlock_clockrdlock(pthread_rwlock_t *l, clockid_t clock, const struct timespec *deadline) {
	(void)clock;
	__heddle_touch(deadline, sizeof *deadline);
	return __heddle_timedrdlock(l);
}

int pthread_rwlock_wrlock(pthread_rwlock_t *l) {
	return __heddle_lock(l);
}

int pthread_rwlock_trywrlock(pthread_rwlock_t *l) {
	return __heddle_trylock(l);
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t *l, const struct timespec *deadline) {
	__heddle_touch(deadline, sizeof *deadline);
	return __heddle_timedlock(l);
}

int pthread_rwlock_clockwrlock(pthread_rwlock_t *l, clockid_t clock, const struct timespec *deadline) {
	(void)clock;
	__heddle_touch(deadline, sizeof *deadline);
	return __heddle_timedlock(l);
}

int pthread_rwlock_unlock(pthread_rwlock_t *l) {
	return __heddle_unlock(l);
}

enum { SHARED = 1 << 8 };

int pthread_rwlockattr_init(pthread_rwlockattr_t *attr) {
	if (__heddle_may_fail())
		return ENOMEM;
	attr->__kind = PTHREAD_RWLOCK_DEFAULT_NP;
	return 0;
}

int pthread_rwlockattr_destroy(pthread_rwlockattr_t *attr) {
	(void)attr;
	return 0;
}

int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *attr, int *shared) {
	*shared = (attr->__kind & SHARED) != 0;
	return 0;
}

int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *attr, int shared) {
	if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED)
		return EINVAL;
	attr->__kind = shared ? attr->__kind | SHARED : attr->__kind & ~SHARED;
	return 0;
}

int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *attr, int *kind) {
	*kind = attr->__kind & 3;
	return 0;
}

int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *attr, int kind) {
	if (kind < PTHREAD_RWLOCK_PREFER_READER_NP || kind > PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)
		return EINVAL;
	attr->__kind = (attr->__kind & ~3) | kind;
	return 0;
}
