// Structs, unions, bit-fields, initializers.
#define CHECK(c) do { if (!(c)) return __LINE__; } while (0)
typedef unsigned long size_t;

struct p { int x, y; };
struct mix { char c; double d; short s; struct p p; int a[3]; char *str; };
union u { int i; unsigned char b[4]; float f; struct { short lo, hi; }; };

struct bits {
	unsigned a : 3;
	int b : 5;
	unsigned c : 10;
	unsigned : 0;
	signed char d : 2;
	_Bool e : 1;
	unsigned long long w : 40;
	unsigned long long : 0;
	long long sw : 35;
};

static struct p mk(int x, int y) { struct p r = { x, y }; return r; }
static struct p swap(struct p v) { int t = v.x; v.x = v.y; v.y = t; return v; }
static struct mix big(struct mix m) { m.c++; m.a[1] = 7; return m; }

static int copies(void) {
	struct p a = { 1, 2 }, b;
	b = a;
	b.x = 5;
	CHECK(a.x == 1 && b.x == 5 && b.y == 2);
	b = swap(a);
	CHECK(a.x == 1 && b.x == 2 && b.y == 1);
	CHECK(swap(mk(3, 4)).x == 4);
	struct p *q = &b;
	*q = mk(8, 9);
	CHECK(b.x == 8 && q->y == 9);
	struct p arr[3] = { { 1, 2 }, [2] = { 5, 6 } };
	arr[1] = arr[2];
	CHECK(arr[1].x == 5 && arr[0].y == 2);
	struct mix m = { .c = 'a', .d = 1.5, .p = { .y = 3 }, .a = { [1] = 4 } };
	struct mix n = big(m);
	CHECK(n.c == 'b' && n.d == 1.5 && n.p.y == 3 && n.p.x == 0 && n.a[1] == 7 && n.a[0] == 0 && m.a[1] == 4 && m.str == 0);
	struct p t = 1 ? a : b;
	CHECK(t.y == 2);
	int k = 0;
	t = k ? a : mk(6, 7);
	CHECK(t.x == 6);
	struct p c = (t.x = 3, t);
	CHECK(c.x == 3);
	struct p e = ({ struct p z = { 4, 5 }; z; });
	CHECK(e.x == 4 && e.y == 5);
	c = e = a;
	CHECK(c.x == 1 && e.y == 2);
	return 0;
}

static int unions(void) {
	union u v;
	v.i = 0x01020304;
	CHECK(v.b[0] == 4 && v.b[3] == 1 && v.lo == 0x0304 && v.hi == 0x0102);
	v.f = 1.0f;
	CHECK(v.i == 0x3f800000);
	union u w = v;
	CHECK(w.f == 1.0f);
	union u z = { .b = { 1, 2 } };
	CHECK(z.i == 0x0201);
	return 0;
}

static int bitfields(void) {
	struct bits s = { 0 };
	s.a = 9;
	CHECK(s.a == 1);
	s.b = 31;
	CHECK(s.b == -1);
	s.b = 15;
	CHECK(s.b == 15 && s.a == 1);
	s.c = 1023;
	s.c++;
	CHECK(s.c == 0 && s.b == 15);
	CHECK(s.a - 2 < 0);
	s.d = 2;
	CHECK(s.d == -2);
	s.e = 4;
	CHECK(s.e == 1);
	CHECK((s.a = 12) == 4);
	s.w = 0xffffffffffULL;
	CHECK(s.w == 0xffffffffffULL);
	s.w++;
	CHECK(s.w == 0);
	s.w--;
	CHECK(s.w + 1 == 0); /* gcc computes in 40 bits */
	s.sw = -1;
	CHECK(s.sw == -1 && s.sw < 0);
	s.sw = 1LL << 34;
	CHECK(s.sw < 0);
	struct bits t = s;
	CHECK(t.a == 4 && t.b == 15 && t.e == 1 && t.d == -2);
	s.a |= 3;
	s.c += 77;
	CHECK(s.a == 7 && s.c == 77);
	CHECK(s.c-- == 77 && --s.c == 75);
	struct bits i = { 1, -2, 3, -1, 1, 5, -7 };
	CHECK(i.a == 1 && i.b == -2 && i.c == 3 && i.d == -1 && i.e && i.w == 5 && i.sw == -7);
	return 0;
}

struct __attribute__((packed)) pk { char c; int i; short s; };
struct nest { struct { int a; union { int b; char c[4]; }; }; struct p q[2]; };

static struct p gp = { .y = 2, .x = 1 };
static int ga[] = { 1, [5] = 6, 7, [2 ... 3] = 9 };
static const char *names[] = { "zero", "one", [3] = "three" };
static char str[] = "abc", fix[3] = "xyz", big5[5] = { "hi" };
static struct nest gn = { .a = 1, .c = { 2, 3 }, .q = { [1] = { 4, 5 } } };
static int *gptr = &ga[2];
static struct p *gpp = &gp;
static int *member = &gn.q[1].y;
static unsigned long diff = (char *)&gn.q[1] - (char *)&gn;
static struct pk gpk = { 1, 2, 3 };
static int matrix[2][3] = { 1, 2, 3, 4 };
static struct p elided[2] = { 1, 2, 3 };
static double gd = 1.0 / 4, ge[2] = { 1, 2.5 };
static struct p *lit = &(struct p){ 7, 8 };
static int len = sizeof(ga) / sizeof(ga[0]);
static struct bits gb = { .b = -3, .w = 0x123456789aULL, .e = 5 };
static struct { int n; int d[]; } flex = { 3, { 1, 2, 3 } };
static int zeroed[100];
static long big_neg = -5000000000LL % 1000;

static int statics(void) {
	CHECK(gp.x == 1 && gp.y == 2);
	CHECK(len == 7 && ga[0] == 1 && ga[1] == 0 && ga[2] == 9 && ga[3] == 9 && ga[4] == 0 && ga[5] == 6 && ga[6] == 7);
	CHECK(names[1][0] == 'o' && names[2] == 0 && names[3][4] == 'e' && names[3][5] == 0);
	CHECK(sizeof str == 4 && str[3] == 0 && fix[2] == 'z' && big5[1] == 'i' && big5[4] == 0);
	CHECK(gn.a == 1 && gn.b == 0x0302 && gn.q[1].y == 5 && *member == 5);
	CHECK(gptr[0] == 9 && gpp->y == 2);
	CHECK(diff == 16);
	CHECK(sizeof(struct pk) == 7 && gpk.i == 2 && gpk.s == 3 && (char *)&gpk.s - (char *)&gpk == 5);
	CHECK(matrix[0][2] == 3 && matrix[1][0] == 4 && matrix[1][1] == 0);
	CHECK(elided[1].x == 3 && elided[1].y == 0);
	CHECK(gd == 0.25 && ge[1] == 2.5 && ge[0] == 1);
	CHECK(lit->x == 7 && lit->y == 8);
	CHECK(gb.b == -3 && gb.w == 0x123456789aULL && gb.e == 1 && gb.a == 0);
	CHECK(flex.n == 3 && flex.d[2] == 3);
	CHECK(zeroed[99] == 0 && big_neg == 0);
	return 0;
}

static int locals(int n) {
	int a[] = { n, n + 1, [4] = n * 2 };
	CHECK(sizeof a == 20 && a[0] == n && a[2] == 0 && a[4] == 2 * n);
	char s[] = "hey", t[8] = "ab";
	CHECK(sizeof s == 4 && s[2] == 'y' && t[2] == 0 && t[7] == 0);
	struct nest m = { .q[1].x = 3, 4, .b = 9 };
	CHECK(m.q[1].x == 3 && m.q[1].y == 4 && m.b == 9 && m.a == 0 && m.q[0].x == 0);
	int r[40] = { [0 ... 29] = n };
	CHECK(r[29] == n && r[30] == 0);
	struct p *p = &(struct p){ .y = n };
	CHECK(p->x == 0 && p->y == n);
	struct p q = { 1 }, z = {};
	CHECK(q.y == 0 && z.x == 0);
	int *v = (int[]){ 1, 2, n };
	CHECK(v[2] == n);
	struct pk k = { .s = n };
	k.i = n + 1;
	struct pk k2 = k;
	CHECK(k2.i == n + 1 && k2.s == n && k2.c == 0);
	union u w = { .hi = 1 };
	CHECK(w.i == 0x10000);
	char big[300] = { 1 };
	CHECK(big[0] == 1 && big[299] == 0);
	struct { int n; char d[200]; } x = { 1, "yes" }, y;
	y = x;
	CHECK(y.n == 1 && y.d[2] == 's' && y.d[199] == 0);
	struct p pa[2] = { mk(1, 2), q };
	CHECK(pa[0].y == 2 && pa[1].x == 1);
	return 0;
}

int main(void) {
	int r;
	if ((r = copies()) || (r = unions()) || (r = bitfields()) || (r = statics()) || (r = locals(5)))
		return r;
	return 0;
}
