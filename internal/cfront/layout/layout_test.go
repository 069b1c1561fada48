package layout_test

import (
	"context"
	"fmt"
	"testing"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/cfront/cparse"
	"github.com/heddle-dev/heddle/internal/ir"
)

func parse(t *testing.T, src string, m ir.DataModel) *cparse.Unit {
	t.Helper()
	u, list, err := cparse.Parse(context.Background(), cparse.Source{Name: "a.c", Content: []byte(src)}, cparse.Options{Model: m})
	if err != nil || u == nil {
		t.Fatal(list, err)
	}
	return u
}

func typeOf(t *testing.T, u *cparse.Unit, name string) cc.Type {
	t.Helper()
	for _, n := range u.AST.Scope.Nodes[name] {
		if d, ok := n.(*cc.Declarator); ok {
			return d.Type()
		}
	}
	t.Fatalf("%s is not declared", name)
	return nil
}

const constPrelude = `
struct __attribute__((packed)) p { char c; int i; short s[3]; };
struct q { char c; struct p in[2]; union { long long l; char b; }; double d; };
enum e { A, B = sizeof(struct p), C, D = -4, E };
enum big { BIG = 0x100000000LL };
int arr[3][5]; char *str;
#define offsetof(t, m) __builtin_offsetof(t, m)
`

// TestConstInt checks constants by the length of an array and against the value given.
func TestConstInt(t *testing.T) {
	for _, c := range []struct {
		expr       string
		lp64, ilp3 int64
	}{
		{"1 + 2 * 3 - 4 / 2 % 3", 5, 5},
		{"1 << 4 | 3 ^ 1 & 7", 18, 18},
		{"-7 / 2 + 10", 7, 7},
		{"-7 % 3 + 10", 9, 9},
		{"(unsigned char)300", 44, 44},
		{"(signed char)200 + 100", 44, 44},
		{"(_Bool)5 + 1", 2, 2},
		{"-1 < 0u ? 1 : 2", 2, 2},
		{"(char)-1 < (unsigned char)1 ? 3 : 4", 3, 3},
		{"-1L < 1u ? 5 : 6", 5, 6},
		{"~0u >> 28", 15, 15},
		{"-16 >> 2 & 0xff", 252, 252},
		{"sizeof(struct p)", 11, 11},
		{"sizeof(struct q)", 40, 40},
		{"offsetof(struct p, i)", 1, 1},
		{"offsetof(struct q, in[1].s[2])", 21, 21},
		{"offsetof(struct q, b)", 24, 24},
		{"offsetof(struct q, d)", 32, 32},
		{"(long)&((struct q *)0)->in[1]", 12, 12},
		{"sizeof arr[0]", 20, 20},
		{"sizeof arr / sizeof arr[0][0]", 15, 15},
		{"sizeof(*str) + sizeof(str)", 9, 5},
		{"sizeof(\"abc\")", 4, 4},
		{"sizeof((struct q){0}.in)", 22, 22},
		{"sizeof((&((struct q *)0)->in[0])->s)", 6, 6},
		{"sizeof(int[2][3])", 24, 24},
		{"B", 11, 11},
		{"C", 12, 12},
		{"E + 5", 2, 2},
		{"sizeof(enum e)", 4, 4},
		{"sizeof(enum big)", 8, 8},
		{"D < 0 ? 1 : 2", 1, 1},
		{"sizeof(A)", 4, 4},
		{"_Alignof(double)", 8, 4},
		{"__alignof__(double)", 8, 8},
		{"_Alignof(struct p)", 1, 1},
		{"_Alignof(long long)", 8, 4},
		{"1 ?: 2", 1, 1},
		{"0 ?: 2", 2, 2},
		{"1 || 1 / 0", 1, 1},
		{"(0 && 1 / 0) + 1", 1, 1},
		{"(1, 2) ? 3 : 4", 0, 0},
		{"__builtin_bswap16(0x0100)", 1, 1},
		{"__builtin_popcount(255)", 8, 8},
		{"__builtin_clz(1)", 31, 31},
		{"__builtin_ctzll(8)", 3, 3},
		{"__builtin_ffs(0) + 1", 1, 1},
		{"__builtin_choose_expr(sizeof(struct p) == 11, 7, 8)", 7, 7},
		{"_Generic(1L, long: 2, default: 3)", 2, 2},
		{"__builtin_constant_p(3) + 1", 2, 2},
		{"(int)2.9", 2, 2},
		{"'ab'", 24930, 24930},
		{"'\\377' + 2", 1, 1},
		{"!3 + !0", 1, 1},
		{"(int)(0xffffffffU + 2)", 1, 1},
		{"sizeof(long)", 8, 4},
	} {
		for m, want := range map[ir.DataModel]int64{ir.LP64: c.lp64, ir.ILP32: c.ilp3} {
			if want == 0 {
				continue // not a constant in C
			}
			t.Run(fmt.Sprint(c.expr, m), func(t *testing.T) {
				u := parse(t, constPrelude+"char x["+c.expr+"];", m)
				if got := u.Layout.Len(typeOf(t, u, "x").(*cc.ArrayType)); got != want {
					t.Errorf("%s is %d, want %d", c.expr, got, want)
				}
			})
		}
	}
}

func TestMemoryLocations(t *testing.T) {
	u := parse(t, `struct s { char a; int b : 3, c : 5; int : 0; int d : 4; char e; struct { unsigned f : 7; unsigned g : 9; }; long long h : 40; } x;`, ir.LP64)
	want := map[string][2]int64{"a": {0, 1}, "b": {1, 1}, "c": {1, 1}, "d": {4, 1}, "e": {5, 1}, "f": {8, 2}, "g": {8, 2}, "h": {16, 5}}
	typ := typeOf(t, u, "x")
	for name, w := range want {
		f, ok := u.Layout.Member(typ, name)
		if !ok || f.LocOffset != w[0] || f.LocSize != w[1] {
			t.Errorf("%s: location %d+%d, want %d+%d", name, f.LocOffset, f.LocSize, w[0], w[1])
		}
	}
	if p, ok := u.Layout.Lookup(typ, "g"); !ok || len(p) != 2 || !p[0].Anonymous || p[1].BitOffset != 7 {
		t.Errorf("path to g: %+v", p)
	}
	if _, ok := u.Layout.Lookup(typ, "nothing"); ok {
		t.Error("found a member that is not there")
	}
}

func TestKeys(t *testing.T) {
	u := parse(t, `typedef struct s { int a; } T; struct s x; const T y; T *z; struct { int a; } u; struct { int a; } v;
void f(void) { struct s { char c; } w; w.c = 0; } struct inc; struct inc *i; union n { int q; } n;`, ir.LP64)
	key := func(n string) string {
		typ := typeOf(t, u, n)
		if p, ok := typ.(*cc.PointerType); ok {
			typ = p.Elem()
		}
		return u.Layout.Key(typ)
	}
	if key("x") != key("y") || key("x") != key("z") {
		t.Errorf("one struct has the keys %s, %s, %s", key("x"), key("y"), key("z"))
	}
	seen := map[string]string{}
	for _, n := range []string{"x", "u", "v", "i", "n"} {
		if o, ok := seen[key(n)]; ok {
			t.Errorf("%s and %s share the key %s", n, o, key(n))
		}
		seen[key(n)] = n
	}
}

func TestTypesWithoutASize(t *testing.T) {
	u := parse(t, "struct inc; struct inc *p; extern int a[]; int g(int n); struct f { int n; char c[]; } x; union u { int a; float b; } __attribute__((transparent_union)) tu;", ir.LP64)
	if n := u.Layout.Sizeof(typeOf(t, u, "p").(*cc.PointerType).Elem()); n != -1 {
		t.Errorf("sizeof an incomplete struct = %d", n)
	}
	if n := u.Layout.Sizeof(typeOf(t, u, "a")); n != -1 {
		t.Errorf("sizeof an array without length = %d", n)
	}
	if n := u.Layout.Sizeof(typeOf(t, u, "g")); n != 1 {
		t.Errorf("sizeof a function = %d", n)
	}
	if f, _ := u.Layout.Member(typeOf(t, u, "x"), "c"); !f.Flexible || f.LocSize != 0 {
		t.Errorf("flexible member %+v", f)
	}
	if !u.Layout.Transparent(typeOf(t, u, "tu")) || u.Layout.Transparent(typeOf(t, u, "x")) {
		t.Error("transparent_union is not seen")
	}
}

func TestUnderlying(t *testing.T) {
	u := parse(t, "enum a { A } a; enum b { B = -1 } b; enum c { C = 0x100000000 } c; enum d { D = 200 } __attribute__((packed)) d; enum e { E = -200 } __attribute__((packed)) e;", ir.ILP32)
	for name, want := range map[string]struct {
		size   int64
		signed bool
	}{"a": {4, false}, "b": {4, true}, "c": {8, false}, "d": {1, false}, "e": {2, true}} {
		if size, signed := u.Layout.Underlying(typeOf(t, u, name).(*cc.EnumType)); size != want.size || signed != want.signed {
			t.Errorf("enum %s: %d bytes, signed %v", name, size, signed)
		}
	}
}
