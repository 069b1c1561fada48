package cparse

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/cfront/cparse/cpp"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/tooltest"
)

// doubled is structs s0 to sN, each with two of the one before. Those named take the most paths.
func doubled(n int) string {
	var b strings.Builder
	b.WriteString("struct s0 { int x, y; };\n")
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "struct s%d { struct s%d a, b; };\n", i, i-1)
	}
	return b.String()
}

// chained is a line for each number up to n, in which %d stands for the number and %e for the one before.
func chained(first string, n int, line string) string {
	var b strings.Builder
	b.WriteString(first)
	for i := 1; i <= n; i++ {
		b.WriteString(strings.NewReplacer("%d", fmt.Sprint(i), "%e", fmt.Sprint(i-1)).Replace(line))
	}
	return b.String()
}

// effortOf counts a text as Parse does.
func effortOf(t *testing.T, src string) effort {
	t.Helper()
	o := Options{}
	ctx := context.Background()
	file := Source{Name: "a.c", Content: []byte(src)}
	took := &share{ctx: ctx}
	defer took.settle(0)
	res, err := preprocess(ctx, &file, &o, took)
	if err != nil || res.Diags.HasErrors() {
		t.Fatal(err, res.Diags)
	}
	if l := checkTokens(res); l != nil {
		t.Fatal(l)
	}
	toks, l := normalize(res, ir.LP64)
	if l.HasErrors() {
		t.Fatal(l)
	}
	return count(toks)
}

// tokensOf gives the tokens of a text without the builtins and as they were written, so that counts are exact.
func tokensOf(t testing.TB, src string) []cpp.Token {
	t.Helper()
	files := []*cpp.File{{Name: "a.c", Text: src, Dir: -1}}
	res, err := cpp.Run(t.Context(), files, cpp.Config{Limits: cpp.DefaultLimits})
	if err != nil || res.Diags.HasErrors() {
		t.Fatal(err, res.Diags)
	}
	return res.Tokens
}

// TestCounts: what types count, to the last member.
func TestCounts(t *testing.T) {
	for _, c := range []struct {
		name, src   string
		paths, tree uint64
		dims        uint64
	}{
		{"members", "struct s { int x, y; struct { int z; } a; };", 4, 3, 0},
		{"atomic", "struct s { int x, y; }; struct t { _Atomic(struct s) a, b; };", 6, 2, 0},
		{"array in parentheses", "int (a[2][3]);", 0, 1, 2},
		{"pointers to arrays", "int (*a[2])[3];", 0, 1, 2},
		{
			"pointers, many of them",
			"struct s { int x, y; }; struct t { struct s (*p[1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1]); };", 2, 2, 1,
		},
		{"functions that give functions", "typedef int F(int, int); typedef int (*(*g)(F, F))(F);", 0, 13, 0},
		{"parameter of an unknown type", "typedef int F(int, int); int f(unknown u, F g);", 0, 5, 0},
		{"several declarators", "int f(int, int), g(int, int);", 0, 3, 0},
		{"width of a bit-field", "struct s { int x : sizeof(int), y; };", 2, 2, 0},
		{
			"typedef in another block",
			"typedef struct { int x, y; } T; void f(void) { typedef int T; } struct s { T a; };", 3, 5, 0,
		},
		{"calling convention", "typedef int (__stdcall *F)(int, int); int f(F a);", 0, 5, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := count(tokensOf(t, c.src))
			if e.paths != c.paths || e.tree != c.tree || e.dims != c.dims {
				t.Errorf("%+v, want %d paths, %d parts and %d dimensions", e, c.paths, c.tree, c.dims)
			}
		})
	}
}

// TestSuspects: what was seen to be too much for the library is suspected, by its structure.
func TestSuspects(t *testing.T) {
	tooltest.From(t, tooltest.Full)
	r := strings.Repeat
	for _, c := range []struct{ name, src, why string }{
		{"missing member", doubled(20) + "int f(struct s20 *p) { return p->nothing; }", "struct s20 has 4194302 members"},
		{
			"member of a nameless struct",
			doubled(20) + "struct t { struct s20 y; struct { int z; }; }; int f(struct t *p) { return p->z; }",
			"struct t has 4194305 members",
		},
		{"initializer", doubled(20) + "struct s20 x = {1};", "struct s20 has"},
		{
			"typedefs",
			chained("typedef struct { int x, y; } s0;\n", 20, "typedef struct { s%e a, b; } s%d;\n"),
			"this struct has",
		},
		{"typeof", chained("struct { int x, y; } v0;\n", 20, "struct { __typeof__(v%e) a, b; } v%d;\n"), "this struct has"},
		{
			"typeof of a pointer",
			chained("struct { int x, y; } *v0;\n", 20, "struct { __typeof__(*v%e) a, b; } *v%d;\n"),
			"this struct has",
		},
		{
			"typeof of a type",
			chained("struct s0 { int x, y; };\n", 20, "struct s%d { __typeof__(struct s%e) a, b; };\n"),
			"struct s20 has",
		},
		{
			"typeof in parentheses",
			chained("struct { int x, y; } v0;\n", 20, "struct { __typeof__((v%e)) a, b; } v%d;\n"),
			"this struct has",
		},
		{"unions", chained("union u0 { int x, y; };\n", 20, "union u%d { union u%e a, b; };\n"), "union u20 has"},
		{"arrays", chained("struct s0 { int x, y; };\n", 20, "struct s%d { struct s%e a[2], b[3]; };\n"), "has"},
		{"nested bodies", r("struct {", 20) + "int x, y;" + r("} a, b;", 20), "this struct has"},
		{
			"function types",
			chained("typedef int (*f0)(int);\n", 20, "typedef int (*f%d)(f%e, f%e);\n"),
			"the type of f12, written out, has 20477 parts",
		},
		{
			"functions that give functions",
			chained("typedef int (*f0)(int);\n", 20, "typedef int (*(*f%d)(f%e))(f%e);\n"),
			"written out",
		},
		{"functions", chained("int f0(int);\n", 20, "int f%d(__typeof__(f%e) *, __typeof__(f%e) *);\n"), "written out"},
		{
			"pointers to nameless structs",
			chained("typedef struct { int x; } s0;\n", 20, "typedef struct { s%e *a, *b; } s%d;\n"),
			"written out",
		},
		{
			"two structs of one name",
			"struct a { struct b *p; }; struct b { struct a *p; }; " +
				"void f(void) { struct a { struct b *p; }; struct b { struct a *p; }; }",
			"struct a has 2 definitions",
		},
		{
			"by a typedef of a typedef",
			"typedef struct a *A; typedef A B; struct a { B p; }; " +
				"void f(void) { struct a; typedef struct a *A; typedef A B; struct a { B p; }; }",
			"struct a has 2 definitions",
		},
		{
			"by a nameless struct",
			"typedef struct { struct a *p; } A; struct a { A x; }; " +
				"void f(void) { struct a; typedef struct { struct a *p; } A; struct a { A x; }; }",
			"struct a has 2 definitions",
		},
		{
			"by a function type",
			"typedef void F(struct a *); struct a { F *f; }; " +
				"void g(void) { struct a; typedef void F(struct a *); struct a { F *f; }; }",
			"struct a has 2 definitions",
		},
		{
			"around a circle",
			"struct o { struct a *p; }; struct a { struct a *n; }; " +
				"void f(void) { struct a; struct o { struct a *p; }; struct a { struct a *n; }; }",
			"struct a has 2 definitions and refers to itself",
		},
		{
			"by typedef",
			"typedef struct a *A; struct a { A p; }; void f(void) { typedef struct a *A; struct a { A p; }; }",
			"struct a has 2 definitions",
		},
		{"dimensions", "int a" + r("[1]", maxDims+1) + ";", "a has 65 dimensions"},
		{"dimensions in parentheses", "int (a" + r("[1]", maxDims+1) + ");", "a has 65 dimensions"},
		{"dimensions by typedef", chained("typedef int t0;", maxDims+1, "typedef t%e t%d[1];"), "dimensions"},
		{"dimensions by typeof", chained("typedef int t0;", maxDims+1, "typedef __typeof__(t%e[1]) t%d;"), "dimensions"},
		{"elements without braces", "int a" + r("[1]", 60) + "= {" + r("1,", 20000) + "};", "nested arrays"},
		{
			"members of long structs",
			"struct s {" + numbered(20000, "int a%d;") + "}; void f(struct s *p) {" + numbered(20000, "p->a%d;") + "}",
			"looking up its members",
		},
		{
			"nameless in long structs",
			"struct s {" + numbered(20000, "int a%d;") + "struct { int z; }; }; " +
				"void f(struct s *p) {" + r("p->z;", 20000) + "}",
			"looking up its members, z the most",
		},
		{
			"missing in long structs",
			"struct s {" + numbered(20000, "int a%d;") + "}; void f(struct s *p) {" + r("p->z;", 20000) + "}",
			"looking up its members, z the most",
		},
		{
			"many copies",
			doubled(14) + "void f(struct s14 *p) {" + r("{ struct s14 x = *p; }", 4000) + "}",
			"initializers of large structs",
		},
		{"many chains", "void f(int a) {" + r("a = a"+r(" && a", 4000)+";", 20) + "}", "nested brackets and long chains"},
		{
			"much nesting",
			"void f(int a) {" + r("a = "+r("(", 3000)+"a"+r(")", 3000)+";", 20) + "}",
			"nested brackets and long chains",
		},
		{
			"copies in for",
			doubled(14) + "void f(struct s14 *p) {" + r("for (struct s14 x = *p;;) {}", 4000) + "}",
			"initializers of large structs",
		},
		{
			"enumeration constants of a type",
			"enum e : int { E0, " + chained("", 80000, "E%d = E%e + 1,") + "};",
			"enumeration constants",
		},
		{"enumeration constants", "enum { E0, " + chained("", 80000, "E%d = E%e + 1,") + "};", "enumeration constants"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if e := effortOf(t, c.src+"\n"); !strings.Contains(e.why, c.why) || e.at.Text == "" {
				t.Errorf("%+v, want %q", e, c.why)
			}
		})
	}
}

// TestPlain: what looks like that and is harmless is not suspected.
func TestPlain(t *testing.T) {
	r := strings.Repeat
	for name, src := range map[string]string{
		"pointers": chained("struct s0 { int x, y; };\n", 60,
			"struct s%d { struct s%e *a, *b; struct s%e *(*f)(struct s%e *), **c; };\n"),
		"typeof of pointers": chained("struct s0 { int x, y; };\n", 60,
			"struct s%d { __typeof__(struct s%e *) a, b; _Atomic(struct s%e *) c, d; };\n"),
		"pointers to later": "struct a { struct b *x, *y; struct a *z; }; struct b { struct a *x, *y; struct b *z; };",
		"nested once": chained("struct s0 { int x; };\n", 500, "struct s%d { struct s%e a; int b; };\n") +
			"struct s500 x = {0};",
		"members": "struct s { struct { int a; union { int b, c; }; }; struct { int d; } e; } x = { .b = 1 }; " +
			"int f(struct s *p) {" + r("p->a = p->b + p->e.d;", 20000) + "}",
		"typeof": "struct s { int a, b; } x; void f(void) {" +
			r("{ __typeof__(x) y = x; __typeof__(y) z = y, *w = &z; x = *w; }", 5000) + "}",
		"casts in macros": "typedef unsigned long T; T x, y; void f(void) {" +
			r("x = (T)((__typeof__(x))y | ((__typeof__(y))(x - 1)));", 5000) + "}",
		"names twice": "struct s { int a; struct s *n; }; void f(void) { struct t { int a; } x; } " +
			"void g(void) { struct t { int a; struct s *s; } x; }",
		"typedefs of typedefs": "typedef int A, F(A), G(A, F *); struct s { G *g; }; void f(void) { struct s { G *g; } x; }",
		"table":                "int t[][4] = {" + r("{1, 2, 3, 4},", 50000) + "};",
		"flat table":           "int t[][4][4] = {" + r("1, 2, 3, 4,", 50000) + "};",
		"enum":                 "enum {" + numbered(50000, "E%d,") + "};",
		"declarators":          "int " + numbered(21000, "f%d(int),") + " last;",
		"functions":            numbered(20000, "int f%d(int (*g)(int, char *), void *p);\n"),
		"statements":           "void f(int x) {" + numbered(20000, "if (x == %d) x++; else x--;\n") + "}",
		"switch":               "void f(int x) { switch (x) {" + numbered(20000, "case %d: x++; break;\n") + "} }",
	} {
		t.Run(name, func(t *testing.T) {
			if e := effortOf(t, src+"\n"); e.why != "" {
				t.Errorf("%+v", e)
			}
		})
	}
}
