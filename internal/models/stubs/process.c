/* The end of the process, at once. */
#include <heddle_intrinsics.h>
#include <stdlib.h>
#include <unistd.h>

_Noreturn void _Exit(int status) {
	__heddle_halt(status);
}

_Noreturn void _exit(int status) {
	__heddle_halt(status);
}

_Noreturn void abort(void) {
	__heddle_abort();
}
