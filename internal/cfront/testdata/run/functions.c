// Calls: pointers, variable arguments, K&R, recursion, aliases, VLA, alloca, nested calls with structs.
#include <stdarg.h>
#define CHECK(c) do { if (!(c)) return __LINE__; } while (0)

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int (*ops[])(int, int) = { add, sub, 0 };
typedef int (*op)(int, int);
struct vt { op f; void (*set)(struct vt *, int); int v; };
static void set(struct vt *t, int v) { t->v = v; }
static op pick(int k) { return ops[k]; }

static int kr(a, b, c) int a; char b; float c; { return a + b + (int)c; }
static int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
static int even(unsigned n);
static int odd(unsigned n) { return n ? even(n - 1) : 0; }
static int even(unsigned n) { return n ? odd(n - 1) : 1; }

struct pair { long a; short b; };
static int sum(int n, ...) {
	va_list ap, aq;
	va_start(ap, n);
	va_copy(aq, ap);
	int s = 0;
	for (int i = 0; i < n; i++)
		s += va_arg(ap, int);
	int first = va_arg(aq, int);
	va_end(ap);
	va_end(aq);
	return s * 100 + first;
}
static int types(const char *f, ...) {
	va_list ap;
	va_start(ap, f);
	int r = 0;
	for (; *f; f++)
		switch (*f) {
		case 'i': r += va_arg(ap, int); break;
		case 'l': r += (int)va_arg(ap, long long); break;
		case 'd': r += (int)(va_arg(ap, double) * 10); break;
		case 'p': r += *va_arg(ap, int *); break;
		case 's': { struct pair p = va_arg(ap, struct pair); r += p.a + p.b; break; }
		}
	va_end(ap);
	return r;
}
static int vsum(int n, va_list ap) { int s = 0; while (n--) s += va_arg(ap, int); return s; }
static int fwd(int n, ...) { va_list ap; va_start(ap, n); int r = vsum(n, ap); va_end(ap); return r; }

int target(int x) { return x * 2; }
int other(int x) __attribute__((alias("target")));
extern int nobody(void) __attribute__((weak));

static int vla(int n) {
	int a[n], b[n][n + 1];
	for (int i = 0; i < n; i++) {
		a[i] = i;
		for (int j = 0; j <= n; j++)
			b[i][j] = i * 10 + j;
	}
	int (*p)[n + 1] = b;
	CHECK(sizeof a == n * sizeof(int) && sizeof b == n * (n + 1) * sizeof(int));
	CHECK(p[1][2] == 12 && b[n - 1][n] == (n - 1) * 10 + n && a[n - 1] == n - 1);
	CHECK((char *)&b[1] - (char *)&b[0] == (n + 1) * (int)sizeof(int));
	int s = 0;
	for (int k = 1; k <= 3; k++) {
		char v[k];
		v[k - 1] = k;
		s += v[k - 1] + sizeof v;
	}
	CHECK(s == 12);
	return 0;
}
static int param(int n, int m[n][n]) { return m[1][1] + sizeof(*m); }
static int stack(int n) {
	char *p = __builtin_alloca(n);
	p[n - 1] = 5;
	if (n > 100) {
		int *q = __builtin_alloca(8);
		q[1] = 1;
		return q[1];
	}
	return p[n - 1];
}
static int counter(void) { static int n = 3; return n++; }
static char narrow(int x) { return x; }
static unsigned char unarrow(int x) { return x; }
static _Bool truth(int x) { return x; }
static float half(double d) { return d / 2; }
static struct pair mk(long a) { return (struct pair){ a, (short)a }; }
static long twice(struct pair p, struct pair *q) { p.a *= 2; return p.a + q->b; }
static void nothing(void) {}

int implicit_later();

int main(void) {
	CHECK(ops[0](2, 3) == 5 && (*ops[1])(2, 3) == -1 && pick(1)(9, 4) == 5 && (&add)(1, 1) == 2 && (****add)(1, 2) == 3);
	struct vt t = { .f = pick(0), .set = set };
	t.set(&t, 42);
	CHECK(t.v == 42 && t.f(1, 2) == 3);
	CHECK(ops[2] == 0 && ops[0] == add && ops[0] != ops[1]);
	CHECK(kr(1, 2, 3.5) == 6);
	CHECK(fact(6) == 720 && even(10) && !even(7));
	CHECK(sum(3, 10, 20, 30) == 6010 && sum(1, -1) == -101);
	int seven = 7;
	struct pair pr = { 100, 20 };
	CHECK(types("ildps", 1, 2LL, 0.5, &seven, pr) == 1 + 2 + 5 + 7 + 120);
	CHECK(types("ii", 'a', (short)-1) == 96 && types("d", 1.5f) == 15);
	CHECK(fwd(2, 4, 5) == 9);
	CHECK(other(4) == 8);
	CHECK(nobody == 0);
	int r;
	if ((r = vla(4)))
		return r;
	int m[2][2] = { { 1, 2 }, { 3, 4 } };
	CHECK(param(2, m) == 12);
	CHECK(stack(10) == 5 && stack(200) == 1);
	CHECK(counter() == 3 && counter() == 4);
	CHECK(narrow(200) == -56 && unarrow(-1) == 255 && truth(256) == 1 && half(3) == 1.5f);
	CHECK(mk(5).b == 5 && twice(mk(3), &pr) == 26);
	nothing();
	CHECK(implicit_later(5) == 6);
	CHECK(({ int x = 3; x; }) == 3);
	CHECK(sizeof(__func__) == 5 && __func__[0] == 'm');
	return 0;
}
int implicit_later(int x) { return x + 1; }
