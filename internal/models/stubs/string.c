/* <string.h> and <strings.h>: every byte that C says is read or written is, and no other, so races and bad addresses show
   exactly. What copies, sets or looks for bytes does so by operations on ranges; what compares goes byte by byte. strchr and its kin read
   the string to its end. */
#include <heddle_intrinsics.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *memcpy(void *dst, const void *src, size_t n) {
	__heddle_copy(dst, src, n);
	return dst;
}

void *mempcpy(void *dst, const void *src, size_t n) {
	return (char *)memcpy(dst, src, n) + n;
}

void *memmove(void *dst, const void *src, size_t n) {
	__heddle_copy(dst, src, n);
	return dst;
}

void *memccpy(void *dst, const void *src, int c, size_t n) {
	size_t k = __heddle_scan(src, c, n);
	if (k == n) {
		__heddle_copy(dst, src, n);
		return 0;
	}
	__heddle_copy(dst, src, k + 1);
	return (char *)dst + k + 1;
}

void *memset(void *p, int c, size_t n) {
	__heddle_fill(p, c, n);
	return p;
}

void explicit_bzero(void *p, size_t n) {
	memset(p, 0, n);
}

/* So many bytes, if their number is known, are compared without a bound. */
enum { SHORT = 64 };

int memcmp(const void *a, const void *b, size_t n) {
	const unsigned char *x = a, *y = b;
	if (n <= SHORT) {
		int d = 0;
		for (size_t i = 0; i < n; i++)
			if (!d)
				d = x[i] - y[i];
		return d;
	}
	for (size_t i = 0; i < n; i++) {
		int d = x[i] - y[i];
		if (d)
			return d;
	}
	return 0;
}

void *memchr(const void *p, int c, size_t n) {
	size_t i = __heddle_scan(p, c, n);
	return i < n ? (char *)p + i : 0;
}

void *memrchr(const void *p, int c, size_t n) {
	const unsigned char *s = p;
	for (size_t i = n; i > 0; i--)
		if (s[i - 1] == (unsigned char)c)
			return (void *)(s + i - 1);
	return 0;
}

void *rawmemchr(const void *p, int c) {
	return (char *)p + __heddle_scan(p, c, SIZE_MAX);
}

void *memmem(const void *hay, size_t haylen, const void *needle, size_t needlelen) {
	const char *h = hay;
	if (needlelen > haylen)
		return 0;
	for (size_t i = 0; i <= haylen - needlelen; i++)
		if (memcmp(h + i, needle, needlelen) == 0)
			return (void *)(h + i);
	return 0;
}

size_t strlen(const char *s) {
	return __heddle_scan(s, 0, SIZE_MAX);
}

size_t strnlen(const char *s, size_t max) {
	return __heddle_scan(s, 0, max);
}

char *stpcpy(char *dst, const char *src) {
	size_t n = strlen(src);
	__heddle_copy(dst, src, n + 1);
	return dst + n;
}

char *strcpy(char *dst, const char *src) {
	stpcpy(dst, src);
	return dst;
}

char *stpncpy(char *dst, const char *src, size_t n) {
	size_t k = __heddle_scan(src, 0, n);
	__heddle_copy(dst, src, k);
	__heddle_fill(dst + k, 0, n - k);
	return dst + k;
}

char *strncpy(char *dst, const char *src, size_t n) {
	stpncpy(dst, src, n);
	return dst;
}

char *strcat(char *dst, const char *src) {
	stpcpy(dst + strlen(dst), src);
	return dst;
}

char *strncat(char *dst, const char *src, size_t n) {
	char *d = dst + strlen(dst);
	size_t k = __heddle_scan(src, 0, n);
	__heddle_copy(d, src, k);
	d[k] = 0;
	return dst;
}

size_t strlcpy(char *dst, const char *src, size_t size) {
	size_t n = strlen(src);
	if (size) {
		size_t k = n < size ? n : size - 1;
		memcpy(dst, src, k);
		dst[k] = 0;
	}
	return n;
}

size_t strlcat(char *dst, const char *src, size_t size) {
	size_t n = strnlen(dst, size);
	if (n == size)
		return n + strlen(src);
	return n + strlcpy(dst + n, src, size - n);
}

/* Strings are compared by loops that do not end at the first difference, but look no further: a loop whose number of runs is known is cut by no bound. The second
   string is nearly always the one whose length is known; it is searched for its end, so some of it may be read that lies behind a difference. */
static int differ(const char *a, const char *b, size_t n) {
	int d = 0, more = 1;
	for (size_t i = 0; i < n; i++)
		if (more) {
			unsigned char x = (unsigned char)a[i], y = (unsigned char)b[i];
			d = x - y;
			more = !d && x;
		}
	return d;
}

int strncmp(const char *a, const char *b, size_t n) {
	if (n <= SHORT)
		return differ(a, b, n);
	for (size_t i = 0; i < n; i++) {
		unsigned char x = (unsigned char)a[i], y = (unsigned char)b[i];
		if (x != y)
			return x - y;
		if (!x)
			return 0;
	}
	return 0;
}

int strcmp(const char *a, const char *b) {
	return differ(a, b, strlen(b) + 1);
}

/* The C locale. */
int strcoll(const char *a, const char *b) {
	return strcmp(a, b);
}

size_t strxfrm(char *dst, const char *src, size_t n) {
	size_t len = strlen(src);
	if (len < n)
		memcpy(dst, src, len + 1);
	else
		memcpy(dst, src, n);
	return len;
}

static int lower(unsigned char c) {
	return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

static int differ_in_letters(const char *a, const char *b, size_t n) {
	int d = 0, more = 1;
	for (size_t i = 0; i < n; i++)
		if (more) {
			int x = lower((unsigned char)a[i]), y = lower((unsigned char)b[i]);
			d = x - y;
			more = !d && x;
		}
	return d;
}

int strncasecmp(const char *a, const char *b, size_t n) {
	if (n <= SHORT)
		return differ_in_letters(a, b, n);
	for (size_t i = 0; i < n; i++) {
		int x = lower((unsigned char)a[i]), y = lower((unsigned char)b[i]);
		if (x != y)
			return x - y;
		if (!x)
			return 0;
	}
	return 0;
}

int strcasecmp(const char *a, const char *b) {
	return differ_in_letters(a, b, strlen(b) + 1);
}

char *strchrnul(const char *s, int c) {
	size_t n = strlen(s);
	return (char *)s + __heddle_scan(s, c, n);
}

char *strchr(const char *s, int c) {
	return memchr(s, c, strlen(s) + 1);
}

char *strrchr(const char *s, int c) {
	char *last = 0;
	size_t n = strlen(s) + 1;
	for (;;) {
		size_t k = __heddle_scan(s, c, n);
		if (k == n)
			return last;
		last = (char *)s + k;
		s += k + 1;
		n -= k + 1;
	}
}

static int within(char c, const char *set) {
	for (; *set; set++)
		if (*set == c)
			return 1;
	return 0;
}

size_t strspn(const char *s, const char *accept) {
	size_t n = 0;
	for (;; n++) {
		char c = s[n];
		if (!c || !within(c, accept))
			return n;
	}
}

size_t strcspn(const char *s, const char *reject) {
	size_t n = 0;
	for (;; n++) {
		char c = s[n];
		if (!c || within(c, reject))
			return n;
	}
}

char *strpbrk(const char *s, const char *accept) {
	s += strcspn(s, accept);
	return *s ? (char *)s : 0;
}

char *strstr(const char *hay, const char *needle) {
	size_t n = strlen(needle);
	for (;; hay++) {
		if (strncmp(hay, needle, n) == 0)
			return (char *)hay;
		if (!*hay)
			return 0;
	}
}

char *strcasestr(const char *hay, const char *needle) {
	size_t n = strlen(needle);
	for (;; hay++) {
		if (strncasecmp(hay, needle, n) == 0)
			return (char *)hay;
		if (!*hay)
			return 0;
	}
}

char *strtok_r(char *s, const char *delim, char **save) {
	if (!s)
		s = *save;
	s += strspn(s, delim);
	if (!*s) {
		*save = s;
		return 0;
	}
	char *end = s + strcspn(s, delim);
	if (*end)
		*end++ = 0;
	*save = end;
	return s;
}

/* Not safe in threads, and shown so: the position is a plain shared variable. */
static char *position;

char *strtok(char *s, const char *delim) {
	return strtok_r(s, delim, &position);
}

char *strsep(char **s, const char *delim) {
	char *begin = *s;
	if (!begin)
		return 0;
	char *end = begin + strcspn(begin, delim);
	if (*end) {
		*end = 0;
		*s = end + 1;
	} else {
		*s = 0;
	}
	return begin;
}

char *strndup(const char *s, size_t n) {
	size_t len = strnlen(s, n);
	char *copy = malloc(len + 1);
	if (!copy)
		return 0;
	memcpy(copy, s, len);
	copy[len] = 0;
	return copy;
}

char *strdup(const char *s) {
	size_t size = strlen(s) + 1;
	char *copy = malloc(size);
	return copy ? memcpy(copy, s, size) : 0;
}

/* ---- <strings.h> */

int bcmp(const void *a, const void *b, size_t n) {
	return memcmp(a, b, n);
}

void bcopy(const void *src, void *dst, size_t n) {
	memmove(dst, src, n);
}

void bzero(void *p, size_t n) {
	memset(p, 0, n);
}

char *index(const char *s, int c) {
	return strchr(s, c);
}

char *rindex(const char *s, int c) {
	return strrchr(s, c);
}

int ffsll(long long n) {
	for (int i = 0; i < 64; i++)
		if (n >> i & 1)
			return i + 1;
	return 0;
}

int ffsl(long n) {
	return ffsll(n);
}

int ffs(int n) {
	return ffsll(n);
}

/* ---- messages: some text that the caller may not change */

static const char message[] = "error";
static char error_text[] = "error", signal_text[] = "signal";

/* Some libraries write the text of every call to one place. */
char *strerror(int errnum) {
	(void)errnum;
	if (__heddle_nondet_shares())
		__heddle_fill_any(error_text, sizeof error_text - 1);
	return error_text;
}

char *strsignal(int sig) {
	(void)sig;
	if (__heddle_nondet_shares())
		__heddle_fill_any(signal_text, sizeof signal_text - 1);
	return signal_text;
}

int strerror_r(int errnum, char *buf, size_t size) {
	(void)errnum;
	strlcpy(buf, message, size);
	return 0;
}

int __xpg_strerror_r(int errnum, char *buf, size_t size) {
	return strerror_r(errnum, buf, size);
}
