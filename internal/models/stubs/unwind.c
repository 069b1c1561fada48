/* Behind glibc's macros pthread_cleanup_push and pthread_cleanup_pop, in files that bring its headers: the handlers run in code that is reached by a
   jump out of pthread_exit. That is not modelled: leave_unwind.c refuses to end a thread while some are pushed. */

void __pthread_register_cancel(void *buf);
void __pthread_unregister_cancel(void *buf);

_Thread_local int __heddle_pushed;

void __pthread_register_cancel(void *buf) {
	(void)buf;
	__heddle_pushed++;
}

void __pthread_unregister_cancel(void *buf) {
	(void)buf;
	__heddle_pushed--;
}
