/* pthread_exit where nothing is left to do. */
#include <heddle_intrinsics.h>
#include <pthread.h>

_Noreturn void pthread_exit(void *result) {
	__heddle_thread_exit(result);
}
