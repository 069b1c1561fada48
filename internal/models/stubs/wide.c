/* Wide characters: strings and classes, C locale. */
#include <ctype.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

size_t wcslen(const wchar_t *s) {
	size_t n = 0;
	while (s[n])
		n++;
	return n;
}

size_t wcsnlen(const wchar_t *s, size_t max) {
	size_t n = 0;
	while (n < max && s[n])
		n++;
	return n;
}

wchar_t *wmemcpy(wchar_t *dst, const wchar_t *src, size_t n) {
	for (size_t i = 0; i < n; i++)
		dst[i] = src[i];
	return dst;
}

wchar_t *wmemmove(wchar_t *dst, const wchar_t *src, size_t n) {
	for (size_t i = 1; i < n; i++) {
		if (dst == src + i) {
			for (size_t k = n; k > 0; k--)
				dst[k - 1] = src[k - 1];
			return dst;
		}
	}
	return wmemcpy(dst, src, n);
}

wchar_t *wmemset(wchar_t *p, wchar_t c, size_t n) {
	for (size_t i = 0; i < n; i++)
		p[i] = c;
	return p;
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n) {
	for (size_t i = 0; i < n; i++)
		if (a[i] != b[i])
			return a[i] < b[i] ? -1 : 1;
	return 0;
}

wchar_t *wmemchr(const wchar_t *p, wchar_t c, size_t n) {
	for (size_t i = 0; i < n; i++)
		if (p[i] == c)
			return (wchar_t *)(p + i);
	return 0;
}

wchar_t *wcscpy(wchar_t *dst, const wchar_t *src) {
	return wmemcpy(dst, src, wcslen(src) + 1);
}

wchar_t *wcsncpy(wchar_t *dst, const wchar_t *src, size_t n) {
	size_t i = 0;
	for (; i < n && src[i]; i++)
		dst[i] = src[i];
	for (; i < n; i++)
		dst[i] = 0;
	return dst;
}

wchar_t *wcscat(wchar_t *dst, const wchar_t *src) {
	wcscpy(dst + wcslen(dst), src);
	return dst;
}

wchar_t *wcsncat(wchar_t *dst, const wchar_t *src, size_t n) {
	wchar_t *d = dst + wcslen(dst);
	size_t i = 0;
	for (; i < n && src[i]; i++)
		d[i] = src[i];
	d[i] = 0;
	return dst;
}

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n) {
	for (size_t i = 0; i < n; i++) {
		if (a[i] != b[i])
			return a[i] < b[i] ? -1 : 1;
		if (!a[i])
			return 0;
	}
	return 0;
}

int wcscmp(const wchar_t *a, const wchar_t *b) {
	return wcsncmp(a, b, (size_t)-1);
}

wchar_t *wcschr(const wchar_t *s, wchar_t c) {
	for (;; s++) {
		if (*s == c)
			return (wchar_t *)s;
		if (!*s)
			return 0;
	}
}

wchar_t *wcsrchr(const wchar_t *s, wchar_t c) {
	const wchar_t *last = 0;
	for (;; s++) {
		if (*s == c)
			last = s;
		if (!*s)
			return (wchar_t *)last;
	}
}

wchar_t *wcsstr(const wchar_t *hay, const wchar_t *needle) {
	size_t n = wcslen(needle);
	for (;; hay++) {
		if (wcsncmp(hay, needle, n) == 0)
			return (wchar_t *)hay;
		if (!*hay)
			return 0;
	}
}

wchar_t *wcsdup(const wchar_t *s) {
	size_t n = wcslen(s) + 1;
	wchar_t *copy = malloc(n * sizeof(wchar_t));
	return copy ? wmemcpy(copy, s, n) : 0;
}

wchar_t *wcswcs(const wchar_t *hay, const wchar_t *needle) {
	return wcsstr(hay, needle);
}

wchar_t *wcpcpy(wchar_t *dst, const wchar_t *src) {
	size_t n = wcslen(src);
	wmemcpy(dst, src, n + 1);
	return dst + n;
}

wchar_t *wcpncpy(wchar_t *dst, const wchar_t *src, size_t n) {
	wcsncpy(dst, src, n);
	return dst + wcsnlen(dst, n);
}

size_t wcsspn(const wchar_t *s, const wchar_t *set) {
	size_t n = 0;
	while (s[n] && wcschr(set, s[n]))
		n++;
	return n;
}

size_t wcscspn(const wchar_t *s, const wchar_t *set) {
	size_t n = 0;
	while (s[n] && !wcschr(set, s[n]))
		n++;
	return n;
}

wchar_t *wcspbrk(const wchar_t *s, const wchar_t *set) {
	s += wcscspn(s, set);
	return *s ? (wchar_t *)s : 0;
}

wchar_t *wcstok(wchar_t *s, const wchar_t *set, wchar_t **next) {
	if (!s)
		s = *next;
	s += wcsspn(s, set);
	wchar_t *end = s + wcscspn(s, set);
	wchar_t *token = end == s ? 0 : s;
	if (*end)
		*end++ = 0;
	*next = end;
	return token;
}

int wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t n) {
	for (size_t i = 0; i < n; i++) {
		wint_t x = towlower((wint_t)a[i]), y = towlower((wint_t)b[i]);
		if (x != y)
			return x < y ? -1 : 1;
		if (!x)
			return 0;
	}
	return 0;
}

int wcscasecmp(const wchar_t *a, const wchar_t *b) {
	return wcsncasecmp(a, b, (size_t)-1);
}

int wcscoll(const wchar_t *a, const wchar_t *b) {
	return wcscmp(a, b);
}

size_t wcsxfrm(wchar_t *dst, const wchar_t *src, size_t n) {
	size_t len = wcslen(src);
	wmemcpy(dst, src, len < n ? len + 1 : n);
	return len;
}

#define CLASS(wide, narrow) \
	int wide(wint_t c) { \
		return c < 128 && narrow((int)c); \
	}

CLASS(iswalnum, isalnum)
CLASS(iswalpha, isalpha)
CLASS(iswblank, isblank)
CLASS(iswcntrl, iscntrl)
CLASS(iswdigit, isdigit)
CLASS(iswgraph, isgraph)
CLASS(iswlower, islower)
CLASS(iswprint, isprint)
CLASS(iswpunct, ispunct)
CLASS(iswspace, isspace)
CLASS(iswupper, isupper)
CLASS(iswxdigit, isxdigit)

wint_t towlower(wint_t c) {
	return c < 128 ? (wint_t)tolower((int)c) : c;
}

wint_t towupper(wint_t c) {
	return c < 128 ? (wint_t)toupper((int)c) : c;
}
