package cparse

import (
	"context"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/cfront/cparse/cpp"
	"github.com/heddle-dev/heddle/internal/diag"
	"github.com/heddle-dev/heddle/internal/ir"
)

// withoutNormalizer is Parse without the step under test.
func withoutNormalizer(t *testing.T, src string) diag.List {
	t.Helper()
	o := Options{}
	res, err := cpp.Run(context.Background(), []*cpp.File{
		{Name: "<predefined>", Text: predefined(&o), Dir: -1},
		{Name: "<builtin>", Text: prelude(&o), Dir: -1},
		{Name: "a.c", Text: src, Dir: -1},
	}, cpp.Config{Open: func(cpp.Request) (*cpp.File, error) { return nil, nil }})
	if err != nil || res.Diags.HasErrors() {
		t.Fatal(err, res.Diags)
	}
	text, _ := emit(res, res.Tokens)
	_, list, err := translate(context.Background(), "a.c", text, nil, &o)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestDefectsWorkedAround shows each defect of the parser library and that it does not reach the user. When a
// new version of the library reads one of these, the rewriting that answers it can go.
func TestDefectsWorkedAround(t *testing.T) {
	for _, c := range []struct{ name, src string }{
		{"names in abstract function types", "void *p; int f(int x) { return ((int (*)(void *x))p)(0) + x; }"},
		{"names bind to the wrong declaration", "struct q { int a; }; void *p; int f(struct q *x) { ((void (*)(int *x, int (*cb)(int x)))p)(0, 0); return x->a; }"},
		{"names of the function that a returned pointer points to", "int (*f(int a, int b))(int c, int b) { return a < b ? 0 : 0; }"},
		{"static and qualifiers in the brackets of a nameless parameter", "void f(int [static 5]); void g(int [const]); void h(int n, int a[const *]);"},
		{"asm inline", "void f(void) { asm volatile inline (\"nop\"); }"},
		{"typeof of a typedef", "typedef int T; typeof(T) x;"},
		{"typeof of types", "typedef int T; typeof(const T) a; typeof(T *) b; typeof(int (*)(int)) c; typeof(int[3]) d; int f(void) { typeof(struct s *) q = 0; return !q; }"},
		{"self-reference with an attribute", "struct s { struct s *next; int v; } __attribute__((packed)); int f(struct s *p) { return p->next->next->v; }"},
		{"self-reference with an attribute in front", "typedef struct __attribute__((packed)) t { char c; struct t *n; } T; int f(T *p) { return p->n->n->c; }"},
		{"label before }", "void f(void) { goto l; l: }"},
		{"default before }", "void f(int x) { switch (x) { case 1: x = 2; default: } }"},
		{"character constants of several characters", "int x = 'ab';"},
		{"large decimal constants", "unsigned long long x = 18446744073709551615;"},
		{"local labels of one name", "void f(void) { { __label__ a; a: ; goto a; } { __label__ a; a: ; goto a; } }"},
		{"packed enums", "enum __attribute__((packed)) e { A, B } x;"},
		{"attributes between member declarators", "struct s { int a __attribute__((aligned(8))), b; };"},
		{"arrays of unspecified length", "int g(int n, int a[*]);"},
		{"C23 attributes", "[[maybe_unused]] int x;"},
		{"floating constants as conditions", "int a(void) { return 0.5 ? 1 : 2; }"},
		{"floating constants as conjuncts", "int a(void) { return 1 && (0.5f); }"},
		{"strings of char16_t", "int a[sizeof u\"ab\" == 6 ? 1 : -1];"},
		{"results of atomic builtins", "struct s { int a; }; struct s *p; int f(void) { return __atomic_load_n(&p, 5)->a; }"},
		{"unnamed bit-fields of enum type", "enum e { A }; struct s { enum e : 2; int x; };"},
		{"assertions about packed structs", "struct s { char c; int i; } __attribute__((packed)); _Static_assert(sizeof(struct s) == 5, \"\");"},
		{"lengths that compare sizes", "struct s { char c; int i; } __attribute__((packed)); char a[sizeof(struct s) == 5 ? 1 : -1];"},
		{"constant condition of ?:", "enum e { A, B }; int f(int x) { return (3 ?: x) + (B + 1 ?: x) + (sizeof(int) ?: 2) + (sizeof(struct { int a; }) ?: x) + (sizeof x ?: x); }"},
		{"known condition of ?:", "enum e { A, B }; int f(int x) { return ((B ? 5 : x) ?: x) + (1 || x ?: x); }"},
		{"assertions without a message", "_Static_assert(1);"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if list := withoutNormalizer(t, c.src); !list.HasErrors() {
				t.Errorf("the library reads this now: %s", c.src)
			}
			if _, list := parseText(t, "a.c", c.src, Options{}); list.HasErrors() {
				t.Errorf("%s\n%v", c.src, list)
			}
		})
	}
}

// TestNormalizedText checks rewritings whose defect shows in meaning and not in an error.
func TestNormalizedText(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"struct s { int a;; int b; };", "struct s { int a; int b; };"},
		{"struct s { _Atomic(int) a; _Atomic(int); _Atomic int b; };", "struct s { _Atomic(int) a; _Atomic int b; };"},
		{"struct s { int a; struct s; struct t; T; enum e; int; const; int b; }; ", "struct s { int a; int b; };"},
		{
			"struct s { struct { int a; }; enum { A }; struct t { int c; }; struct u; int : 3; }; ",
			"struct s { struct { int a; }; enum { A }; struct t { int c; }; int : 3; };",
		},
		{"int x __attribute__((unused, aligned));", "int x __attribute__((aligned(16)));"},
		{"typedef int r __attribute__((__mode__(__DI__)));", "typedef long long r ;"},
		{
			"void f(void) { ((void (*)(int a, char *b, struct t *c, T d, int e[3]))0)(); }",
			"void f(void) { ((void (*)(int , char * , struct t * , T , int [3]))0)(); }",
		},
		{
			"int (*(*f(int a))(int b, int a))(T a) { return (*g(a))(a, b); } T (*h)(T a);",
			"int (*(*f(int a))(int , int ))(T a) { return (*g(a))(a, b); } T (*h)(T a);",
		},
		{
			"int (*f(int a))(int b, T c[b], int (*d)(int a)); struct s { int *(*(*f)(int a))(int b, struct t *c); int g; };",
			"int (*f(int a))(int , T [1], int (*)(int )); struct s { int *(*(*f)(int a))(int , struct t * ); int g; };",
		},
		{
			"void f(int a[static 5], int b[const], int c[static const 5], int n, int [const *], int [const static 4]);",
			"void f(int a[ 5], int b[const], int c[const 5], int n, int [1], int [4]);",
		},
		{
			"void f(void) { ((int (*)(int n, int (*)(int m, int [m]), int a[n][n], int b[k]))p)(0, 0, 0); }",
			"void f(void) { ((int (*)(int , int (*)(int , int [1]), int [1][1], int [k]))p)(0, 0, 0); }",
		},
		{
			"#pragma pack(push, 2)\nstruct s { char a; int b; };\n#pragma pack(pop)\nstruct t { int c; };",
			`struct s { char a; int b; _Static_assert((2), "__heddle_layout__ -1 2"); }; struct t { int c; };`,
		},
		{
			"struct s { _Alignas(8) char a, b __attribute__((packed)); int : 0; int c : 3 __attribute__((packed)); };",
			`struct s { char a, b ; int : 0; int c : 3 ; ` +
				`_Static_assert(1, "__heddle_layout__ 1 0"); _Static_assert((8), "__heddle_layout__ 0 1"); _Static_assert((8), "__heddle_layout__ 1 1"); ` +
				`_Static_assert(1, "__heddle_layout__ 3 0"); };`,
		},
		{"enum e { A, B = 3, } __attribute__((packed));", "enum e { A, B = 3, __heddle_packed_1 = B};"},
		{
			"struct [[gnu::packed, deprecated(\"old\")]] s { char c; }; [[noreturn]] void f([[maybe_unused]] int x);",
			"struct s { char c; _Static_assert(1, \"__heddle_layout__ -1 0\");}; __attribute__((noreturn)) void f(int x);",
		},
		{"int x = a[b[0]];", "int x = a[b[0]];"},
		{"int x = '\\n' + '\\x041' + '\\0' + 'a';", "int x = '\\n' + 'A' + '\\000' + 'a';"},
		{"long long x = 9223372036854775807 + 9223372036854775808;", "long long x = 9223372036854775807 + 9223372036854775808ULL;"},
	} {
		res, err := cpp.Run(context.Background(), []*cpp.File{{Name: "a.c", Text: c.src, Dir: -1}}, cpp.Config{})
		if err != nil || res.Diags != nil {
			t.Fatal(err, res.Diags)
		}
		toks, list := normalize(res, 0)
		var got []string
		for _, k := range toks {
			got = append(got, k.Text)
		}
		res2, err := cpp.Run(context.Background(), []*cpp.File{{Name: "b.c", Text: c.want, Dir: -1}}, cpp.Config{})
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for _, k := range res2.Tokens {
			want = append(want, k.Text)
		}
		if g, w := strings.Join(got, " "), strings.Join(want, " "); g != w || list != nil {
			t.Errorf("%s\n got  %s %v\n want %s", c.src, g, list, w)
		}
	}
}

// TestRepeats: what is written twice and contains what is written twice comes to an end.
func TestRepeats(t *testing.T) {
	r := strings.Repeat
	for _, src := range []string{
		"char a" + r("[sizeof(int", 20) + "[1]" + r(") - 1]", 20) + ";\n",
		"int x = " + r("(", 20) + "1" + r(" ?: 1)", 20) + ";\n",
	} {
		res := &cpp.Result{Tokens: tokensOf(t, src)}
		toks, list := normalize(res, ir.LP64)
		if n := len(res.Tokens); len(toks) > 3*n+2000 || list != nil {
			t.Errorf("%d tokens of %d for %.40s...: %v", len(toks), n, src, list)
		}
	}
}
