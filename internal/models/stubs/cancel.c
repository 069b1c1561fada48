/* pthread_cancel: a request that the thread acts on at its next cancellation point, where it runs its cleanup handlers and ends. Cancellation points are the blocking
   functions of POSIX threads, sleeping, and calls of the operating system that may block; those that POSIX leaves open are none. cancel_points.c has what the points do. */
#include <heddle_intrinsics.h>
#include <pthread.h>

enum { THREADS = 512 };

_Atomic unsigned char __heddle_cancel_requests[THREADS]; /* by handle */
_Atomic unsigned char __heddle_cancel_async[THREADS];    /* threads that can be cancelled anywhere */

int pthread_cancel(pthread_t thread) {
	if (thread >= THREADS)
		__heddle_unsupported("pthread_cancel of one of more than 500 threads");
	__heddle_cancel_requests[thread] = 1;
	if (__heddle_cancel_async[thread])
		__heddle_unsupported("asynchronous cancellation");
	return 0;
}
