/* Thread attributes. An attribute object is ordinary data, read and written plainly. None of the attributes changes which
   interleavings exist: they are kept only to be read back. */
#include <errno.h>
#include <heddle_intrinsics.h>
#include <pthread.h>

int pthread_attr_init(pthread_attr_t *attr) {
	if (__heddle_may_fail())
		return ENOMEM;
	attr->__data.__detach = PTHREAD_CREATE_JOINABLE;
	attr->__data.__scope = PTHREAD_SCOPE_SYSTEM;
	attr->__data.__inherit = PTHREAD_INHERIT_SCHED;
	attr->__data.__policy = SCHED_OTHER;
	attr->__data.__priority = 0;
	attr->__data.__guard = 4096;
	attr->__data.__stack = 8388608;
	return 0;
}

int pthread_attr_destroy(pthread_attr_t *attr) {
	(void)attr;
	return 0;
}

int pthread_attr_getdetachstate(const pthread_attr_t *attr, int *state) {
	*state = attr->__data.__detach;
	return 0;
}

int pthread_attr_setdetachstate(pthread_attr_t *attr, int state) {
	if (state != PTHREAD_CREATE_JOINABLE && state != PTHREAD_CREATE_DETACHED)
		return EINVAL;
	attr->__data.__detach = state;
	return 0;
}

int pthread_attr_getscope(const pthread_attr_t *attr, int *scope) {
	*scope = attr->__data.__scope;
	return 0;
}

int pthread_attr_setscope(pthread_attr_t *attr, int scope) {
	if (scope != PTHREAD_SCOPE_SYSTEM && scope != PTHREAD_SCOPE_PROCESS)
		return EINVAL;
	if (scope == PTHREAD_SCOPE_PROCESS)
		return ENOTSUP;
	attr->__data.__scope = scope;
	return 0;
}

int pthread_attr_getinheritsched(const pthread_attr_t *attr, int *inherit) {
	*inherit = attr->__data.__inherit;
	return 0;
}

int pthread_attr_setinheritsched(pthread_attr_t *attr, int inherit) {
	if (inherit != PTHREAD_INHERIT_SCHED && inherit != PTHREAD_EXPLICIT_SCHED)
		return EINVAL;
	attr->__data.__inherit = inherit;
	return 0;
}

int pthread_attr_getschedpolicy(const pthread_attr_t *attr, int *policy) {
	*policy = attr->__data.__policy;
	return 0;
}

int pthread_attr_setschedpolicy(pthread_attr_t *attr, int policy) {
	if (policy != SCHED_OTHER && policy != SCHED_FIFO && policy != SCHED_RR)
		return EINVAL;
	attr->__data.__policy = policy;
	return 0;
}

int pthread_attr_getschedparam(const pthread_attr_t *attr, struct sched_param *param) {
	param->sched_priority = attr->__data.__priority;
	return 0;
}

int pthread_attr_setschedparam(pthread_attr_t *attr, const struct sched_param *param) {
	attr->__data.__priority = param->sched_priority;
	return 0;
}

int pthread_attr_getguardsize(const pthread_attr_t *attr, size_t *size) {
	*size = attr->__data.__guard;
	return 0;
}

int pthread_attr_setguardsize(pthread_attr_t *attr, size_t size) {
	attr->__data.__guard = (unsigned int)size;
	return 0;
}

int pthread_attr_getstacksize(const pthread_attr_t *attr, size_t *size) {
	*size = attr->__data.__stack;
	return 0;
}

int pthread_attr_setstacksize(pthread_attr_t *attr, size_t size) {
	if (size < 16384)
		return EINVAL;
	attr->__data.__stack = size;
	return 0;
}

int pthread_attr_setstack(pthread_attr_t *attr, void *addr, size_t size) {
	(void)addr; /* the thread's objects do not live in the given memory */
	return pthread_attr_setstacksize(attr, size);
}
