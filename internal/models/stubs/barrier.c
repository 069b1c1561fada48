/* POSIX barriers. The thread that opens the barrier gets PTHREAD_BARRIER_SERIAL_THREAD. */
#include <errno.h>
#include <heddle_intrinsics.h>
#include <pthread.h>

int pthread_barrier_init(pthread_barrier_t *b, const pthread_barrierattr_t *attr, unsigned int count) {
	if (attr)
		__heddle_touch(attr, sizeof *attr);
	if (count == 0)
		return EINVAL;
	if (__heddle_may_fail())
		return ENOMEM;
	__heddle_barrier_init(b, count);
	return 0;
}

int pthread_barrier_destroy(pthread_barrier_t *b) {
	__heddle_sync_destroy(b);
	return 0;
}

int pthread_barrier_wait(pthread_barrier_t *b) {
	unsigned int arrival = __heddle_arrive(b);
	if (arrival & 1)
		return PTHREAD_BARRIER_SERIAL_THREAD;
	__heddle_pass(b, arrival >> 1);
	return 0;
}

int pthread_barrierattr_init(pthread_barrierattr_t *attr) {
	if (__heddle_may_fail())
		return ENOMEM;
	attr->__shared = PTHREAD_PROCESS_PRIVATE;
	return 0;
}

int pthread_barrierattr_destroy(pthread_barrierattr_t *attr) {
	(void)attr;
	return 0;
}

int pthread_barrierattr_getpshared(const pthread_barrierattr_t *attr, int *shared) {
	*shared = attr->__shared;
	return 0;
}

int pthread_barrierattr_setpshared(pthread_barrierattr_t *attr, int shared) {
	if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED)
		return EINVAL;
	attr->__shared = shared;
	return 0;
}
