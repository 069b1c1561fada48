/* POSIX threads, but for how they start and end: start.c. */
#include <errno.h>
#include <heddle_intrinsics.h>
#include <pthread.h>

void *__heddle_join_end(__UINTPTR_TYPE__ thread);

int pthread_join(pthread_t thread, void **result) {
	__heddle_cancel_point();
	void *r = __heddle_join_end(thread);
	if (result)
		*result = r;
	return 0;
}

/* A thread is over at once after the last thing it does that others can see, but nobody may rely on that: whoever does not
   wait may always come too early. So giving up is a choice of its own, and the rest is about threads that have ended. */
int pthread_tryjoin_np(pthread_t thread, void **result) {
	int status;
	void *r = __heddle_tryjoin(thread, &status);
	if (__heddle_nondet_bool())
		return EBUSY;
	__heddle_assume(status == 0);
	if (result)
		*result = r;
	return 0;
}

int pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *deadline) {
	int status;
	void *r = __heddle_timedjoin(thread, &status);
	(void)deadline; /* may pass at any moment */
	if (__heddle_nondet_bool())
		return ETIMEDOUT;
	__heddle_assume(status == 0);
	if (result)
		*result = r;
	return 0;
}

int pthread_detach(pthread_t thread) {
	(void)thread;
	return 0;
}

pthread_t pthread_self(void) {
	return __heddle_self();
}

int pthread_equal(pthread_t a, pthread_t b) {
	return a == b;
}

int pthread_yield(void) {
	return 0;
}

int pthread_getname_np(pthread_t thread, char *buf, size_t len) {
	(void)thread;
	if (len < 16)
		return ERANGE;
	__heddle_fill_any(buf, 15);
	buf[15] = 0;
	return 0;
}

int pthread_getschedparam(pthread_t thread, int *policy, struct sched_param *param) {
	(void)thread;
	*policy = __heddle_nondet_int();
	param->sched_priority = __heddle_nondet_int();
	return 0;
}

int pthread_getcpuclockid(pthread_t thread, clockid_t *clock) {
	(void)thread;
	*clock = __heddle_nondet_int();
	return 0;
}
