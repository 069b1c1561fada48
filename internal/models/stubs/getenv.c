/* The environment, where nothing changes it: a variable is not set, or has an arbitrary value of at most 15 bytes. */
#include <heddle_intrinsics.h>
#include <stdlib.h>

char *getenv(const char *name) {
	__heddle_look_string(name);
	if (__heddle_nondet_answer())
		return 0;
	char *value = __heddle_alloc(16, 0);
	value[15] = 0;
	return value;
}
