/* How threads start, where nothing is left to do at their end: the new thread runs the user's function itself. In programs with
   thread-specific data start_keys.c replaces these. */
#include <errno.h>
#include <heddle_intrinsics.h>
#include <pthread.h>
#include <threads.h>

void __heddle_on_create(void);
void __heddle_look_attr(const pthread_attr_t *attr);

int pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*start)(void *), void *arg) {
	__heddle_look_attr(attr);
	if (__heddle_may_fail())
		return EAGAIN;
	__heddle_on_create();
	__heddle_spawn(thread, start, arg);
	return 0;
}

int thrd_create(thrd_t *thread, thrd_start_t start, void *arg) {
	if (__heddle_may_fail())
		return thrd_nomem;
	__heddle_on_create();
	__heddle_spawn(thread, start, arg);
	return thrd_success;
}

_Noreturn void thrd_exit(int result) {
	__heddle_thread_exit((void *)(__INTPTR_TYPE__)result);
}
