// Statement expressions with labels, struct results, side effects in lvalues, switches over odd types.
#define CHECK(c) do { if (!(c)) return __LINE__; } while (0)
#define FIND(v, n) ({ __label__ out; int r = -1; for (int i = 0; i < 3; i++) if ((v)[i] == (n)) { r = i; goto out; } out: r; })
static int f(int x) { return x ? ({ if (x > 5) return 50; x; }) : 1; }
struct S { int a[3]; int n; };
static struct S mk(void) { struct S s = { { 1, 2, 3 }, 3 }; return s; }
static int (*pick(int k))(int) { return k ? f : 0; }
static int vec[] = { 5, 6, 7 };
static inline __attribute__((always_inline)) int sq(int x) { return x * x; }
int g;
int *gp(void) { g++; return &g; }
int main(void) {
	int a[3] = { 4, 5, 6 };
	CHECK(FIND(a, 5) == 1 && FIND(vec, 7) == 2);
	CHECK(FIND(a, 9) == -1);
	CHECK(f(3) == 3 && f(9) == 50 && f(0) == 1);
	CHECK(mk().a[1] == 2 && mk().n == 3);
	CHECK(pick(1)(2) == 2 && pick(0) == 0);
	*gp() += 10;
	CHECK(g == 11);
	(*gp())++;
	CHECK(g == 13);
	int x = 3, y;
	y = x++;
	y += ++x;
	struct { unsigned a:4, b:4; } s = { 1, 2 };
	s.a += (s.b = 3);
	CHECK(s.a == 4 && s.b == 3);
	int i = 0;
	a[i++] = 10;
	CHECK(a[0] == 10 && i == 1);
	char *p = "abc";
	int n = 0;
	while (*p++) n++;
	CHECK(n == 3);
	for (char c = 'a'; c <= 'c'; c++) n += sq(c - 'a');
	CHECK(n == 8);
	do { if (n == 8) break; n = 0; } while (0);
	CHECK(n == 8);
	unsigned long long big = 0xffffffffffffffffULL;
	switch (big) { case -1: n = 1; break; default: n = 2; }
	CHECK(n == 1);
	switch ((char)200) { case -56: n = 5; break; case 200: n = 6; }
	CHECK(n == 5);
	const volatile int cv = 4;
	CHECK(cv == 4);
	int (*fa[2])(int) = { f, sq };
	CHECK(fa[1](4) == 16 && (*fa[0])(2) == 2);
	int m[2][2][2] = { { { 1, 2 }, { 3, 4 } }, { { 5, 6 }, { 7, 8 } } };
	CHECK(m[1][0][1] == 6 && *(**(m + 1) + 1) == 6 && (*(m[1] + 1))[0] == 7);
	union { float f; unsigned u; } pun = { .f = 1.0f };
	CHECK(pun.u == 0x3f800000);
	long l = (long)&g, l2 = (long)(&g + 1);
	CHECK(l2 - l == 4);
	CHECK(((struct S *)0)->a + 1 == (int *)4);
	return 0;
}
