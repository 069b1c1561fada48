package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTable: what each clause changes is there once, and so is its test. The table cannot rot then.
func TestTable(t *testing.T) {
	const root = "../.."
	all, err := readTable("clauses.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		if _, err := c.changed(root); err != nil {
			t.Errorf("clauses.txt:%d: %s: %v", c.line, c, err)
		}
		if err := c.known(root); err != nil {
			t.Errorf("clauses.txt:%d: %s: %v", c.line, c, err)
		}
	}
}

// TestTableRefused: a table that cannot be read is refused with the line.
func TestTableRefused(t *testing.T) {
	const good = "head\n== judge a\nIt says so.\nin f.go\n-old\n+new\ntest ./p TestX\n"
	for _, c := range []struct{ text, want string }{
		{good, ""},
		{strings.Replace(good, "judge", "nobody", 1), "t.txt:2: a clause begins with"},
		{good + good[len("head\n"):], "t.txt:8: there is a clause judge a above"},
		{"== judge a\nIt says so.\n-old\n", "t.txt:3: no file to change above"},
		{strings.Replace(good, "-old", "old", 1), "t.txt:5: not a line of a change: old"},
		{strings.Replace(good, "It says so.\n", "", 1), "it is not said what the clause says"},
		{strings.Replace(good, "-old\n", "", 1), "no text to change"},
		{strings.Replace(good, "test ./p TestX\n", "", 1), "no test"},
	} {
		t.Chdir(t.TempDir())
		if err := os.WriteFile("t.txt", []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := readTable("t.txt")
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%q: %v, want %q", c.text, err, c.want)
		}
	}
}

// TestChange: an old text that is not there once, and a test that is not there, are said.
func TestChange(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{"f.go": "a b b", "p/x_test.go": "\nfunc TestX(t *testing.T) { }", "p/testdata/one.txtar": ""} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for old, ok := range map[string]bool{"a": true, "b": false, "c": false} {
		c := &clause{edits: []edit{{"f.go", old, "d"}}}
		if got, err := c.changed(root); (err == nil) != ok || ok && string(got["f.go"]) != "d b b" {
			t.Errorf("%s: %q, %v", old, got["f.go"], err)
		}
	}
	for test, ok := range map[string]bool{"TestX": true, "TestX/one": true, "TestX/two": false, "TestY": false} {
		if err := (&clause{pkg: "./p", test: test}).known(root); (err == nil) != ok {
			t.Errorf("%s: %v", test, err)
		}
	}
}

// TestJudge: what the output of go test means.
func TestJudge(t *testing.T) {
	for _, c := range []struct {
		out    string
		passed bool
		want   string
	}{
		{"ok p", true, notSeen},
		{"--- SKIP: TestX\nok p", true, skipped},
		{"--- FAIL: TestPrograms\n explore says BUG, the truth is PROVED", false, seen},
		{"a.go:1: x declared and not used\nFAIL p [build failed]", false, notBuilt},
		{"--- FAIL: TestX\npanic: x", false, breaks},
		{"--- FAIL: TestX\n UNKNOWN (internal error)", false, breaks},
	} {
		if got, _ := judge(c.out, c.passed); got != c.want {
			t.Errorf("%q: %s, want %s", c.out, got, c.want)
		}
	}
}
