package report

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/source"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// place finds the n-th occurrence of a text in a source.
func placeOf(t *testing.T, file, src, what string, n int) source.Range {
	t.Helper()
	at := 0
	for i := 0; ; i++ {
		k := strings.Index(src[at:], what)
		if k < 0 {
			t.Fatalf("no %q, number %d", what, n)
		}
		at += k
		if i == n {
			break
		}
		at++
	}
	line := 1 + strings.Count(src[:at], "\n")
	return source.At(file, line, at-strings.LastIndexByte(src[:at], '\n'))
}

// printOf is the fingerprint of a race between two places of a source.
func printOf(t *testing.T, name, src, engineName, a string, an int, b string, bn int) string {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	f := verdict.Finding{Verdict: verdict.Possible, Failure: verdict.Failure{
		Kind: verdict.KindRace, Message: "in words of " + engineName, Location: placeOf(t, file, src, a, an), Related: []verdict.Place{{Location: placeOf(t, file, src, b, bn)}},
	}}
	r := &Report{Root: dir}
	r.Add(engineName, &engine.Result{Findings: []verdict.Finding{f}})
	return r.fingerprints(NewSources(r.Root))[0]
}

const racing = `int n, m;
void *w(void *p)
{
	n++; m++;
	if (p) n = 2;
	return p;
}
int main(void)
{
	n = 1;
	return 0;
}
`

func TestFingerprints(t *testing.T) {
	first := printOf(t, "src/a.c", racing, "lockset", "n++", 0, "n = 1", 0)
	same := []struct{ why, src string }{
		{"lines before it", "/* a licence\n * in lines\n */\n\n#include <stdio.h>\n" + racing},
		{"a comment", strings.Replace(racing, "n++;", "n++; // counts", 1)},
		{"a comment inside", strings.Replace(racing, "n = 1", "n /* here */ = 1", 1)},
		{"another layout", strings.NewReplacer("\t", "    ", "{\n", "{ ", ";\n", ";  ").Replace(racing)},
		{"another function before it", "static int f(int a) { return a; }\n" + racing},
		{"another thread", strings.Replace(racing, "int main", "void *v(void *p) { return p; }\nint main", 1)},
	}
	for _, c := range same {
		b, bn := "n = 1", 0
		if c.why == "a comment inside" {
			b = "n /* here"
		}
		if got := printOf(t, "src/a.c", c.src, "lockset", "n++", 0, b, bn); got != first {
			t.Errorf("%s: %s, before %s", c.why, got, first)
		}
	}
	if got := printOf(t, "src/a.c", racing, "rounds", "n++", 0, "n = 1", 0); got != first {
		t.Errorf("another engine: %s, before %s", got, first)
	}
	others := map[string]string{
		"another race on the line":     printOf(t, "src/a.c", racing, "lockset", "m++", 0, "n = 1", 0),
		"another statement":            printOf(t, "src/a.c", racing, "lockset", "n = 2", 0, "n = 1", 0),
		"another file":                 printOf(t, "lib/a.c", racing, "lockset", "n++", 0, "n = 1", 0),
		"another function":             printOf(t, "src/a.c", strings.Replace(racing, "*w(", "*v(", 1), "lockset", "n++", 0, "n = 1", 0),
		"another token of a statement": printOf(t, "src/a.c", racing, "lockset", "++; m", 0, "n = 1", 0),
	}
	for why, got := range others {
		if got == first {
			t.Errorf("%s has the same fingerprint", why)
		}
	}
}

// FuzzTokens: any bytes are cut up, and every place has a name or none.
func FuzzTokens(f *testing.F) {
	f.Add(racing, 4, 2)
	f.Add("\"\\", 1, 1)
	f.Add("/*", 1, 3)
	f.Add("}}}{(){x", 1, 8)
	f.Fuzz(func(t *testing.T, src string, line, col int) {
		file := filepath.Join(t.TempDir(), "a.c")
		if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
			t.Fatal(err)
		}
		s := NewSources("")
		s.statementAt(source.Pos{File: file, Line: line, Col: col})
		s.Column(source.Pos{File: file, Line: line, Col: col})
		n := 0
		for _, tk := range s.file(file).tokens {
			if tk.at < n || tk.text == "" {
				t.Fatalf("token %q at %d, after %d", tk.text, tk.at, n)
			}
			n = tk.at + len(tk.text)
		}
	})
}
