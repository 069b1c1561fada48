/* Numbers, sorting, searching, and the environment. */
#include <ctype.h>
#include <errno.h>
#include <heddle_intrinsics.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

int abs(int n) {
	return n < 0 ? -n : n;
}

long labs(long n) {
	return n < 0 ? -n : n;
}

long long llabs(long long n) {
	return n < 0 ? -n : n;
}

intmax_t imaxabs(intmax_t n) {
	return n < 0 ? -n : n;
}

div_t div(int n, int d) {
	div_t r = {n / d, n % d};
	return r;
}

ldiv_t ldiv(long n, long d) {
	ldiv_t r = {n / d, n % d};
	return r;
}

lldiv_t lldiv(long long n, long long d) {
	lldiv_t r = {n / d, n % d};
	return r;
}

imaxdiv_t imaxdiv(intmax_t n, intmax_t d) {
	imaxdiv_t r = {n / d, n % d};
	return r;
}

/* ---- text to integer */

static int digit(char c) {
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'Z')
		return c - 'A' + 10;
	return 99;
}

/* The magnitude of a number of at most max, its sign, where it ends (s itself if there is none), and whether it was too large. */
static unsigned long long number(const char *s, const char **end, int base, unsigned long long max, int *negative, int *range) {
	const char *p = s;
	unsigned long long n = 0;
	*end = s;
	*negative = 0;
	*range = 0;
	if (base < 0 || base == 1 || base > 36) {
		errno = EINVAL;
		return 0;
	}
	while (isspace((unsigned char)*p))
		p++;
	if (*p == '+' || *p == '-') {
		*negative = *p == '-';
		p++;
	}
	if ((base == 0 || base == 16) && p[0] == '0' && (p[1] == 'x' || p[1] == 'X') && digit(p[2]) < 16) {
		p += 2;
		base = 16;
	} else if (base == 0) {
		base = p[0] == '0' ? 8 : 10;
	}
	for (;; p++) {
		int d = digit(*p);
		if (d >= base)
			break;
		if (n > (max - (unsigned)d) / (unsigned)base)
			*range = 1;
		n = n * (unsigned)base + (unsigned)d;
		*end = p + 1;
	}
	return n;
}

static long long signed_number(const char *s, char **end, int base, long long min, long long max) {
	const char *e;
	int negative, range;
	/* The magnitude of the smallest number is one more than the largest. */
	unsigned long long n = number(s, &e, base, (unsigned long long)max + 1, &negative, &range);
	if (end)
		*end = (char *)e;
	if (range || (!negative && n > (unsigned long long)max)) {
		errno = ERANGE;
		return negative ? min : max;
	}
	return negative ? (long long)(0 - n) : (long long)n;
}

static unsigned long long unsigned_number(const char *s, char **end, int base, unsigned long long max) {
	const char *e;
	int negative, range;
	unsigned long long n = number(s, &e, base, max, &negative, &range);
	if (end)
		*end = (char *)e;
	if (range) {
		errno = ERANGE;
		return max;
	}
	return negative ? 0 - n : n;
}

long strtol(const char *s, char **end, int base) {
	return (long)signed_number(s, end, base, LONG_MIN, LONG_MAX);
}

long long strtoll(const char *s, char **end, int base) {
	return signed_number(s, end, base, LLONG_MIN, LLONG_MAX);
}

unsigned long strtoul(const char *s, char **end, int base) {
	return (unsigned long)unsigned_number(s, end, base, ULONG_MAX);
}

unsigned long long strtoull(const char *s, char **end, int base) {
	return unsigned_number(s, end, base, ULLONG_MAX);
}

intmax_t strtoimax(const char *s, char **end, int base) {
	return signed_number(s, end, base, INTMAX_MIN, INTMAX_MAX);
}

uintmax_t strtoumax(const char *s, char **end, int base) {
	return unsigned_number(s, end, base, UINTMAX_MAX);
}

int atoi(const char *s) {
	return (int)strtol(s, 0, 10);
}

long atol(const char *s) {
	return strtol(s, 0, 10);
}

long long atoll(const char *s) {
	return strtoll(s, 0, 10);
}

/* What glibc's headers call these in newer dialects. */
long __isoc23_strtol(const char *s, char **end, int base) {
	return strtol(s, end, base);
}

long long __isoc23_strtoll(const char *s, char **end, int base) {
	return strtoll(s, end, base);
}

unsigned long __isoc23_strtoul(const char *s, char **end, int base) {
	return strtoul(s, end, base);
}

unsigned long long __isoc23_strtoull(const char *s, char **end, int base) {
	return strtoull(s, end, base);
}

/* ---- text to floating point: where the number ends is exact, its value is arbitrary */

static const char *digits(const char *p, int *any) {
	while (isdigit((unsigned char)*p)) {
		p++;
		*any = 1;
	}
	return p;
}

static const char *float_end(const char *s) {
	const char *p = s;
	int any = 0;
	while (isspace((unsigned char)*p))
		p++;
	if (*p == '+' || *p == '-')
		p++;
	if (isalpha((unsigned char)*p) || (p[0] == '0' && (p[1] == 'x' || p[1] == 'X')))
		__heddle_unsupported("strtod of a hexadecimal number, an infinity or a NaN");
	p = digits(p, &any);
	if (*p == '.')
		p = digits(p + 1, &any);
	if (!any)
		return s;
	if (*p == 'e' || *p == 'E') {
		int exponent = 0;
		const char *q = p + 1;
		if (*q == '+' || *q == '-')
			q++;
		q = digits(q, &exponent);
		if (exponent)
			p = q;
	}
	return p;
}

double strtod(const char *s, char **end) {
	const char *e = float_end(s);
	if (end)
		*end = (char *)e;
	return e == s ? 0 : __heddle_nondet_double();
}

float strtof(const char *s, char **end) {
	const char *e = float_end(s);
	if (end)
		*end = (char *)e;
	return e == s ? 0 : __heddle_nondet_float();
}

double atof(const char *s) {
	return strtod(s, 0);
}

/* ---- sorting and searching */

/* Whole elements are moved: what they point to would be lost if their bytes were. */
static void swap(char *a, char *b, size_t size) {
	char t[size];
	memcpy(t, a, size);
	memcpy(a, b, size);
	memcpy(b, t, size);
}

/* Insertion sort: few steps on the short arrays that programs under check have, and stable. */
void qsort(void *base, size_t n, size_t size, int (*cmp)(const void *, const void *)) {
	char *a = base;
	for (size_t i = 1; i < n; i++)
		for (size_t k = i; k > 0 && cmp(a + (k - 1) * size, a + k * size) > 0; k--)
			swap(a + (k - 1) * size, a + k * size, size);
}

void qsort_r(void *base, size_t n, size_t size, int (*cmp)(const void *, const void *, void *), void *arg) {
	char *a = base;
	for (size_t i = 1; i < n; i++)
		for (size_t k = i; k > 0 && cmp(a + (k - 1) * size, a + k * size, arg) > 0; k--)
			swap(a + (k - 1) * size, a + k * size, size);
}

void *bsearch(const void *key, const void *base, size_t n, size_t size, int (*cmp)(const void *, const void *)) {
	const char *a = base;
	size_t lo = 0, hi = n;
	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		int c = cmp(key, a + mid * size);
		if (c == 0)
			return (void *)(a + mid * size);
		if (c < 0)
			hi = mid;
		else
			lo = mid + 1;
	}
	return 0;
}

/* ---- random numbers are arbitrary in their range, whatever the seed */

int rand(void) {
	return __heddle_nondet_int() & RAND_MAX;
}

int rand_r(unsigned int *seed) {
	*seed = __heddle_nondet_uint();
	return rand();
}

long random(void) {
	return rand();
}

long lrand48(void) {
	return rand();
}

long mrand48(void) {
	return __heddle_nondet_int();
}

double drand48(void) {
	double r = __heddle_nondet_double();
	return r >= 0 && r < 1 ? r : 0;
}

char *secure_getenv(const char *name) {
	return getenv(name);
}
