/* pthread_exit in programs with cleanup handlers of glibc's macros: it ends a thread that has none pushed. */
#include <heddle_intrinsics.h>
#include <pthread.h>

void __heddle_cleanup_all(void);
void __heddle_destroy_values(void);

extern _Thread_local int __heddle_pushed;

_Noreturn void pthread_exit(void *result) {
	if (__heddle_pushed > 0)
		__heddle_unsupported("the end of a thread with cleanup handlers of glibc's macros");
	__heddle_cleanup_all();
	__heddle_destroy_values();
	__heddle_thread_exit(result);
}
