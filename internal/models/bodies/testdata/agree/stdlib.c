/* Numbers, sorting and searching against libc. */
#include "agree.h"

int h_abs(int), h_atoi(const char *);
long h_labs(long), h_atol(const char *), h_strtol(const char *, char **, int);
long long h_llabs(long long), h_atoll(const char *), h_strtoll(const char *, char **, int);
unsigned long h_strtoul(const char *, char **, int);
unsigned long long h_strtoull(const char *, char **, int);
intmax_t h_strtoimax(const char *, char **, int), h_imaxabs(intmax_t);
uintmax_t h_strtoumax(const char *, char **, int);
double h_strtod(const char *, char **);
div_t h_div(int, int);
ldiv_t h_ldiv(long, long);
lldiv_t h_lldiv(long long, long long);
void h_qsort(void *, size_t, size_t, int (*)(const void *, const void *));
void *h_bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));

#define PARSE(f) \
	do { \
		char *e1 = 0, *e2 = 0; \
		errno = 0; \
		long long r1 = h_##f(s, &e1, base); \
		int n1 = errno; \
		errno = 0; \
		long long r2 = f(s, &e2, base); \
		int n2 = errno; \
		CHECK(r1 == r2 && e1 == e2 && n1 == n2, #f "(\"%s\", %d): %lld %ld %d, want %lld %ld %d", s, base, r1, (long)(e1 - s), n1, r2, \
			(long)(e2 - s), n2); \
	} while (0)

static void parse(const char *s, int base) {
	PARSE(strtol);
	PARSE(strtoll);
	PARSE(strtoul);
	PARSE(strtoull);
	PARSE(strtoimax);
	PARSE(strtoumax);
	CHECK(h_atoi(s) == atoi(s) && h_atol(s) == atol(s) && h_atoll(s) == atoll(s), "%s", s);
}

static int less(const void *a, const void *b) {
	return memcmp(a, b, 3);
}

int main(void) {
	static const char *const hard[] = {"", " ", "-", "+", "0", "0x", "0xg", "-0x1F", "08", "  +12z", "9223372036854775807", "9223372036854775808",
		"-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616", "-18446744073709551615",
		"2147483647", "2147483648", "-2147483648", "-2147483649", "4294967295", "4294967296", "zz", "99999999999999999999999999", "\t\n7"};
	for (unsigned i = 0; i < sizeof hard / sizeof *hard; i++)
		for (int base = 0; base <= 36; base++)
			if (base != 1)
				parse(hard[i], base);
	for (int i = 0; i < 50000; i++) {
		char s[32];
		int n = 0;
		if (rnd(4) == 0)
			s[n++] = " \t"[rnd(2)];
		if (rnd(3) == 0)
			s[n++] = "+-"[rnd(2)];
		if (rnd(4) == 0)
			s[n++] = '0', s[n++] = 'x';
		for (int k = rnd(24); k > 0; k--)
			s[n++] = rnd(20) ? "0123456789"[rnd(10)] : "afFzx "[rnd(6)];
		s[n] = 0;
		int base = (int[]){0, 8, 10, 16, 36, 2}[rnd(6)];
		parse(s, base);
	}
	/* Where a floating-point number ends. */
	static const char *const floats[] = {"1", "1.5", ".5", ".", "1e5", "1e", "1e+", "-2.e-3x", "  7.0.1", "", "-", "e5", "5.e5"};
	for (unsigned i = 0; i < sizeof floats / sizeof *floats; i++) {
		char *e1, *e2;
		if (floats[i][0] == 'e')
			continue; /* a letter is refused */
		h_strtod(floats[i], &e1);
		strtod(floats[i], &e2);
		CHECK(e1 == e2, "strtod(\"%s\")", floats[i]);
	}
	for (int i = 0; i < 3000; i++) {
		char a[40][3], b[40][3], key[3];
		size_t n = rnd(40);
		for (size_t k = 0; k < n; k++)
			for (int j = 0; j < 3; j++)
				a[k][j] = b[k][j] = (char)rnd(3);
		h_qsort(a, n, 3, less);
		qsort(b, n, 3, less);
		CHECK(memcmp(a, b, 3 * n) == 0, "qsort");
		for (int j = 0; j < 3; j++)
			key[j] = (char)rnd(4);
		void *p = h_bsearch(key, a, n, 3, less), *q = bsearch(key, b, n, 3, less);
		CHECK(!p == !q && (!p || memcmp(p, key, 3) == 0), "bsearch");
	}
	for (int i = 0; i < 3000; i++) {
		long long n = (long long)rnd64() >> rnd(60), d = (long long)rnd64() >> rnd(60);
		if (d == 0 || (int)d == 0 || (long)d == 0 || d == -1 || (int)d == -1 || (long)d == -1)
			continue;
		lldiv_t q1 = h_lldiv(n, d), q2 = lldiv(n, d);
		div_t q3 = h_div((int)n, (int)d), q4 = div((int)n, (int)d);
		ldiv_t q5 = h_ldiv((long)n, (long)d), q6 = ldiv((long)n, (long)d);
		CHECK(q1.quot == q2.quot && q1.rem == q2.rem && q3.quot == q4.quot && q3.rem == q4.rem && q5.quot == q6.quot && q5.rem == q6.rem, "div");
		CHECK(h_abs((int)n) == abs((int)n) && h_labs((long)n) == labs((long)n) && h_llabs(n) == llabs(n), "abs");
	}
	return 0;
}
