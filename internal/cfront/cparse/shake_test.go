package cparse

import (
	"context"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/cfront/cparse/cpp"
)

// shaken is what is left of a header that a program includes, as text.
func shaken(t *testing.T, header, program string, known ...string) string {
	t.Helper()
	files := []*cpp.File{{Name: "h.h", Text: header, Dir: -1, System: true}, {Name: "a.c", Text: program, Dir: -1}}
	res, err := cpp.Run(context.Background(), files, cpp.Config{Limits: cpp.DefaultLimits})
	if err != nil || res.Diags.HasErrors() {
		t.Fatal(err, res.Diags)
	}
	is := map[string]bool{}
	for _, k := range known {
		is[k] = true
	}
	var words []string
	for _, tok := range shake(res, func(s string) bool { return is[s] }) {
		if res.Files[tok.File] == "h.h" {
			words = append(words, tok.Text)
		}
	}
	return strings.Join(words, " ")
}

func TestShake(t *testing.T) {
	for _, c := range []struct{ name, header, program, want, known string }{
		{"nothing", "int f(void); struct s { int a; }; typedef int t;", "int x;", "", ""},
		{"a prototype", "int f(struct s *); int g(struct s *);", "int x = f(0);", "int f ( struct s * ) ;", ""},
		{
			"what a body needs", "static inline int g(void) { return 1; } static inline int f(void) { return g(); } static inline int h(void) { return 2; }", "int x(void) { return f(); }",
			"static inline int g ( void ) { return 1 ; } static inline int f ( void ) { return g ( ) ; }", "",
		},
		{"a tag and its declaration ahead", "struct s; struct r; int f(struct s *);", "int x = f(0);", "struct s ; int f ( struct s * ) ;", ""},
		{"an enumerator", "enum { A, B = sizeof(int), C }; enum { D };", "int x = C;", "enum { A , B = sizeof ( int ) , C } ;", ""},
		{"one inside a struct", "struct s { enum { A } a; struct in { int b; } i; }; int g;", "struct in x;", "struct s { enum { A } a ; struct in { int b ; } i ; } ;", ""},
		{"typedefs of functions", "typedef int (f_t)(void); typedef int (*p_t)(int); typedef int o_t;", "f_t *x; p_t y;", "typedef int ( f_t ) ( void ) ; typedef int ( * p_t ) ( int ) ;", ""},
		{"a typedef of a struct", "typedef struct { int a; } s_t; typedef struct r { int b; } r_t;", "r_t x;", "typedef struct r { int b ; } r_t ;", ""},
		{
			"attributes", "extern int __attribute__((cold)) f(void) __attribute__((pure)); struct __attribute__((packed)) s { int a; }; struct r { int a; } __attribute__((packed));",
			"struct s x; int y = f();", "extern int __attribute__ ( ( cold ) ) f ( void ) __attribute__ ( ( pure ) ) ; struct __attribute__ ( ( packed ) ) s { int a ; } ;", "",
		},
		{
			"a function that returns a struct", "struct s { int a; }; static inline struct s *f(void) { return 0; } int g;", "void *x(void) { return f(); }",
			"struct s { int a ; } ; static inline struct s * f ( void ) { return 0 ; }", "",
		},
		{"variables", "extern int a, *b, c[3]; static const int d = 4, e[] = {5}; extern int z;", "int x(void) { return c[0] + e[0]; }", "extern int a , * b , c [ 3 ] ; static const int d = 4 , e [ ] = { 5 } ;", ""},
		{
			"a known function keeps its prototype", "static inline void unlock(int *l) { asm(\"x\"); } static inline __attribute__((always_inline)) void lock(int *l) { asm(\"lock\"); unlock(l); }",
			"void f(int *l) { lock(l); }", "__attribute__ ( ( always_inline ) ) void lock ( int * l ) ;", "lock",
		},
		{"the program's own stays", "int g;", "static void lock(int *l) { } void f(int *l) { lock(l); }", "", "lock"},
		{"assertions and assembly of headers", "_Static_assert(sizeof(int) == 4, \"\"); asm(\"nop\");", "int x;", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := shaken(t, c.header, c.program, strings.Fields(c.known)...); got != c.want {
				t.Errorf("left %q\nwant %q", got, c.want)
			}
		})
	}
}

// A final file has the last word about macros among headers, and known functions stay functions; the program does what it likes.
func TestFinal(t *testing.T) {
	files := []*cpp.File{
		{Name: "f.h", Text: "#undef GONE\n#define MINE 1\n", Dir: -1, System: true, Final: true},
		{Name: "h.h", Text: "#define GONE 2\n#define MINE 2\n#undef MINE\n#define lock(x) asm(x)\n#define __lock lock\n#define lock lock\n#define other(x) x\n", Dir: -1, System: true},
		{Name: "a.c", Text: "GONE MINE lock(1) __lock(2) other(3)\n#undef MINE\n#define lock(x) own x\nMINE lock(4)\n", Dir: -1},
	}
	res, err := cpp.Run(context.Background(), files, cpp.Config{Limits: cpp.DefaultLimits, Function: func(s string) bool { return s == "lock" || s == "__lock" }})
	if err != nil || len(res.Diags) > 0 {
		t.Fatal(err, res.Diags)
	}
	var words []string
	for _, tok := range res.Tokens {
		words = append(words, tok.Text)
	}
	if got, want := strings.Join(words, " "), "GONE 1 lock ( 1 ) lock ( 2 ) 3 MINE own 4"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
