package irexec_test

import (
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestRules: the rules of docs/assumptions.md that an execution can show, one small program each in the archives of testdata/rules. The
// first line of a program lists the kinds of failures that exist; every program is explored with and without reduction.
func TestRules(t *testing.T) {
	files, err := filepath.Glob("testdata/rules/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no rules: %v", err)
	}
	for _, file := range files {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			for _, rule := range ar.Files {
				t.Run(rule.Name, func(t *testing.T) { holds(t, string(rule.Data)) })
			}
		})
	}
}

func holds(t *testing.T, src string) {
	first, _, _ := strings.Cut(src, "\n")
	want, ok := strings.CutPrefix(first, "// finds:")
	if !ok {
		t.Fatalf("the first line does not say what is found: %q", first)
	}
	x := both(t, parse(t, src), all)
	if !x.Exhausted || len(x.Unknown) > 0 {
		t.Errorf("not exhausted: %s %v", x.Stopped, x.Unknown)
	}
	if got := kinds(x); got != strings.TrimSpace(want) {
		t.Errorf("got %q, want %q", got, want)
		for _, f := range x.Failures {
			t.Log(f.Key(), f.Message)
		}
	}
}
