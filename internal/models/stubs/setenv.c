/* Changes of the environment. Later calls of getenv are arbitrary anyway; a value that an earlier one gave may be written over, as POSIX says of getenv. */
#include <errno.h>
#include <heddle_intrinsics.h>
#include <stdlib.h>

char *_Atomic __heddle_value_given;
char *_Atomic __heddle_value_put;

static int change(void) {
	char *value = __heddle_value_given;
	if (value)
		__heddle_fill_any(value, 15);
	return __heddle_outcome();
}

int setenv(const char *name, const char *value, int overwrite) {
	(void)overwrite;
	__heddle_look_string(name);
	__heddle_look_string(value);
	return change();
}

int unsetenv(const char *name) {
	__heddle_look_string(name);
	return change();
}

/* The text becomes a part of the environment. */
int putenv(char *text) {
	__heddle_look_string(text);
	__heddle_value_put = text;
	return change();
}

int clearenv(void) {
	return change() ? -1 : 0;
}
