// Odd corners: quirks of declarations, constants, undeclared functions, constructors, typeof, labels as values.
#define CHECK(c) do { if (!(c)) return __LINE__; } while (0)
#include <stddef.h>

static int order[4], n;
__attribute__((constructor)) static void first(void) { order[n++] = 1; }
static void __attribute__((constructor)) second(void) { order[n++] = 2; }
static const int base = 40;
static int derived = base + 2;
static const struct { int a, b; } pair = { 1, 2 };
int tentative;
int tentative;
int tentative = 4;
extern int later;
static int *plater = &later;
int later = 11;
static int self_size = sizeof(struct { char c; long l; }) > 4;
static char text[] = "a\0b" "c\x41\101\n";
static wchar_t wide[] = L"wide";
struct list { struct list *next; int v; };
static struct list nodes[3] = { { &nodes[1], 1 }, { &nodes[2], 2 }, { 0, 3 } };
static int (*const table[2])(int);
static unsigned char neg = -1;
static float ff = 3;
static int from_float = 7.9;
static _Bool from_ptr = &later;
static long addr_arith = (long)sizeof(nodes) - 1;
static char *mid = text + 2;
static char *end = &text[sizeof text];
static struct list *lp = &nodes[0] + 2;

static int undeclared_result(void) { return not_declared(20) + 1; }
int not_declared(int x) { return x * 2; }

union tu { int *i; float *f; } __attribute__((transparent_union));
static int takes(union tu u) { return *u.i; }

typedef int vec[3];
static int sum(const vec v) { return v[0] + v[1] + v[2]; }
static int fnptr_param(int f(int), int x) { return f(x); }
static int twice(int x) { return 2 * x; }
static inline int inl(int x) { return x + 1; }
static int shadow(int x) { int r = x; { int x = 5; r += x; { extern int later; r += later; } } return r; }
struct bf { int a : 4; };
static int gen(void) { return _Generic((char)1, char: 1, int: 2) * 10 + _Generic(&derived, int *: 3, default: 4); }

static int old(p, q) char p; short q; { return p + q; }

static volatile int vol;
static int volatiles(void) {
	volatile int *p = &vol;
	*p = 3;
	vol += 2;
	volatile struct list s = { 0, 4 };
	struct list t = s;
	return vol + t.v;
}

int main(void) {
	CHECK(n == 2 && order[0] == 1 && order[1] == 2);
	CHECK(derived == 42 && pair.b == 2 && tentative == 4 && *plater == 11 && self_size);
	CHECK(sizeof text == 8 && text[2] == 'b' && text[4] == 'A' && text[5] == 'A' && text[6] == '\n' && mid[1] == 'c' && end - text == 8);
	CHECK(wide[3] == 'e' && sizeof wide == 5 * sizeof(wchar_t));
	CHECK(nodes[0].next->next->v == 3 && lp->v == 3 && table[1] == 0);
	CHECK(neg == 255 && ff == 3.0f && from_float == 7 && from_ptr == 1 && addr_arith > 0);
	CHECK(undeclared_result() == 41);
	int i = 6;
	CHECK(takes(&i) == 6);
	vec v = { 1, 2, 3 };
	CHECK(sum(v) == 6 && fnptr_param(twice, 4) == 8 && inl(1) == 2 && shadow(1) == 17);
	CHECK(gen() == 13 && old(1, 2) == 3 && volatiles() == 9);
	struct bf b = { 7 };
	CHECK(b.a + 1 == 8);
	b.a++;
	CHECK(b.a == -8);
	CHECK('\377' == -1 && 'ab' == 'a' * 256 + 'b' && L'x' == 120);
	CHECK(010 == 8 && 0b101 == 5 && 1e3 == 1000 && 0x1p4 == 16);
	int a[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
	CHECK(*(*(a + 1) + 2) == 6 && (*a)[1] == 2 && 1[a][0] == 4 && sizeof a[0] == 12 && sizeof *a == 12);
	int (*pa)[3] = &a[1];
	CHECK((*pa)[0] == 4 && pa[-1][0] == 1);
	char *s = "lit";
	CHECK(s[1] == 'i' && "lit"[2] == 't' && *"x" == 'x' && sizeof "lit" == 4);
	typeof(i) j = 3;
	typeof(&i) pj = &j;
	CHECK(*pj == 3);
	CHECK(offsetof(struct list, v) == sizeof(void *));
	long d = &nodes[2] - &nodes[0];
	CHECK(d == 2);
	i = 5;
	i = (i++, i + 0 * i);
	j = (i = 3, i + 1);
	CHECK(j == 4);
	int k = i > 2 ? i < 4 ? 10 : 20 : 30;
	CHECK(k == 10);
	for (k = 0; k < 3; k++)
		;
	CHECK(k == 3);
	unsigned um = -5;
	CHECK(um % 3 == 2 && um / 2 == 2147483645u && -(int)um == 5);
	CHECK((signed char)0x80 < 0 && (short)0x18000 == -32768 && (unsigned char)(char)-1 == 255);
	return 0;
}
