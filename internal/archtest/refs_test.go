package archtest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestReferences: what comments, pages and scripts refer to exists.
func TestReferences(t *testing.T) {
	errs, err := References("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range errs {
		t.Error(e)
	}
}

// TestReferencesAreFollowed: dead references of each kind are noticed, and live ones are not.
func TestReferencesAreFollowed(t *testing.T) {
	for _, c := range []struct{ file, text, want string }{
		{"a.md", "See docs/semantics.md, docs/semantics.md#data-races.", ""},
		{"a.md", "See docs/nowhere.md.", "a.md: docs/nowhere.md: no such file"},
		{"a.md", "See docs/semantics.md#nothing.", "docs/semantics.md#nothing: no such heading"},
		{"a.md", "run .ci/run or .ci/gone", ".ci/gone: no such file"},
		{"a.md", "[races](docs/semantics.md#data-races) [web](https://example.com/x.md)", ""},
		{"a.md", "[a](b.md)", "a.md: b.md: no such file"},
		{"docs/a.md", "[s](semantics.md#data-races-1), [d](decisions)", ""},
		{"docs/a.md", "[s](docs/semantics.md)", "docs/semantics.md: no such file"},
		{"docs/a.md", "# Top\n\n[t](#top)", ""},
		{"docs/a.md", "# Top\n\n[t](#bottom)", "#bottom: no such heading"},
		{"docs/a.md", "```\n# comment\n```\n\n[t](#comment)", "#comment: no such heading"},
		{"a.md", "Decision 0001, and decisions 0001 to 0002.", ""},
		{"a.md", "Decision\n0003.", "decision 0003: docs/decisions has no such number"},
		{"a.md", "decisions 0001, 0002 and 0004", "decision 0004"},
		{"a.md", "DESIGN, section 4", "a.md: cites DESIGN"},
		{"a.md", "a design, and redesign", ""},
		{"a.md", "`ir/instr.go` and instr.go", ""},
		{"a.md", "`ir/gone.go`", "ir/gone.go: no Go file is called that"},
		{"x.go", "package x\n\n// See docs/semantics.md#gone.\n", "x.go: docs/semantics.md#gone: no such heading"},
		{"x.go", "package x\n\n// By decision\n// 0003.\n", "decision 0003"},
		{"x.go", "package x\n\nvar s = `docs/nowhere.md, DESIGN`\n", ""},
		{"testdata/x.go", "package x // DESIGN", ""},
		{".ci/x", "# docs/nowhere.md", ".ci/x: docs/nowhere.md: no such file"},
		{"notes.txt", "docs/nowhere.md", ""},
	} {
		root := t.TempDir()
		for name, text := range map[string]string{
			"docs/semantics.md":          "# Words\n\n## Data races\n\n## Data races\n",
			"docs/decisions/0001-one.md": "# 0001 One\n",
			"docs/decisions/0002-two.md": "# 0002 Two\n",
			".ci/run":                    "#!/bin/sh\n",
			"internal/ir/instr.go":       "package ir\n",
			filepath.FromSlash(c.file):   c.text,
		} {
			at := filepath.Join(root, name)
			if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		errs, err := References(root)
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Join(errs, "\n")
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s with %q says %q, want %q", c.file, c.text, got, c.want)
		}
	}
}
