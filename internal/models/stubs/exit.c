/* The end of the process where no handlers are registered; exit_handlers.c replaces these where some are. Flushing of streams
   has no effect on anything that is modelled. */
#include <heddle_intrinsics.h>
#include <stdlib.h>

_Noreturn void exit(int status) {
	__heddle_halt(status);
}

_Noreturn void quick_exit(int status) {
	__heddle_halt(status);
}
