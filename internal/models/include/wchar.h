/* C11 7.29: wide characters. */
#ifndef HEDDLE_WCHAR_H
#define HEDDLE_WCHAR_H

#include <heddle/types.h>
#include <stdarg.h>
#include <stdio.h>

typedef __WCHAR_TYPE__ wchar_t;
typedef __WINT_TYPE__ wint_t;
typedef struct {
	int __count;
	unsigned int __value;
} mbstate_t;
struct tm;

#ifndef WCHAR_MAX
#define WCHAR_MAX __WCHAR_MAX__
#define WCHAR_MIN __WCHAR_MIN__
#endif
#define WEOF ((wint_t)-1)

size_t wcslen(const wchar_t *s);
size_t wcsnlen(const wchar_t *s, size_t max);
wchar_t *wcscpy(wchar_t *dst, const wchar_t *src);
wchar_t *wcsncpy(wchar_t *dst, const wchar_t *src, size_t n);
wchar_t *wcscat(wchar_t *dst, const wchar_t *src);
wchar_t *wcsncat(wchar_t *dst, const wchar_t *src, size_t n);
int wcscmp(const wchar_t *a, const wchar_t *b);
int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n);
wchar_t *wcschr(const wchar_t *s, wchar_t c);
wchar_t *wcsrchr(const wchar_t *s, wchar_t c);
wchar_t *wcsstr(const wchar_t *hay, const wchar_t *needle);
wchar_t *wcsdup(const wchar_t *s);
wchar_t *wmemcpy(wchar_t *dst, const wchar_t *src, size_t n);
wchar_t *wmemmove(wchar_t *dst, const wchar_t *src, size_t n);
wchar_t *wmemset(wchar_t *p, wchar_t c, size_t n);
int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n);
wchar_t *wmemchr(const wchar_t *p, wchar_t c, size_t n);
int wprintf(const wchar_t *format, ...);
int fwprintf(FILE *f, const wchar_t *format, ...);
int swprintf(wchar_t *s, size_t n, const wchar_t *format, ...);
wint_t fputwc(wchar_t c, FILE *f);
wint_t fgetwc(FILE *f);
wint_t putwchar(wchar_t c);
wint_t getwchar(void);
wint_t btowc(int c);
int wctob(wint_t c);
int mbsinit(const mbstate_t *state);
size_t mbrtowc(wchar_t *pwc, const char *s, size_t n, mbstate_t *state);
size_t wcrtomb(char *s, wchar_t wc, mbstate_t *state);
long wcstol(const wchar_t *s, wchar_t **end, int base);
unsigned long wcstoul(const wchar_t *s, wchar_t **end, int base);
double wcstod(const wchar_t *s, wchar_t **end);

#endif
