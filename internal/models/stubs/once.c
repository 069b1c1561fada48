/* One-time initialization: pthread_once and call_once.

   A lock under the address of the control variable makes other callers wait until the routine has returned, and shows a
   routine that comes back to its own control variable as the deadlock that it is. The variable itself holds 0 before and
   1 after, and is touched by atomic accesses only: calls of pthread_once never race with one another. */
#include <heddle_intrinsics.h>
#include <pthread.h>
#include <threads.h>

static void once(int *control, void (*routine)(void)) {
	if (__atomic_load_n(control, __ATOMIC_ACQUIRE))
		return;
	__heddle_lock(control);
	if (!__atomic_load_n(control, __ATOMIC_RELAXED)) {
		routine();
		__atomic_store_n(control, 1, __ATOMIC_RELEASE);
	}
	__heddle_unlock(control);
}

int pthread_once(pthread_once_t *control, void (*routine)(void)) {
	once(control, routine);
	return 0;
}

void call_once(once_flag *flag, void (*routine)(void)) {
	once(&flag->__data, routine);
}
