/* pthread_exit in programs with thread-specific data: cleanup handlers come first, then destructors. */
#include <heddle_intrinsics.h>
#include <pthread.h>

void __heddle_cleanup_all(void);
void __heddle_destroy_values(void);

_Noreturn void pthread_exit(void *result) {
	__heddle_cleanup_all();
	__heddle_destroy_values();
	__heddle_thread_exit(result);
}
