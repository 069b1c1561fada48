/* Text of the Linux kernel: strings that are copied into room of a given size, found in a list or cut, and numbers that are read from text, which is arbitrary here. */
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

/* Numbers that say where they end. */
static void ends(const char *s, char **end) {
	size_t n = __builtin_strnlen(s, 24), k = __heddle_nondet_size();
	__heddle_touch((void *)s, n);
	if (end)
		*end = (char *)s + (k < n ? k : n);
}

unsigned long long simple_strtoull(const char *s, char **end, unsigned int base) { (void)base; ends(s, end); return __heddle_nondet_ulonglong(); }
long long simple_strtoll(const char *s, char **end, unsigned int base) { (void)base; ends(s, end); return __heddle_nondet_longlong(); }
unsigned long simple_strtoul(const char *s, char **end, unsigned int base) { (void)base; ends(s, end); return __heddle_nondet_ulong(); }
long simple_strtol(const char *s, char **end, unsigned int base) { (void)base; ends(s, end); return __heddle_nondet_long(); }
unsigned long long memparse(const char *s, char **end) { ends(s, end); return __heddle_nondet_ulonglong(); }

unsigned int _bcd2bin(unsigned char val) { return (val & 0x0f) + (val >> 4) * 10; }
unsigned char _bin2bcd(unsigned int val) { return (val / 10 << 4) + val % 10; }

/* As far as there are spaces; one character behind them is looked at. */
char *skip_spaces(const char *s) {
	size_t k = __heddle_nondet_size() >> 1, n = __builtin_strnlen(s, k + 1);
	return (char *)s + (k < n ? k : n);
}

char *strim(char *s) {
	size_t n = __builtin_strlen(s), end = __heddle_nondet_size(), start = __heddle_nondet_size();
	if (!n)
		return s;
	if (end > n)
		end = n;
	s[end] = 0;
	return s + (start < end ? start : end);
}

int match_string(const char *const *list, size_t n, const char *s) {
	for (size_t i = 0; i < n && list[i]; i++)
		if (!__builtin_strcmp(list[i], s))
			return i;
	return -22;
}

/* A newline at the end does not count: it is arbitrary which one it is. */
int __sysfs_match_string(const char *const *list, size_t n, const char *s) {
	for (size_t i = 0; i < n && list[i]; i++) {
		__heddle_touch((void *)list[i], __builtin_strlen(list[i]));
		__heddle_touch((void *)s, __builtin_strlen(s));
		if (__heddle_nondet_bool())
			return i;
	}
	return -22;
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
