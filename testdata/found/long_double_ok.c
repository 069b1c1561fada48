// check: --property assert
// expect: PROVED
// What is exact about long double: copies, comparisons, conversions, and arithmetic that does not round. UNKNOWN was said.
#include <assert.h>
#include <stdarg.h>
struct s { char c; long double x; int y; } s = {1, 2.5L, 3}, t;
long double tab[3] = {1, -2.25, 1e30L};
static long double half(long double x) { return x / 2; }
static long double sum(int n, ...)
{
	va_list ap;
	long double r = 0;
	va_start(ap, n);
	for (int i = 0; i < n; i++)
		r += va_arg(ap, long double);
	va_end(ap);
	return r;
}
static void many(long long n, double d)
{
	long double x = n, y = d;
	assert((long long)x == n && (double)y == d && (x < 0) == (n < 0) && (y == 0) == (d == 0) && (x ? 1 : 0) == (n != 0));
	assert(-x == -(long double)n && (x > y) == (y < x) && (x == y) == (y >= x && y <= x));
}

int main(void)
{
	long double a = 5, b = a++, c = ++a;
	assert(b == 5 && c == 7 && a == 7);
	assert(half(a) == 3.5L && half(-1.0) == -0.5);
	t = s;
	assert(t.x == 2.5L && t.y == 3 && tab[1] == -2.25 && tab[1] < tab[0] && tab[2] > 1e29L);
	assert(sum(2, 1.5L, 2.0L) == 3.5);
	assert((int)-2.75L == -2 && (unsigned char)200.9L == 200 && (long long)9007199254740993.0L == 9007199254740993LL);
	assert((double)0.5L == 0.5 && (float)0.25L == 0.25f && !0.0L && 0.1L && (_Bool)0.3L);
	long double z = 0.0, nz = -z;
	assert(z == nz && !(z < nz) && 1 ? 1 : 0);
	assert(9223372036854775807LL == (long double)9223372036854775807LL && (long double)9223372036854775807LL < 9223372036854775808.0);
	long double inf = 1e308, den = 5e-324;
	assert(inf < 1e309L && den > 0 && den < 1e-300);
	long double *p = &a;
	*p += 2.5;
	assert(a == 9.5 && a * 2 == 19 && a - 9 == .5 && a / 2 == 4.75);
	a = 1 ? 3 : a;
	assert(a == 3 && -a == -3.0f && a >= 3 && a <= 3 && a > 2 && a < 4);
	a = ({ long double in = b; in; });
	assert(a == 5);
	a = 0, a = a ? c : b;
	assert(a == 5.0L);
	assert((unsigned long)18446744073709551615.0L == 18446744073709551615UL && (long)-9223372036854775808.0L < 0);
	volatile double least = 5e-324, below = -2.2250738585072009e-308, first = 2.2250738585072014e-308;
	assert(least == 0x1p-1074L && below == -0xf.ffffffffffffp-1026L && first == 0x1p-1022L && -below < first);
	long long n[] = {0, 1, -1, 5, 1LL << 62, -9223372036854775807LL - 1, 9223372036854775807LL, 4503599627370497LL};
	double d[] = {0, -0.0, 1, -1, 5e-324, -2.2250738585072009e-308, 2.2250738585072014e-308, 1.7976931348623157e308};
	for (int i = 0; i < 8; i++)
		many(n[i], i < 4 || i > 5 ? d[i] : 3);
	return 0;
}
