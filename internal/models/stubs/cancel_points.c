/* Cancellation points in programs that call pthread_cancel. A thread that waits may give up if it was asked to end: the wait is a timed one, of which the
   executions that give up for no reason are left out. */
#include <errno.h>
#include <heddle_intrinsics.h>
#include <pthread.h>

void __heddle_cond_end(void *cond, void *mutex);
int __heddle_sem_end(void *sem);
void *__heddle_join_end(__UINTPTR_TYPE__ thread);

extern _Atomic unsigned char __heddle_cancel_requests[512];
extern _Atomic unsigned char __heddle_cancel_async[512];
static _Thread_local int disabled, asynchronous;

static int requested(void) {
	return !disabled && __heddle_cancel_requests[__heddle_self()];
}

void __heddle_cancel_point(void) {
	if (requested())
		pthread_exit(PTHREAD_CANCELED);
}

/* The mutex is locked again before the handlers run. */
void __heddle_cond_end(void *cond, void *mutex) {
	int status = __heddle_timedwake(cond);
	__heddle_assume(status == 0 || requested());
	__heddle_lock(mutex);
	if (status)
		pthread_exit(PTHREAD_CANCELED);
}

int __heddle_sem_end(void *sem) {
	int status = __heddle_timeddown(sem);
	if (status) {
		__heddle_assume(requested());
		pthread_exit(PTHREAD_CANCELED);
	}
	return 0;
}

void *__heddle_join_end(__UINTPTR_TYPE__ thread) {
	int status;
	void *result = __heddle_timedjoin(thread, &status);
	if (status) {
		__heddle_assume(requested());
		pthread_exit(PTHREAD_CANCELED);
	}
	return result;
}

void pthread_testcancel(void) {
	__heddle_cancel_point();
}

int pthread_setcancelstate(int state, int *old) {
	if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE)
		return EINVAL;
	if (old)
		*old = disabled;
	disabled = state;
	return 0;
}

int pthread_setcanceltype(int type, int *old) {
	if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS)
		return EINVAL;
	if (old)
		*old = asynchronous;
	asynchronous = type;
	__heddle_cancel_async[__heddle_self()] = type == PTHREAD_CANCEL_ASYNCHRONOUS;
	if (type == PTHREAD_CANCEL_ASYNCHRONOUS)
		__heddle_cancel_point();
	return 0;
}
