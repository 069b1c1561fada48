/* The one locale. */
#include <limits.h>
#include <locale.h>
#include <string.h>

static char name[] = "C";
static char empty[] = "";
static char point[] = ".";

char *setlocale(int category, const char *locale) {
	(void)category;
	if (!locale || !*locale || strcmp(locale, "C") == 0 || strcmp(locale, "POSIX") == 0)
		return name;
	return 0;
}

static const struct lconv conventions = {
	point, empty, empty, empty, empty, empty, empty, empty, empty, empty,
	CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX,
	CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX,
};

struct lconv *localeconv(void) {
	return (struct lconv *)&conventions;
}
