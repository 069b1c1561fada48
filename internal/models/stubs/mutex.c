/* POSIX mutexes. The object itself is never touched: its state is kept apart, under its address. */
#include <errno.h>
#include <heddle_intrinsics.h>
#include <pthread.h>

int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *attr) {
	int type = PTHREAD_MUTEX_NORMAL;
	if (__heddle_may_fail())
		return ENOMEM;
	if (attr)
		type = attr->__type & 3;
	if (type == PTHREAD_MUTEX_ADAPTIVE_NP)
		type = PTHREAD_MUTEX_NORMAL;
	__heddle_mutex_init(m, type);
	return 0;
}

int pthread_mutex_destroy(pthread_mutex_t *m) {
	__heddle_sync_destroy(m);
	return 0;
}

int pthread_mutex_lock(pthread_mutex_t *m) {
	return __heddle_lock(m);
}

int pthread_mutex_trylock(pthread_mutex_t *m) {
	return __heddle_trylock(m);
}

int pthread_mutex_timedlock(pthread_mutex_t *m, const struct timespec *deadline) {
	(void)deadline; /* may pass at any moment */
	return __heddle_timedlock(m);
}

int pthread_mutex_clocklock(pthread_mutex_t *m, clockid_t clock, const struct timespec *deadline) {
	(void)clock;
	__heddle_touch(deadline, sizeof *deadline);
	return __heddle_timedlock(m);
}

int pthread_mutex_unlock(pthread_mutex_t *m) {
	return __heddle_unlock(m);
}

/* ---- attributes: the type in the low bits, as glibc has it; the rest is kept to be read back */

enum { TYPE = 3, SHARED = 1 << 2, ROBUST = 1 << 3, PROTOCOL_AT = 4, CEILING_AT = 8 };

int pthread_mutexattr_init(pthread_mutexattr_t *attr) {
	if (__heddle_may_fail())
		return ENOMEM;
	attr->__type = 0;
	return 0;
}

int pthread_mutexattr_destroy(pthread_mutexattr_t *attr) {
	(void)attr;
	return 0;
}

int pthread_mutexattr_gettype(const pthread_mutexattr_t *attr, int *type) {
	*type = attr->__type & TYPE;
	return 0;
}

int pthread_mutexattr_settype(pthread_mutexattr_t *attr, int type) {
	if (type < PTHREAD_MUTEX_NORMAL || type > PTHREAD_MUTEX_ADAPTIVE_NP)
		return EINVAL;
	attr->__type = (attr->__type & ~TYPE) | type;
	return 0;
}

int pthread_mutexattr_getpshared(const pthread_mutexattr_t *attr, int *shared) {
	*shared = (attr->__type & SHARED) != 0;
	return 0;
}

int pthread_mutexattr_setpshared(pthread_mutexattr_t *attr, int shared) {
	if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED)
		return EINVAL;
	attr->__type = shared ? attr->__type | SHARED : attr->__type & ~SHARED;
	return 0;
}

int pthread_mutexattr_getrobust(const pthread_mutexattr_t *attr, int *robust) {
	*robust = (attr->__type & ROBUST) != 0;
	return 0;
}

/* A robust mutex differs from others only when its owner dies, which no model shows. */
int pthread_mutexattr_setrobust(pthread_mutexattr_t *attr, int robust) {
	if (robust != PTHREAD_MUTEX_STALLED && robust != PTHREAD_MUTEX_ROBUST)
		return EINVAL;
	if (robust)
		__heddle_unsupported("robust mutexes");
	attr->__type &= ~ROBUST;
	return 0;
}

int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *attr, int *protocol) {
	*protocol = attr->__type >> PROTOCOL_AT & 3;
	return 0;
}

int pthread_mutexattr_setprotocol(pthread_mutexattr_t *attr, int protocol) {
	if (protocol < PTHREAD_PRIO_NONE || protocol > PTHREAD_PRIO_PROTECT)
		return EINVAL;
	attr->__type = (attr->__type & ~(3 << PROTOCOL_AT)) | protocol << PROTOCOL_AT;
	return 0;
}

int pthread_mutexattr_getprioceiling(const pthread_mutexattr_t *attr, int *ceiling) {
	*ceiling = attr->__type >> CEILING_AT & 255;
	return 0;
}

int pthread_mutexattr_setprioceiling(pthread_mutexattr_t *attr, int ceiling) {
	if (ceiling < 1 || ceiling > 99)
		return EINVAL;
	attr->__type = (attr->__type & ~(255 << CEILING_AT)) | ceiling << CEILING_AT;
	return 0;
}
