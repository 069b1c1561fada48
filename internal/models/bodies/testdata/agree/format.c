/* snprintf and its family against libc, on random formats of integers, characters, strings and pointers. */
#include "agree.h"

int h_snprintf(char *, size_t, const char *, ...), h_sprintf(char *, const char *, ...), h_asprintf(char **, const char *, ...);

static char x[400], y[400];

#define COMPARE(...) \
	do { \
		memset(x, 'x', sizeof x); \
		memset(y, 'x', sizeof y); \
		int rx = h_snprintf(x, n, __VA_ARGS__), ry = snprintf(y, n, __VA_ARGS__); \
		CHECK(rx == ry && memcmp(x, y, sizeof x) == 0, "\"%s\": [%s] %d, want [%s] %d", f, n ? x : "", rx, n ? y : "", ry); \
	} while (0)

static void spec(char *f, const char *length, char conversion, int precision) {
	int n = 0;
	f[n++] = '<';
	f[n++] = '%';
	for (int k = rnd(3); k > 0; k--)
		f[n++] = "-+ #0"[rnd(5)];
	if (rnd(2))
		n += sprintf(f + n, "%d", rnd(30));
	if (precision && rnd(2))
		n += sprintf(f + n, ".%d", rnd(30));
	sprintf(f + n, "%s%c>", length, conversion);
}

int main(void) {
	for (int i = 0; i < 60000; i++) {
		char f[64];
		size_t n = rnd(3) ? sizeof x : rnd(20);
		unsigned long long v = rnd(8) ? rnd64() >> rnd(64) : 0;
		if (rnd(2))
			v = 0 - v;
		char c = "diuoxX"[rnd(6)];
		switch (rnd(9)) {
		case 0:
			spec(f, "", c, 1);
			COMPARE(f, (int)v);
			break;
		case 1:
			spec(f, "l", c, 1);
			COMPARE(f, (long)v);
			break;
		case 2:
			spec(f, "ll", c, 1);
			COMPARE(f, v);
			break;
		case 3:
			spec(f, rnd(2) ? "z" : "t", c, 1);
			COMPARE(f, (size_t)v);
			break;
		case 4:
			spec(f, rnd(2) ? "h" : "hh", c, 1);
			COMPARE(f, (int)v);
			break;
		case 5:
			spec(f, "", 'c', 0);
			c = (char)('a' + rnd(26));
			COMPARE(f, c);
			break;
		case 6: {
			char s[20];
			int k = rnd(20);
			memset(s, 'q', sizeof s);
			s[k] = 0;
			spec(f, "", 's', 1);
			COMPARE(f, s);
			break;
		}
		case 7:
			strcpy(f, "%p|%%|%20p");
			COMPARE(f, (void *)(uintptr_t)v, (void *)0);
			break;
		default: {
			int width = (int)rnd(40) - 20, precision = (int)rnd(20) - 4, a = 0, b = 0;
			strcpy(f, "%s-%*d/%.*d/%-*.*x");
			COMPARE(f, "text", width, (int)v, precision, (int)v, width, precision, (unsigned)v);
			h_snprintf(x, sizeof x, "abc%n%d", &a, 7);
			snprintf(y, sizeof y, "abc%n%d", &b, 7);
			CHECK(a == b && a == 3, "%d %d", a, b);
		}
		}
	}
	char *p;
	CHECK(h_asprintf(&p, "%d-%s", 42, "x") == 4 && strcmp(p, "42-x") == 0, "%s", p);
	free(p);
	CHECK(h_sprintf(x, "%05d|%-5s|%+d", -42, "ab", 7) == 14 && strcmp(x, "-0042|ab   |+7") == 0, "%s", x);
	CHECK(h_snprintf(x, sizeof x, "%8.2f|%d", 1.5, 3) > 2 && strcmp(x + strlen(x) - 2, "|3") == 0, "%s", x);
	return 0;
}
