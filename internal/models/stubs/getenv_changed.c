/* The environment, where something changes it: setenv.c may write over a value that getenv gave, whichever, and what putenv was given is a part of it. */
#include <heddle_intrinsics.h>
#include <stdlib.h>

extern char *_Atomic __heddle_value_given;
extern char *_Atomic __heddle_value_put;

char *getenv(const char *name) {
	__heddle_look_string(name);
	if (__heddle_nondet_answer())
		return 0;
	char *put = __heddle_value_put;
	if (put && __heddle_nondet_shares())
		return put + __heddle_scan(put, '=', (__SIZE_TYPE__)-1) + 1;
	char *value = __heddle_alloc(16, 0);
	value[15] = 0;
	if (__heddle_nondet_shares())
		__heddle_value_given = value;
	return value;
}
