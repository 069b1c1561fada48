/* Text of the Linux kernel: strings that are copied into room of a given size, and numbers that are read from text, which is arbitrary here. */
#include <heddle_intrinsics.h>

typedef __SIZE_TYPE__ size_t;

#define TOO_LONG (-7)

long strscpy(char *to, const char *from, size_t n) {
	if (!n)
		return TOO_LONG;
	size_t k = __builtin_strnlen(from, n);
	if (k < n) {
		__heddle_copy(to, (void *)from, k + 1);
		return k;
	}
	__heddle_copy(to, (void *)from, n - 1);
	to[n - 1] = 0;
	return TOO_LONG;
}

long strscpy_pad(char *to, const char *from, size_t n) {
	long k = strscpy(to, from, n);
	if (k >= 0 && (size_t)k + 1 < n)
		__heddle_fill(to + k + 1, 0, n - k - 1);
	return k;
}

size_t strlcpy(char *to, const char *from, size_t n) {
	size_t all = __builtin_strlen(from);
	if (n) {
		size_t k = all < n ? all : n - 1;
		__heddle_copy(to, (void *)from, k);
		to[k] = 0;
	}
	return all;
}

size_t strlcat(char *to, const char *from, size_t n) {
	size_t has = __builtin_strnlen(to, n);
	if (has >= n)
		return n + __builtin_strlen(from);
	return has + strlcpy(to + has, from, n - has);
}

/* The first bytes of a number; it ends with its text at the latest. */
static int number(const char *s, void *to, size_t n) {
	__heddle_touch((void *)s, __builtin_strnlen(s, 24));
	if (__heddle_nondet_bool())
		return __heddle_nondet_bool() ? -22 : -34;
	__heddle_fill_any(to, n);
	return 0;
}

int kstrtoull(const char *s, unsigned int base, unsigned long long *to) { (void)base; return number(s, to, sizeof(*to)); }
int kstrtoll(const char *s, unsigned int base, long long *to) { (void)base; return number(s, to, sizeof(*to)); }
int _kstrtoul(const char *s, unsigned int base, unsigned long *to) { (void)base; return number(s, to, sizeof(*to)); }
int _kstrtol(const char *s, unsigned int base, long *to) { (void)base; return number(s, to, sizeof(*to)); }
int kstrtouint(const char *s, unsigned int base, unsigned int *to) { (void)base; return number(s, to, sizeof(*to)); }
int kstrtoint(const char *s, unsigned int base, int *to) { (void)base; return number(s, to, sizeof(*to)); }
int kstrtou16(const char *s, unsigned int base, unsigned short *to) { (void)base; return number(s, to, sizeof(*to)); }
int kstrtos16(const char *s, unsigned int base, short *to) { (void)base; return number(s, to, sizeof(*to)); }
int kstrtou8(const char *s, unsigned int base, unsigned char *to) { (void)base; return number(s, to, sizeof(*to)); }
int kstrtos8(const char *s, unsigned int base, signed char *to) { (void)base; return number(s, to, sizeof(*to)); }

int kstrtobool(const char *s, _Bool *to) {
	if (!s)
		return -22;
	__heddle_touch((void *)s, __builtin_strnlen(s, 2));
	if (__heddle_nondet_bool())
		return -22;
	*to = __heddle_nondet_bool();
	return 0;
}

/* Text of a user process. */
static int from_user(void *to, size_t n) {
	if (__heddle_nondet_bool())
		return __heddle_nondet_bool() ? -14 : -22;
	__heddle_fill_any(to, n);
	return 0;
}

int kstrtoull_from_user(const char *s, size_t n, unsigned int base, unsigned long long *to) { (void)s; (void)n; (void)base; return from_user(to, sizeof(*to)); }
int kstrtoll_from_user(const char *s, size_t n, unsigned int base, long long *to) { (void)s; (void)n; (void)base; return from_user(to, sizeof(*to)); }
int kstrtoul_from_user(const char *s, size_t n, unsigned int base, unsigned long *to) { (void)s; (void)n; (void)base; return from_user(to, sizeof(*to)); }
int kstrtol_from_user(const char *s, size_t n, unsigned int base, long *to) { (void)s; (void)n; (void)base; return from_user(to, sizeof(*to)); }
int kstrtouint_from_user(const char *s, size_t n, unsigned int base, unsigned int *to) { (void)s; (void)n; (void)base; return from_user(to, sizeof(*to)); }
int kstrtoint_from_user(const char *s, size_t n, unsigned int base, int *to) { (void)s; (void)n; (void)base; return from_user(to, sizeof(*to)); }

int kstrtobool_from_user(const char *s, size_t n, _Bool *to) {
	(void)s;
	(void)n;
	if (__heddle_nondet_bool())
		return -22;
	*to = __heddle_nondet_bool();
	return 0;
}
