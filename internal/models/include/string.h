/* C11 7.24 and POSIX: strings and memory. */
#ifndef HEDDLE_STRING_H
#define HEDDLE_STRING_H

#include <heddle/types.h>

void *memcpy(void *dst, const void *src, size_t n);
void *mempcpy(void *dst, const void *src, size_t n);
void *memmove(void *dst, const void *src, size_t n);
void *memccpy(void *dst, const void *src, int c, size_t n);
void *memset(void *p, int c, size_t n);
void explicit_bzero(void *p, size_t n);
int memcmp(const void *a, const void *b, size_t n);
void *memchr(const void *p, int c, size_t n);
void *memrchr(const void *p, int c, size_t n);
void *rawmemchr(const void *p, int c);
void *memmem(const void *hay, size_t haylen, const void *needle, size_t needlelen);
size_t strlen(const char *s);
size_t strnlen(const char *s, size_t max);
char *strcpy(char *dst, const char *src);
char *strncpy(char *dst, const char *src, size_t n);
char *stpcpy(char *dst, const char *src);
char *stpncpy(char *dst, const char *src, size_t n);
char *strcat(char *dst, const char *src);
char *strncat(char *dst, const char *src, size_t n);
size_t strlcpy(char *dst, const char *src, size_t size);
size_t strlcat(char *dst, const char *src, size_t size);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t n);
int strcoll(const char *a, const char *b);
size_t strxfrm(char *dst, const char *src, size_t n);
char *strchr(const char *s, int c);
char *strrchr(const char *s, int c);
char *strchrnul(const char *s, int c);
size_t strspn(const char *s, const char *accept);
size_t strcspn(const char *s, const char *reject);
char *strpbrk(const char *s, const char *accept);
char *strstr(const char *hay, const char *needle);
char *strcasestr(const char *hay, const char *needle);
char *strtok(char *s, const char *delim);
char *strtok_r(char *s, const char *delim, char **save);
char *strsep(char **s, const char *delim);
char *strdup(const char *s);
char *strndup(const char *s, size_t n);
char *strerror(int errnum);
int strerror_r(int errnum, char *buf, size_t size);
char *strsignal(int sig);
#define strdupa(s) (strcpy((char *)__builtin_alloca(strlen(s) + 1), (s)))

#include <strings.h>
int strcoll_l(const char *, const char *, locale_t);
char *strerror_l(int, locale_t);
size_t strxfrm_l(char *, const char *, size_t, locale_t);

#endif
