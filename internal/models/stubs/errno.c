/* Every thread has its own error number. */
#include <errno.h>

static _Thread_local int number;

int *__errno_location(void) {
	return &number;
}
