package main

import (
	"bytes"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// The table is a text. A clause begins with a line "== WORLD NAME". What it says stands in the lines below. "in FILE" begins a change of a file: lines that begin with "-" are the old text, which
// stands in the file once, lines with "+" the new one; the first line of either may be a part of one. "test PACKAGE NAME" is the test that sees the change. What stands before the first clause is not read.

// clause is an entry of the table.
type clause struct {
	line        int
	world, name string
	says        string
	edits       []edit
	pkg, test   string
}

// edit is a change of a file.
type edit struct{ file, old, text string }

// worlds are what clauses belong to.
var worlds = []string{"friendly", "hostile", "judge", "addresses", "rules", "lines", "names", "callbacks", "plain"}

func (c *clause) String() string { return c.world + " " + c.name }

// readTable reads the table; it says of each fault where it is.
func readTable(file string) ([]*clause, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var out []*clause
	var c *clause
	wrong := func(n int, format string, args ...any) error {
		return fmt.Errorf("%s:%d: %s", file, n, fmt.Sprintf(format, args...))
	}
	for i, line := range strings.Split(string(text), "\n") {
		n := i + 1
		head, rest, _ := strings.Cut(line, " ")
		switch {
		case head == "==":
			world, name, ok := strings.Cut(rest, " ")
			if !ok || !slices.Contains(worlds, world) || strings.Contains(name, " ") {
				return nil, wrong(n, "a clause begins with == WORLD NAME, and a world is one of %s", strings.Join(worlds, ", "))
			}
			if slices.ContainsFunc(out, func(c *clause) bool { return c.world == world && c.name == name }) {
				return nil, wrong(n, "there is a clause %s above", rest)
			}
			c = &clause{line: n, world: world, name: name}
			out = append(out, c)
		case c == nil || line == "":
		case head == "in":
			c.edits = append(c.edits, edit{file: rest})
		case head == "test":
			c.pkg, c.test, _ = strings.Cut(rest, " ")
		case line[0] == '-' || line[0] == '+':
			if len(c.edits) == 0 {
				return nil, wrong(n, "no file to change above")
			}
			e := &c.edits[len(c.edits)-1]
			to := &e.text
			if line[0] == '-' {
				to = &e.old
			}
			if *to != "" {
				*to += "\n"
			}
			*to += line[1:]
		case len(c.edits) > 0 || c.test != "":
			return nil, wrong(n, "not a line of a change: %s", line)
		default:
			c.says = strings.TrimSpace(c.says + " " + line)
		}
	}
	for _, c := range out {
		switch {
		case c.says == "":
			return nil, wrong(c.line, "%s: it is not said what the clause says", c)
		case len(c.edits) == 0 || slices.ContainsFunc(c.edits, func(e edit) bool { return e.old == "" }):
			return nil, wrong(c.line, "%s: no text to change", c)
		case c.pkg == "" || c.test == "":
			return nil, wrong(c.line, "%s: no test", c)
		}
	}
	return out, nil
}

// changed is the files of a clause with the clause switched off.
func (c *clause) changed(root string) (map[string][]byte, error) {
	out := map[string][]byte{}
	for _, e := range c.edits {
		text, ok := out[e.file]
		if !ok {
			var err error
			if text, err = os.ReadFile(filepath.Join(root, filepath.FromSlash(e.file))); err != nil {
				return nil, err
			}
		}
		if n := bytes.Count(text, []byte(e.old)); n != 1 {
			return nil, fmt.Errorf("%s has the text %d times: %s", e.file, n, e.old)
		}
		out[e.file] = bytes.Replace(text, []byte(e.old), []byte(e.text), 1)
	}
	return out, nil
}

// known reports whether the test is there: the function in its package, and what the name of a subtest says as a file of test data, or in the package's tests.
func (c *clause) known(root string) error {
	name, sub, _ := strings.Cut(c.test, "/")
	dir := filepath.Join(root, filepath.FromSlash(c.pkg))
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		return err
	}
	var all strings.Builder
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			return err
		}
		all.Write(text)
	}
	if !strings.Contains(all.String(), "\nfunc "+name+"(t *testing.T)") {
		return fmt.Errorf("%s has no test %s", c.pkg, name)
	}
	if sub == "" || strings.Contains(all.String(), sub) {
		return nil
	}
	for _, p := range []string{sub, path.Join("*", sub), path.Dir(sub), path.Join("*", path.Dir(sub))} { // the last element may be a question
		if at, _ := filepath.Glob(filepath.Join(root, "testdata", filepath.FromSlash(p))); path.Ext(p) == ".c" && len(at) > 0 {
			return nil
		}
	}
	found := false
	err = filepath.WalkDir(filepath.Join(dir, "testdata"), func(p string, _ os.DirEntry, err error) error {
		base := filepath.Base(p)
		found = found || base == sub || strings.TrimSuffix(base, filepath.Ext(base)) == sub
		return err
	})
	if err != nil || !found {
		return fmt.Errorf("%s: nothing is called %s", c.pkg, c.test)
	}
	return nil
}
