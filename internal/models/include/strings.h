/* POSIX: string operations, the older ones. */
#ifndef HEDDLE_STRINGS_H
#define HEDDLE_STRINGS_H

#include <heddle/types.h>

int strcasecmp(const char *a, const char *b);
int strncasecmp(const char *a, const char *b, size_t n);
int bcmp(const void *a, const void *b, size_t n);
void bcopy(const void *src, void *dst, size_t n);
void bzero(void *p, size_t n);
char *index(const char *s, int c);
char *rindex(const char *s, int c);
int ffs(int n);
int ffsl(long n);
int ffsll(long long n);
int strcasecmp_l(const char *, const char *, locale_t);
int strncasecmp_l(const char *, const char *, size_t, locale_t);

#endif
