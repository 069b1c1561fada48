/* Wide characters: streams, dates and widths, where input and output are arbitrary. */
#include <heddle_intrinsics.h>
#include <stdio.h>
#include <time.h>
#include <wchar.h>

int wcswidth(const wchar_t *s, size_t n) {
	(void)wcsnlen(s, n);
	return __heddle_nondet_int();
}

size_t wcsftime(wchar_t *s, size_t max, const wchar_t *format, const struct tm *tm) {
	(void)wcslen(format);
	__heddle_touch(tm, sizeof *tm);
	size_t n = __heddle_nondet_size();
	if (max == 0)
		return 0;
	if (n >= max)
		n = max - 1;
	__heddle_fill_any(s, n * sizeof *s);
	s[n] = 0;
	return n;
}

int fputws(const wchar_t *s, FILE *f) {
	(void)f;
	(void)wcslen(s);
	return __heddle_nondet_bool() ? 0 : EOF;
}

wchar_t *fgetws(wchar_t *s, int n, FILE *f) {
	(void)f;
	if (n < 1 || __heddle_nondet_bool())
		return 0;
	int len = __heddle_nondet_int();
	if (len < 0 || len >= n)
		len = n - 1;
	__heddle_fill_any(s, (size_t)len * sizeof *s);
	s[len] = 0;
	return s;
}
