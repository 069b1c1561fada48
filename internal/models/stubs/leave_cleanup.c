/* pthread_exit in programs with cleanup handlers and without thread-specific data. */
#include <heddle_intrinsics.h>
#include <pthread.h>

void __heddle_cleanup_all(void);

_Noreturn void pthread_exit(void *result) {
	__heddle_cleanup_all();
	__heddle_thread_exit(result);
}
