package cparse

import (
	"context"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/internal/cfront/cparse/cpp"
	"github.com/heddle-dev/heddle/internal/ir"
)

// FuzzParse: whatever the input, there is a unit or a diagnostic with a place, and no panic.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"int main(void) { return 0; }",
		"#define F(x, ...) x ## __VA_ARGS__ #x\nint F(a, b);",
		"#if defined(X) && X > 1 ? 2 : 3\n#elif 1\n#else\n#endif\n# 3 \"x\" 1\n",
		"struct __attribute__((packed)) s { int a : 3; struct s *p; } x = { .a = 1 };\n#pragma pack(push, 1)\n",
		"typedef int T; typeof(T *) x; void f(void) { l: __label__ l; asm inline (\"\"); switch (1) { case 'ab': } }",
		"int f(int n) { return ((int (*)(int a))0)(__atomic_load_n(&n, 5)) + ({ int a[n]; sizeof a; }); }",
		"enum { A, B } __attribute__((packed)); _Static_assert(1); int a[sizeof(int) == 4 ? 1 : -1];",
		"#include <stdio.h>\n#include __FILE__\n",
		"struct s { int a : 3; struct s; } x = {}; typedef struct s T; union u { T; T *p; } y;",
		"_Pragma(\"pack(1)\") struct { long double d; _Alignas(8) char c; } u[] = { [0 ... 3] = {} };",
	} {
		f.Add([]byte(s), uint8(0))
	}
	f.Fuzz(func(t *testing.T, src []byte, model uint8) {
		if len(src) > 4096 {
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		u, list, err := Parse(ctx, Source{Name: "fuzz.c", Content: src}, Options{Model: ir.DataModel(model % 3)})
		if err != nil {
			t.Fatalf("%v for %q", err, src)
		}
		if (u == nil) != list.HasErrors() {
			t.Fatalf("unit %v with %v", u != nil, list)
		}
		for _, d := range list {
			if d.Range.File == "" || d.Summary == "" {
				t.Fatalf("a diagnostic without a place: %+v", d)
			}
		}
		if u == nil {
			return
		}
		for i := range 5 {
			_ = u.Text("fuzz.c", i)
		}
	})
}

// FuzzCount: whatever the tokens, also those that the guards refuse before, they are counted, each time alike.
func FuzzCount(f *testing.F) {
	for _, s := range []string{
		"}{)(][",
		"{{{ ((( [[[",
		"struct { } } ) ] int x;",
		"typedef struct { int a[(]) } x; x y",
		"__typeof__ ( ( * ( struct s { __typeof__ ) } -> [",
		"for ( ; ) { } : , . for",
		"int x = { , } = { { 1 , 2 } , ) }",
		"enum e : a b c { = , = } enum : {",
		"_Atomic ( typedef ( typedef T , T ) T",
		"typedef struct a { T x ; T , T ( T ) } T , T ( T ) ; struct a { T x ; }",
		"typedef int A, F(struct { A x; } *), A; struct s { F *f; }; { struct s { F *f; }; }",
		"union { struct s . -> . -> x struct",
		"int ( ( ( * x [ ( ) ] ) , ) ( ) ) = ;",
	} {
		f.Add(s)
	}
	limits := cpp.DefaultLimits
	limits.Steps, limits.Tokens = 100_000, 10_000
	none := func(cpp.Request) (*cpp.File, error) { return nil, nil }
	f.Fuzz(func(t *testing.T, src string) {
		files := []*cpp.File{{Name: "fuzz.c", Text: src, Dir: -1}}
		res, err := cpp.Run(t.Context(), files, cpp.Config{Limits: limits, Open: none})
		if err != nil {
			t.Fatal(err)
		}
		e := count(res.Tokens)
		if again := count(res.Tokens); e != again {
			t.Errorf("%+v and then %+v", e, again)
		}
		if (e.why == "") != (e.at.Text == "") {
			t.Errorf("%q at %q", e.why, e.at.Text)
		}
	})
}
