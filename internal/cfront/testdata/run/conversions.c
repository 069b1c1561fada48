// Promotions, usual arithmetic conversions, shifts, comparisons.
#define CHECK(c) do { if (!(c)) return __LINE__; } while (0)

static int chars(void) {
	char c = (char)200;
	signed char s = (signed char)200;
	unsigned char u = 200;
	CHECK(c == -56);
	CHECK(s == -56);
	CHECK(u == 200);
	CHECK(c != u);
	CHECK(c + u == 144);
	CHECK((unsigned char)c == u);
	CHECK(-u == -200);
	CHECK(~u == -201);
	CHECK((u << 1) == 400);
	u += 100;
	CHECK(u == 44);
	u--;
	u -= 44;
	CHECK(u == 255);
	CHECK(u++ == 255 && u == 0);
	return 0;
}

static int shorts(void) {
	unsigned short a = 65535;
	unsigned int r = (unsigned)a * a;
	CHECK(r == 4294836225u);
	short m = -32768;
	CHECK(m - 1 == -32769);
	m--;
	CHECK(m == 32767);
	unsigned short b = 0;
	CHECK(b - 1 < 0);
	CHECK((unsigned short)(b - 1) == 65535);
	return 0;
}

static int mixed(void) {
	int i = -1;
	unsigned u = 1;
	long l = -1;
	unsigned long ul = 1;
	long long ll = -1;
	CHECK(i > u);
	CHECK((l < u) == (sizeof(long) > sizeof(int)));
	CHECK(ll < u);
	CHECK(l > ul);
	CHECK(u + i == 0);
	CHECK(sizeof(u + ll) == 8);
	CHECK(u - 2 > 0);
	CHECK((long long)(u - 2) == 4294967295LL);
	CHECK(0x7fffffff + 1u == 2147483648u);
	CHECK(-1 / 2u == 2147483647u);
	CHECK(-7 / 2 == -3 && -7 % 2 == -1);
	CHECK(7u % 4u == 3);
	CHECK((unsigned char)-1 > -1);
	CHECK(2147483648 > 0);
	CHECK(-2147483648 < 0);
	CHECK(0xffffffff > 0);
	CHECK(sizeof(0xffffffff) == 4 && sizeof(4294967295) == (sizeof(long) == 8 ? 8 : 8));
	return 0;
}

static int shifts(void) {
	int i = -16;
	unsigned u = 0x80000000u;
	unsigned char c = 0x80;
	long long ll = 1;
	CHECK(i >> 2 == -4);
	CHECK(u >> 31 == 1);
	CHECK(u << 1 == 0);
	CHECK(c << 8 == 0x8000);
	CHECK(c >> 3 == 0x10);
	CHECK(ll << 40 == 1099511627776LL);
	CHECK(1u << 31 >> 31 == 1);
	i <<= 1;
	CHECK(i == -32);
	u >>= 4;
	CHECK(u == 0x08000000u);
	signed char sc = -128;
	sc >>= 1;
	CHECK(sc == -64);
	CHECK(sizeof(c << 1) == 4);
	CHECK((1 << (long long)3) == 8);
	return 0;
}

static int bools(void) {
	_Bool b = 256;
	CHECK(b == 1);
	b = 0.5;
	CHECK(b == 1);
	b = (void *)0;
	CHECK(b == 0);
	b = &b;
	CHECK(b);
	b = 3;
	b++;
	CHECK(b == 1);
	b--;
	CHECK(b == 0);
	b |= 8;
	CHECK(b == 1);
	CHECK(!b == 0 && sizeof(!b) == sizeof(int));
	CHECK((_Bool)0x100 == 1);
	CHECK(b + b == 2);
	return 0;
}

enum small { A, B = 5, C };
enum neg { N = -1, P = 1 };
enum big { BIG = 0x100000000LL, BIG2 };

static int enums(void) {
	enum small s = C;
	enum neg n = N;
	CHECK(s == 6 && A == 0);
	CHECK(n < 0);
	CHECK(sizeof(enum big) == 8 && BIG2 == 0x100000001LL);
	s = A;
	s -= 1;
	CHECK(s > 0); /* unsigned: no negative values */
	CHECK(sizeof(A) == 4 && A - 1 < 0);
	return 0;
}

static int floats(void) {
	float f = 0.1f;
	double d = 0.1;
	CHECK(f != d);
	CHECK((float)d == f);
	CHECK((int)3.99 == 3 && (int)-3.99 == -3);
	CHECK((unsigned)3.5f == 3);
	CHECK(1 / 2 == 0 && 1 / 2.0 == 0.5);
	CHECK(sizeof(f + f) == 4 && sizeof(f + d) == 8);
	f = 16777216;
	f += 1;
	CHECK(f == 16777216);
	d = 1;
	d /= 3;
	CHECK(d * 3 == 1);
	CHECK(-0.0 == 0.0 && 1 / -0.0 < 0);
	int i = 7;
	i *= 1.5;
	CHECK(i == 10);
	i = -1;
	CHECK((double)(unsigned)i == 4294967295.0);
	CHECK((long long)1e18 == 1000000000000000000LL);
	double nan = 0.0 / d * 0 + (1e308 * 10 - 1e308 * 10);
	CHECK(nan != nan && !(nan < 1) && !(nan >= 1));
	if (nan)
		i = 5;
	CHECK(i == 5);
	CHECK(!!0.5f);
	d++;
	CHECK(d > 1.3 && d < 1.4);
	float g = 1.0f / 3;
	CHECK(g == 0x1.555556p-2f);
	return 0;
}

static int wide(void) {
#ifdef __SIZEOF_INT128__
	__int128 a = (__int128)1 << 100;
	unsigned __int128 u = (unsigned __int128)-1;
	CHECK(a >> 98 == 4);
	CHECK((long long)(a >> 64) == 1LL << 36);
	CHECK(u > a);
	CHECK(u / 3 * 3 == u);
	CHECK(-a < 0 && (-a) >> 100 == -1);
	CHECK(sizeof(a + 1) == 16);
	a = -5;
	CHECK(a / 2 == -2 && a % 2 == -1);
	CHECK((double)a == -5.0);
	u = 0xffffffffffffffffULL;
	CHECK((unsigned long long)((u * u) >> 64) == 0xfffffffffffffffeULL);
#endif
	return 0;
}

static int pointers(void) {
	int a[10];
	int *p = a + 3, *q = &a[7];
	CHECK(q - p == 4 && p - q == -4);
	CHECK(p < q && q >= p);
	CHECK(*&a[2] == *(2 + a) || 1);
	CHECK((char *)q - (char *)p == 16);
	CHECK((unsigned long)(q - p) == 4);
	p++;
	p += 2;
	CHECK(p == &a[6] && p - a == 6);
	p -= 6;
	CHECK(p == a && &*p == a && &p[3] == a + 3);
	long n = (long)p;
	CHECK((int *)n == p);
	CHECK(p && !(p == 0) && (void *)p != 0);
	int (*row)[5] = (int (*)[5])a;
	CHECK((char *)(row + 1) - (char *)row == 20);
	CHECK(&row[1][2] == &a[7]);
	short i = -2;
	q = &a[7];
	CHECK(&q[i] == &a[5]);
	unsigned char uc = 2;
	CHECK(q - uc == &a[5]);
	return 0;
}

int main(void) {
	int r;
	if ((r = chars()) || (r = shorts()) || (r = mixed()) || (r = shifts()) || (r = bools()) || (r = enums()) || (r = floats()) ||
	    (r = wide()) || (r = pointers()))
		return r;
	return 0;
}
