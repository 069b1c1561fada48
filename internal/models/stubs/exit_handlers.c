/* The end of the process in programs that register handlers. */
#include <heddle_intrinsics.h>
#include <stdlib.h>

void __heddle_atexit_run(int status);
void __heddle_at_quick_exit_run(void);

_Noreturn void exit(int status) {
	__heddle_atexit_run(status);
	__heddle_halt(status);
}

_Noreturn void quick_exit(int status) {
	__heddle_at_quick_exit_run();
	__heddle_halt(status);
}
