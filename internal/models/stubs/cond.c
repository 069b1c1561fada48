/* POSIX condition variables. A wait may wake without a signal; a timed one may give up at any moment. */
#include <errno.h>
#include <heddle_intrinsics.h>
#include <pthread.h>

void __heddle_cond_end(void *cond, void *mutex);

int pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *attr) {
	if (attr)
		__heddle_touch(attr, sizeof *attr);
	if (__heddle_may_fail())
		return ENOMEM;
	__heddle_cond_init(c);
	return 0;
}

int pthread_cond_destroy(pthread_cond_t *c) {
	__heddle_sync_destroy(c);
	return 0;
}

int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) {
	__heddle_cancel_point();
	__heddle_wait(c, m);
	__heddle_cond_end(c, m);
	return 0;
}

int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *deadline) {
	__heddle_touch(deadline, sizeof *deadline);
	__heddle_cancel_point();
	__heddle_wait(c, m);
	int status = __heddle_timedwake(c);
	__heddle_lock(m);
	if (status)
		__heddle_cancel_point();
	return status;
}

int pthread_cond_clockwait(pthread_cond_t *c, pthread_mutex_t *m, clockid_t clock, const struct timespec *deadline) {
	(void)clock;
	return pthread_cond_timedwait(c, m, deadline);
}

int pthread_cond_signal(pthread_cond_t *c) {
	__heddle_signal(c);
	return 0;
}

int pthread_cond_broadcast(pthread_cond_t *c) {
	__heddle_broadcast(c);
	return 0;
}

/* The lowest bit says whether processes share it, the rest is the clock, as glibc has it. */
int pthread_condattr_init(pthread_condattr_t *attr) {
	if (__heddle_may_fail())
		return ENOMEM;
	attr->__clock = 0;
	return 0;
}

int pthread_condattr_destroy(pthread_condattr_t *attr) {
	(void)attr;
	return 0;
}

int pthread_condattr_getpshared(const pthread_condattr_t *attr, int *shared) {
	*shared = attr->__clock & 1;
	return 0;
}

int pthread_condattr_setpshared(pthread_condattr_t *attr, int shared) {
	if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED)
		return EINVAL;
	attr->__clock = (attr->__clock & ~1) | shared;
	return 0;
}

int pthread_condattr_getclock(const pthread_condattr_t *attr, clockid_t *clock) {
	*clock = attr->__clock >> 1;
	return 0;
}

int pthread_condattr_setclock(pthread_condattr_t *attr, clockid_t clock) {
	if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
		return EINVAL;
	attr->__clock = (attr->__clock & 1) | clock << 1;
	return 0;
}
