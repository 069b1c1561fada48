package cparse

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"testing"
	"testing/fstest"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/cfront/layout"
	"github.com/heddle-dev/heddle/internal/diag"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/tooltest"
)

func parseText(t *testing.T, name, src string, o Options) (*Unit, diag.List) {
	t.Helper()
	u, list, err := Parse(context.Background(), Source{Name: name, Content: []byte(src)}, o)
	if err != nil {
		t.Fatal(err)
	}
	if (u == nil) != list.HasErrors() {
		t.Fatalf("unit %v with %v", u != nil, list)
	}
	return u, list
}

func mustParse(t *testing.T, src string, o Options) *Unit {
	t.Helper()
	u, list := parseText(t, "a.c", src, o)
	if u == nil {
		t.Fatal(list)
	}
	return u
}

// declared finds the type of a name of the file scope.
func declared(t *testing.T, u *Unit, name string) cc.Type {
	t.Helper()
	for _, n := range u.AST.Scope.Nodes[name] {
		if d, ok := n.(*cc.Declarator); ok {
			return d.Type()
		}
	}
	t.Fatalf("%s is not declared", name)
	return nil
}

func TestPositionsAreTheUsers(t *testing.T) {
	src := `#define INC(v) ((v) = (v) + 1)
int  counter;
void f(void)
{
	INC(counter); counter--;
	counter = INC( counter ) +
		counter;
}
`
	u := mustParse(t, src, Options{})
	var got []string
	layout.Walk(u.AST.TranslationUnit, func(n cc.Node) bool {
		if p, ok := n.(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent && p.Token.SrcStr() == "counter" {
			pos := p.Position()
			got = append(got, strings.Join([]string{pos.Filename, itoa(pos.Line), itoa(pos.Column)}, ":"))
		}
		return true
	})
	sort.Strings(got)
	want := "a.c:5:16 a.c:5:6 a.c:5:6 a.c:6:17 a.c:6:17 a.c:6:2 a.c:7:3"
	if s := strings.Join(got, " "); s != want {
		t.Errorf("accesses at\n %s, want\n %s", s, want)
	}
	if s := u.Text("a.c", 6); s != "counter = INC( counter ) +" {
		t.Errorf("Text = %q", s)
	}
	if s := u.Text("a.c", 99) + u.Text("b.c", 1) + u.Text("a.c", 0); s != "" {
		t.Errorf("Text of no line = %q", s)
	}
}

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + string(rune('0'+n%10))
}

func TestPreprocessedFile(t *testing.T) {
	src := `# 1 "orig.c"
# 1 "/usr/include/stdio.h" 1 3 4
extern int puts(const char *);
# 7 "orig.c" 2
int linux = 1;
int main(void) {
  return undefined_name;
}
`
	_, list := parseText(t, "x.i", src, Options{})
	if len(list) != 1 || list[0].Range.File != "orig.c" || list[0].Range.Line != 9 || list[0].Range.Col != 10 {
		t.Errorf("the error is reported as %v", list)
	}
	u, list := parseText(t, "x.i", strings.Replace(src, "undefined_name", "linux", 1), Options{})
	if u == nil {
		t.Fatalf("a name that is a macro in .c files does not parse in .i: %v", list)
	}
	if s := u.Text("orig.c", 9); s != "return linux;" {
		t.Errorf("Text = %q", s)
	}
}

func TestHeaders(t *testing.T) {
	own := fstest.MapFS{
		"own.h":        {Data: []byte("#include <sub/in.h>\nint own(void);\n")},
		"sub/in.h":     {Data: []byte("#include \"beside.h\"\n")},
		"sub/beside.h": {Data: []byte("typedef int beside;\n")},
		"both.h":       {Data: []byte("#define WHICH 1\n")},
	}
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		p := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("host/both.h", "#define WHICH 2\n")
	write("host/only.h", "#define ONLY 1\n")
	write("inc/both.h", "#define MINE 1\n#include_next <both.h>\n")
	write("inc/user.h", "#ifndef U\n#define U\nint user(void);\n#endif\n")
	write("a.c", "#include \"user.h\"\n")
	o := Options{Headers: own, HostDirs: []string{filepath.Join(dir, "host")}, Dir: dir}
	value := func(t *testing.T, src string, o Options) int64 {
		t.Helper()
		u := mustParse(t, src+"\nint value[WHICH];\n", o)
		return u.Layout.Len(declared(t, u, "value").(*cc.ArrayType))
	}
	t.Run("ours", func(t *testing.T) {
		if v := value(t, "#include <own.h>\n#include <both.h>\nbeside b;", o); v != 1 {
			t.Errorf("WHICH = %d", v)
		}
	})
	t.Run("the machine's for all when one is missing", func(t *testing.T) {
		if v := value(t, "#include <both.h>\n#include <only.h>\n", o); v != 2 {
			t.Errorf("WHICH = %d", v)
		}
	})
	t.Run("include_next", func(t *testing.T) {
		o := o
		o.IncludeDirs = []string{"inc"}
		if v := value(t, "#include <both.h>\nint mine[MINE];", o); v != 1 {
			t.Errorf("WHICH = %d", v)
		}
	})
	t.Run("-include -D -U", func(t *testing.T) {
		o := o
		o.IncludeDirs = []string{"inc"}
		o.Includes = []string{"user.h"}
		o.Defines = []string{"WHICH=7", "GONE", "F(x)=x+1"}
		o.Undefs = []string{"GONE"}
		if v := value(t, "#ifdef GONE\n#error no\n#endif\nint (*p)(void) = user; int q[F(1)];", o); v != 7 {
			t.Errorf("WHICH = %d", v)
		}
	})
	t.Run("missing", func(t *testing.T) {
		_, list := parseText(t, "a.c", "\n#include <nowhere.h>\n", o)
		if len(list) != 1 || !strings.Contains(list[0].Summary, "nowhere.h") || list[0].Range.Line != 2 || !strings.Contains(list[0].Detail, "-I") {
			t.Errorf("%v", list)
		}
		o := o
		o.HostDirs = []string{}
		_, list = parseText(t, "a.c", "#include <only.h>\n", o)
		if len(list) != 1 || !strings.Contains(list[0].Detail, "none of the machine's") {
			t.Errorf("%v", list)
		}
	})
	t.Run("read from disk", func(t *testing.T) {
		o := o
		o.IncludeDirs = []string{"inc"}
		u, list, err := Parse(context.Background(), Source{Name: "a.c"}, o)
		if err != nil || u == nil {
			t.Fatal(list, err)
		}
	})
}

func TestEmbeddedHeaders(t *testing.T) {
	for _, m := range []ir.DataModel{ir.LP64, ir.LLP64, ir.ILP32} {
		u := mustParse(t, "#include <pthread.h>\n#include <stdint.h>\n#include <stddef.h>\nsize_t s; uint64_t q; pthread_mutex_t m; long l;", Options{Model: m})
		for name, want := range map[string]int64{"s": int64(m.PtrWidth() / 8), "q": 8, "l": map[ir.DataModel]int64{ir.LP64: 8, ir.LLP64: 4, ir.ILP32: 4}[m]} {
			if got := u.Layout.Sizeof(declared(t, u, name)); got != want {
				t.Errorf("%v: sizeof %s = %d, want %d", m, name, got, want)
			}
		}
	}
}

func TestStaticAsserts(t *testing.T) {
	mustParse(t, `struct __attribute__((packed)) s { char c; int i; };
_Static_assert(sizeof(struct s) == 5, "packed");
_Static_assert(1);
struct t { int a; _Static_assert(sizeof(int) == 4, "int"); int b; };
_Static_assert(__builtin_offsetof(struct t, b) == 4, "b");
char build_bug[1 - 2 * !(sizeof(struct s) == 5)];
`, Options{})
	_, list := parseText(t, "a.c", "\n_Static_assert(sizeof(int) == 3, \"three\");\n", Options{})
	if len(list) != 1 || list[0].Range.Line != 2 || !strings.Contains(list[0].Summary, "three") {
		t.Errorf("%v", list)
	}
}

// TestPredefinedAgreeWithGCC compares every predefined macro that gcc has too.
func TestPredefinedAgreeWithGCC(t *testing.T) {
	own := map[string]bool{ // ours are older or fewer on purpose
		"__VERSION__": true, "__GNUC__": true, "__GNUC_MINOR__": true, "__GNUC_PATCHLEVEL__": true, "__STDC_VERSION__": true,
		"__FLT_EVAL_METHOD_TS_18661_3__": true,
	}
	canon := func(s string) string {
		s = strings.ReplaceAll(strings.ReplaceAll(s, " ", ""), "((double)", "")
		s = strings.NewReplacer("F32x", "", "F32", "F", "L)", "").Replace(s)
		return strings.TrimRight(strings.Trim(s, "()"), "L")
	}
	for flag, m := range map[string]ir.DataModel{"-m64": ir.LP64, "-m32": ir.ILP32} {
		t.Run(flag, func(t *testing.T) {
			cmd := exec.Command(tooltest.GCC(t, flag), flag, "-dM", "-E", "-x", "c", "-")
			out, err := cmd.Output()
			if err != nil {
				t.Fatal(err)
			}
			gccs := map[string]string{}
			for _, l := range strings.Split(string(out), "\n") {
				if f := strings.SplitN(l, " ", 3); len(f) == 3 {
					gccs[f[1]] = f[2]
				}
			}
			n := 0
			for _, l := range strings.Split(predefined(&Options{Model: m}), "\n") {
				f := strings.SplitN(l, " ", 3)
				if len(f) < 3 || own[f[1]] {
					continue
				}
				want, ok := gccs[f[1]]
				if !ok {
					continue
				}
				n++
				if canon(f[2]) != canon(want) {
					t.Errorf("%s: %s is %q, gcc has %q", flag, f[1], f[2], want)
				}
			}
			if n < 150 {
				t.Errorf("%s: only %d macros compared", flag, n)
			}
		})
	}
}
