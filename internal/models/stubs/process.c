/* The end of the process. exit is replaced by that of atexit.c where a program registers handlers. Flushing of streams has
   no effect on anything that is modelled. */
#include <heddle_intrinsics.h>
#include <stdlib.h>
#include <unistd.h>

_Noreturn void exit(int status) {
	__heddle_halt(status);
}

_Noreturn void _Exit(int status) {
	__heddle_halt(status);
}

_Noreturn void _exit(int status) {
	__heddle_halt(status);
}

_Noreturn void quick_exit(int status) {
	__heddle_halt(status);
}

_Noreturn void abort(void) {
	__heddle_abort();
}
