package cparse

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/diag"
	"github.com/heddle-dev/heddle/internal/tooltest"
)

func numbered(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// TestBadInput: every bad input gives a diagnostic with its place and a next step.
func TestBadInput(t *testing.T) {
	r := strings.Repeat
	laughs := "#define X0 x\n"
	for i := 1; i < 40; i++ {
		laughs += fmt.Sprintf("#define X%d X%d X%d\n", i, i-1, i-1)
	}
	for _, c := range []struct {
		name, src, want string
		line            int
	}{
		{"empty", "", "empty", 1},
		{"blank", " \n\n\t\n", "empty", 1},
		{"binary", "int x;\n\x7fELF\x00\x01", "zero byte", 2},
		{"huge", r("int x;\n", maxSource/7+1), "larger than 16 MiB", 1},
		{"syntax", "int main(void) {\n  return 1 +;\n}\n", "unexpected ';'", 2},
		{"type error", "struct s { int a; };\nint f(struct s *p) {\n  return p->b;\n}\n", "no member named b", 3},
		{"undeclared", "int f(void) {\n  return nothing;\n}\n", "nothing", 2},
		{"unclosed brace", "int f(void)\n{\n  return 1;\n", "never closed", 2},
		{"wrong bracket", "int f(void)\n{ return (1; }\n", "should be closed", 2},
		{"extra bracket", "int x;\n}\n", "closes nothing", 2},
		{"end of file", "int x;\nenum\n", "middle of a declaration", 2},
		{"end of file after )", "int f(void)\n", "middle of a declaration", 1},
		{"struct in itself", "struct s {\n  int a;\n  struct s b;\n};\n", "struct s is not complete", 3},
		{"struct in itself by typedef", "typedef struct s S;\nstruct s {\n  S b[2];\n};\n", "struct s is not complete", 3},
		{"structs in one another", "struct a {\n  struct b x;\n};\nstruct b { struct a y; };\n", "struct b is not complete", 2},
		{"size of itself", "struct s {\n  char c[sizeof(struct s)];\n};\n", "struct s is not complete", 2},
		{"type twice", "int f(void void);\n", "twice", 1},
		{"missing semicolon", "struct s { int a; }\nint x;\n", "do not go together", 1},
		{"stray character", "int x = 1 @ 2;\n", "no character of C", 1},
		{"unclosed string", "char *s = \"abc;\n", "no closing quote", 1},
		{"unclosed comment", "int x;\n/* abc\nint y;\n", "unterminated comment", 2},
		{"#error", "\n#error not here\n", "not here", 2},
		{"#if", "\n#if 1 +\n#endif\n", "incomplete", 2},
		{"#endif", "\n#if 1\nint x;\n", "unterminated #if", 2},
		{"macro arguments", "#define F(x) x\n\nint y = F(1;\n", "closing parenthesis", 3},
		{"exponential macros", laughs + "int y = X39;\n", "tokens after macro expansion", 41},
		{"exponential arguments", "#define D(x) x x x x\nint y = " + r("D(", 40) + "1" + r(")", 40) + ";\n", "tokens after macro expansion", 2},
		{"nested macro calls", "#define D(x) x\nint y = " + r("D(", 10000) + "1" + r(")", 10000) + ";\n", "nested more than", 2},
		{"nested #if", r("#if 1\n", 5000) + r("#endif\n", 5000), "nested more than", 258},
		{"nested condition", "#if " + r("(", 5000) + "1" + r(")", 5000) + "\n#endif\n", "nested more than", 1},
		{"parentheses", "int x = " + r("(", 100000) + "1" + r(")", 100000) + ";\n", "nested more than", 1},
		{"blocks", "void f(void) {\n" + r("{", 100000) + r("}", 100000) + "}\n", "nested more than", 2},
		{"initializers", "int x[] = " + r("{", 50000) + "1" + r("}", 50000) + ";\n", "nested more than", 1},
		{"statement expressions", "int f(int a) { return " + r("({", 50000) + "a;" + r("});", 50000) + "}\n", "nested more than", 1},
		{"binary chain", "int x = 1" + r(" + 1", 100000) + ";\n", "operators", 1},
		{"logical chain", "int f(int a) { return a" + r(" && a", 100000) + "; }\n", "operators", 1},
		{"unary chain", "int x = " + r("- ", 100000) + "1;\n", "operators", 1},
		{"cast chain", "int x = " + r("(int)", 100000) + "1;\n", "operators", 1},
		{"sizeof chain", "int x = " + r("sizeof ", 100000) + "1;\n", "more than", 1},
		{"pointer chain", "int " + r("*", 100000) + "p;\n", "operators", 1},
		{"array chain", "int a" + r("[1]", 100000) + ";\n", "operators", 1},
		{"declarators", "int " + r("(*", 100000) + "a" + r(")(void)", 100000) + ";\n", "nested more than", 1},
		{"conditional chain", "int f(int a) { return " + r("a ? 1 : ", 100000) + "0; }\n", "operators", 1},
		{"assignment chain", "void f(int a) { " + r("a = ", 100000) + "0; }\n", "operators", 1},
		{"member chain", "struct s { struct s *n; }; void *f(struct s *p) { return p" + r("->n", 100000) + "; }\n", "operators", 1},
		{"else chain", "void f(int x) {\n" + r("if (x) x = 1; else ", 100000) + "x = 2; }\n", "else branches", 2},
		{"braced else chain", "void f(int x) {\n" + r("if (x) { x = 1; } else ", 100000) + "x = 2; }\n", "else branches", 2},
		{"if chain", "void f(int x) {\n" + r("if (x) ", 100000) + "x = 2; }\n", "operators", 2},
		{"loop chain", "void f(int x) {\n" + r("while (x) ", 100000) + "x = 2; }\n", "operators", 2},
		{"label chain", "void f(void) {\n" + numbered(100000, "l%d: ") + "; }\n", "operators or labels", 2},
		{"case chain", "void f(int x) { switch (x) {\n" + numbered(100000, "case %d: ") + "; } }\n", "operators or labels", 2},
		{"doubling structs", doubled(40) + "int f(struct s40 *p) {\n  return p->nothing; }\n", "too complex for the C parser: struct s40 has 4398046511102 members", 41},
		{"two structs that refer to themselves", "struct s { struct s *n; } *x;\nvoid f(void) { struct s { struct s *n; } *y; x = y; }\n", "struct s has 2 definitions and refers to itself", 1},
		{
			"long strings",
			"#define S \"" + r("x", 1<<20) + "\"\nchar *a[] = {" + r("S,", 64) + "};\n", "longer than 64 MiB", 2,
		},
		{"words", r("const ", 100000) + "int x;\n", "words in a row", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			if strings.Contains(c.name, "macro calls") || strings.HasPrefix(c.name, "exponential") {
				tooltest.From(t, tooltest.Full) // these go on to the limit of tokens: half of the time of all
			}
			u, list := parseText(t, "bad.c", c.src, Options{})
			if u != nil || len(list) == 0 {
				t.Fatal("accepted")
			}
			d := list[0]
			if !strings.Contains(d.Summary, c.want) || d.Range.File != "bad.c" || d.Range.Line != c.line || d.Range.Col < 1 || d.Detail == "" || d.Severity != diag.Error {
				t.Errorf("got %+v, want %q at line %d", d, c.want, c.line)
			}
			if strings.Contains(d.Summary, ".go:") || strings.Contains(d.Summary, "goroutine") || strings.Contains(d.Summary, "TODO") {
				t.Errorf("the summary speaks of the library's inside: %s", d.Summary)
			}
		})
	}
}

func TestBadFiles(t *testing.T) {
	dir := t.TempDir()
	self := filepath.Join(dir, "self.h")
	if err := os.WriteFile(self, []byte("#include \"self.h\"\n#include \"self.h\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, want string }{
		{filepath.Join(dir, "missing.c"), "no such file"},
		{dir, "directory"},
		{self, "include one another"},
	} {
		u, list, err := Parse(context.Background(), Source{Name: c.name}, Options{})
		if err != nil || u != nil || len(list) != 1 || !strings.Contains(list[0].Summary, c.want) || list[0].Detail == "" {
			t.Errorf("%s: %v %v", c.name, list, err)
		}
	}
}

// TestLongNames: names of files that are written again and again count as text.
func TestLongNames(t *testing.T) {
	name := strings.Repeat("x", 1<<20)
	src := "#line 1 \"" + name + "\"\n" + strings.Repeat("int a;\n#line 1\n", 70)
	u, list := parseText(t, "bad.c", src, Options{})
	if u != nil || !strings.Contains(list[0].Summary, "longer than 64 MiB") || list[0].Range.File != name {
		t.Errorf("%.200s", list)
	}
}

// TestNearLimits: what the guards let through, the parser survives.
func TestNearLimits(t *testing.T) {
	tooltest.From(t, tooltest.Full)
	r := strings.Repeat
	for name, src := range map[string]string{
		"parentheses": "int x = " + r("(", maxNesting-10) + "1" + r(")", maxNesting-10) + ";\n",
		"calls":       "int f(int); int g(int x) { return " + r("f(", maxNesting-10) + "x" + r(")", maxNesting-10) + "; }\n",
		"statements":  "int f(int a) { return " + r("({", maxNesting/2-10) + "a;" + r("});", maxNesting/2-10) + "}\n",
		"chain":       "int f(int a) { return a" + r(" && a", maxChain-10) + "; }\n",
		"unary":       "int f(int a) { return " + r("! ", maxChain-10) + "a; }\n",
		"else":        "void f(int x) { " + r("if (x) x = 1; else ", maxElse-10) + "x = 2; }\n",
		"cases":       "void f(int x) { switch (x) {" + numbered(maxChain/3, "case %d: ") + "; } }\n",
		"pointers":    "int " + r("*", maxChain-10) + "p;\n",
	} {
		t.Run(name, func(t *testing.T) {
			if u, list := parseText(t, "a.c", src, Options{}); u == nil {
				t.Errorf("refused: %v", list)
			}
			alone := Options{Alone: aloneHere, test: func(l *limits) { l.late = 0 }}
			if u, list := parseText(t, "a.c", src, alone); u == nil {
				t.Errorf("refused where it is read alone: %v", list)
			}
		})
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, _, err := Parse(ctx, Source{Name: "a.c", Content: []byte(strings.Repeat("int f(void);\n", 20000))}, Options{})
	var stop *Interrupted
	if !errors.As(err, &stop) || stop.File != "a.c" || !errors.Is(err, context.Canceled) || err.Error() != "reading a.c: context canceled" {
		t.Errorf("a context that ended gives %v", err)
	}
}
