package cpp

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/tooltest"
)

func run(t *testing.T, src string) *Result {
	t.Helper()
	res, err := Run(context.Background(), []*File{{Name: "a.c", Text: src, Dir: -1}}, Config{
		Limits: DefaultLimits, Open: func(Request) (*File, error) { return nil, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func texts(toks []Token) string {
	var l []string
	for _, t := range toks {
		l = append(l, t.Text)
	}
	return strings.Join(l, " ")
}

// cases are programs and the tokens that come of them; TestExpandsAsGCC checks the expectations themselves.
var cases = []struct{ src, want string }{
	{
		"#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\n#define g f\n#define z z[0]\n#define h g(~\n#define m(a) a(w)\n#define w 0,1\n#define t(a) a\nf(y+1) + f(f(z)) % t(t(g)(0) + t)(1);\ng(x+(3,4)-w) | h 5) & m\n(f)^m(m);",
		"f ( 2 * ( y + 1 ) ) + f ( 2 * ( f ( 2 * ( z [ 0 ] ) ) ) ) % f ( 2 * ( 0 ) ) + t ( 1 ) ; f ( 2 * ( 2 + ( 3 , 4 ) - 0 , 1 ) ) | f ( 2 * ( ~ 5 ) ) & f ( 2 * ( 0 , 1 ) ) ^ m ( 0 , 1 ) ;",
	},
	{
		"#define str(s) # s\n#define xstr(s) str(s)\n#define V(s,t) printf(\"x\" # s \"= %d, x\" # t \"= %s\", x ## s, x ## t)\n#define INCFILE(n) vers ## n\n#define glue(a,b) a ## b\n#define xglue(a,b) glue(a, b)\n#define HIGHLOW \"hello\"\n#define LOW LOW \", world\"\nV(1, 2); str(strncmp(\"abc\\0d\", \"abc\", '\\4') == 0); xstr(INCFILE(2).h) glue(HIGH, LOW); xglue(HIGH, LOW)",
		`printf ( "x" "1" "= %d, x" "2" "= %s" , x1 , x2 ) ; "strncmp(\"abc\\0d\", \"abc\", '\\4') == 0" ; "vers2.h" "hello" ; "hello" ", world"`,
	},
	{
		"#define t(x,y,z) x ## y ## z\nint j[] = { t(1,2,3), t(,4,5), t(6,,7), t(8,9,), t(10,,), t(,11,), t(,,12), t(,,) };",
		"int j [ ] = { 123 , 45 , 67 , 89 , 10 , 11 , 12 , } ;",
	},
	{
		"#define debug(...) fprintf(stderr, __VA_ARGS__)\n#define showlist(...) puts(#__VA_ARGS__)\n#define report(test, ...) ((test)?puts(#test): printf(__VA_ARGS__))\ndebug(\"Flag\"); debug(\"X = %d\\n\", x); showlist(The first, second, and third items.); report(x>y, \"x is %d but y is %d\", x, y);",
		`fprintf ( stderr , "Flag" ) ; fprintf ( stderr , "X = %d\n" , x ) ; puts ( "The first, second, and third items." ) ; ( ( x > y ) ? puts ( "x>y" ) : printf ( "x is %d but y is %d" , x , y ) ) ;`,
	},
	{"#define p(f, args...) printk(f, ## args)\n#define q(f, ...) printk(f, ##__VA_ARGS__)\np(\"a\"); p(\"a\", 1, 2); q(\"b\"); q(\"b\", 3)", `printk ( "a" ) ; printk ( "a" , 1 , 2 ) ; printk ( "b" ) ; printk ( "b" , 3 )`},
	{"#define EMPTY\n#define f() 7\n#define g(x) [x]\nf() f( ) g() g(EMPTY) EMPTY f", "7 7 [ ] [ ] f"},
	{"#define a b\n#define b a\na b", "a b"},
	{"#if 1 ? 0 : 1\nno\n#elif (2 || 1/0) && -1 < 0u\nno2\n#elif -1 > 0u && 'a' == 97 && 0x10 == 020 && defined a == 0\nyes\n#else\nno3\n#endif", "yes"},
	{"#if 0\n#if 1\nx\n#else\ny\n#endif\n'unbalanced\n#elif 1\nz\n#else\nw\n#endif", "z"},
	{"#define D defined(Q)\n#if D\nno\n#else\nyes\n#endif\n#ifdef __has_include\n#if __has_include(<nowhere.h>)\nno\n#endif\nend\n#endif", "yes end"},
	{"#define cat(x, y) x ## y\ncat(L, 'a') cat(+, +) cat(1, e5) cat(x, 1) cat(., 5)", "L'a' ++ 1e5 x1 .5"},
	{"a\\\nb /* c\nd */ e // f \\\ng\nh \"x\\\ny\" <: :> <% %> %:", "ab e h \"xy\" [ ] { } #"},
	{"#define f(x) #x\nf( a  \"b\\n\" 'c' /* d */ e )", `"a \"b\\n\" 'c' e"`},
	{"#define f(x, y) x y\nf((a, b), [c)\nf(\n1\n,\n2\n)", "( a , b ) [ c 1 2"},
	{"__COUNTER__ __COUNTER__ __LINE__\n__LINE__", "0 1 1 2"},
	{"#define x 1\n#pragma push_macro(\"x\")\n#undef x\n#define x 2\nx\n#pragma pop_macro(\"x\")\nx", "2 1"},
	{"#define F(a, ...) f(a __VA_OPT__(,) __VA_ARGS__)\nF(1) F(1, 2)", "f ( 1 ) f ( 1 , 2 )"},
}

func TestExpansion(t *testing.T) {
	for _, c := range cases {
		res := run(t, c.src)
		if got := texts(res.Tokens); got != c.want || res.Diags != nil {
			t.Errorf("%s\n got  %s %v\n want %s", c.src, got, res.Diags, c.want)
		}
	}
}

// TestExpandsAsGCC checks the expectations above, and by them the preprocessor, against gcc -E.
func TestExpandsAsGCC(t *testing.T) {
	gcc := tooltest.Require(t, "gcc")
	for _, c := range cases {
		file := filepath.Join(t.TempDir(), "a.c")
		if err := os.WriteFile(file, []byte(c.src+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(gcc, "-w", "-E", "-P", file).Output()
		if err != nil {
			t.Fatalf("%s: %v", c.src, err)
		}
		var lines []string
		for _, l := range strings.Split(string(out), "\n") {
			if !strings.HasPrefix(l, "#pragma") {
				lines = append(lines, l)
			}
		}
		toks := run(t, "#define NOTHING\n"+strings.Join(lines, "\n")).Tokens
		if got := texts(toks); got != c.want {
			t.Errorf("%s\n gcc  %s\n want %s", c.src, got, c.want)
		}
	}
}

func TestPlaces(t *testing.T) {
	res := run(t, "#define M(x) x + y\n\nint a = M(b\n  c);\n# 40 \"o.c\" 2\n d\n#line 7\ne")
	var got []string
	for i := range res.Tokens {
		r := res.Range(&res.Tokens[i])
		got = append(got, res.Tokens[i].Text+"@"+r.String())
	}
	want := "int@a.c:3:1 a@a.c:3:5 =@a.c:3:7 b@a.c:3:11 c@a.c:4:3 +@a.c:3:9 y@a.c:3:9 ;@a.c:4:5 d@o.c:40:2 e@o.c:7:1"
	if s := strings.Join(got, " "); s != want {
		t.Errorf("got\n %s, want\n %s", s, want)
	}
	if p := res.Physical[Place{"o.c", 40}]; p != (Place{"a.c", 6}) {
		t.Errorf("o.c:40 stands for %v", p)
	}
}

func TestPack(t *testing.T) {
	res := run(t, "a\n#pragma pack(push, 1)\nb\n#pragma pack(2)\nc _Pragma(\"pack(pop)\") d\n#pragma pack(4)\n#pragma pack(push)\n#pragma pack()\ne\n#pragma pack(pop)\nf")
	var got []byte
	for _, k := range res.Tokens {
		got = append(got, '0'+k.Pack)
	}
	if string(got) != "012004" {
		t.Errorf("pack limits %s", got)
	}
}

// FuzzCPP: no input makes it panic or run away.
func FuzzCPP(f *testing.F) {
	for _, c := range cases {
		f.Add(c.src)
	}
	f.Fuzz(func(t *testing.T, src string) {
		lim := DefaultLimits
		lim.Steps = 1 << 20
		_, err := Run(context.Background(), []*File{{Name: "a.c", Text: src, Dir: -1}}, Config{
			Limits: lim, Open: func(r Request) (*File, error) {
				return &File{Name: r.Name, Text: src, Dir: -1}, nil
			},
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}
