/* What the drivers share: a fixed random sequence, and a way to fail. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>
#include <wctype.h>

unsigned rnd(unsigned n); /* 0 .. n-1 */
unsigned long long rnd64(void);
void fail(const char *format, ...);

#define SIGN(x) (((x) > 0) - ((x) < 0))
#define CHECK(e, ...) \
	do { \
		if (!(e)) \
			fail(#e ": " __VA_ARGS__); \
	} while (0)
