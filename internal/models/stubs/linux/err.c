/* Errors as pointers: the last page of addresses, where no object lies. Pointers are compared here and not taken for numbers, so that nothing depends on where objects lie. */
#include <heddle_intrinsics.h>

#define MOST 4095L

static _Bool failed(const void *p) { return (const char *)p >= (const char *)-MOST; }

_Bool IS_ERR(const void *p) { return failed(p); }
_Bool IS_ERR_OR_NULL(const void *p) { return !p || failed(p); }

long PTR_ERR(const void *p) {
	long e = __heddle_nondet_long();
	if (failed(p)) {
		__heddle_assume(e < 0 && e >= -MOST);
		__heddle_assume(p == (const void *)e);
	}
	return e; /* of what is no error: a number, whichever */
}

int PTR_ERR_OR_ZERO(const void *p) { return failed(p) ? (int)PTR_ERR(p) : 0; }
