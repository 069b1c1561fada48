/* Cleanup handlers. Each lives in the block between push and pop; the list is the thread's own. pthread_exit runs what is
   still pushed, the latest first: leave_cleanup.c replaces the plain one where this file is linked. */
#include <pthread.h>

static _Thread_local struct __heddle_cleanup *handlers;

void __heddle_cleanup_push(struct __heddle_cleanup *handler, void (*routine)(void *), void *arg) {
	handler->__routine = routine;
	handler->__arg = arg;
	handler->__next = handlers;
	handlers = handler;
}

void __heddle_cleanup_pop(struct __heddle_cleanup *handler, int execute) {
	handlers = handler->__next;
	if (execute)
		handler->__routine(handler->__arg);
}

void __heddle_cleanup_all(void) {
	while (handlers) {
		struct __heddle_cleanup *h = handlers;
		handlers = h->__next;
		h->__routine(h->__arg);
	}
}
