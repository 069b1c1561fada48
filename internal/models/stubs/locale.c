/* The one locale. */
#include <heddle_intrinsics.h>
#include <limits.h>
#include <locale.h>
#include <string.h>

static char name[] = "C";
static char empty[] = "";
static char point[] = ".";

/* What localeconv returns may be written by the next call of it, and of setlocale. */
static struct lconv conventions = {
	point, empty, empty, empty, empty, empty, empty, empty, empty, empty,
	CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX,
	CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX,
};

static void again(void) {
	struct lconv now = conventions;
	conventions = now;
}

char *setlocale(int category, const char *locale) {
	(void)category;
	if (__heddle_nondet_shares()) {
		again();
		__heddle_fill_any(name, sizeof name - 1);
	}
	if (!locale || !*locale || strcmp(locale, "C") == 0 || strcmp(locale, "POSIX") == 0)
		return name;
	return 0;
}

struct lconv *localeconv(void) {
	if (__heddle_nondet_shares())
		again();
	return &conventions;
}
