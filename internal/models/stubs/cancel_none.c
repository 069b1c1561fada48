/* Cancellation points in programs that cancel nobody; cancel_points.c replaces these where pthread_cancel is called. */
#include <errno.h>
#include <heddle_intrinsics.h>
#include <pthread.h>

void __heddle_cond_end(void *cond, void *mutex);
int __heddle_sem_end(void *sem);
void *__heddle_join_end(__UINTPTR_TYPE__ thread);

void __heddle_cancel_point(void) {
}

void __heddle_cond_end(void *cond, void *mutex) {
	__heddle_wake(cond);
	__heddle_lock(mutex);
}

int __heddle_sem_end(void *sem) {
	return __heddle_down(sem);
}

void *__heddle_join_end(__UINTPTR_TYPE__ thread) {
	return __heddle_join(thread);
}

void pthread_testcancel(void) {
}

int pthread_setcancelstate(int state, int *old) {
	static _Thread_local int now;
	if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE)
		return EINVAL;
	if (old)
		*old = now;
	now = state;
	return 0;
}

int pthread_setcanceltype(int type, int *old) {
	static _Thread_local int now;
	if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS)
		return EINVAL;
	if (old)
		*old = now;
	now = type;
	return 0;
}
