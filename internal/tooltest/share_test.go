package tooltest_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// test is a test of a package, whose path is that below the root.
type test struct{ pkg, name string }

// TestEveryComparisonHasAShare: what asks how long to run stands in .ci/shares, with a share that is no less than its short run, and nothing else does. The scripts leave
// the listed tests out of other runs by their names alone, so no other test may have one of these.
func TestEveryComparisonHasAShare(t *testing.T) {
	root := filepath.Join("..", "..")
	list, err := os.ReadFile(filepath.Join(root, ".ci", "shares"))
	if err != nil {
		t.Fatal(err)
	}
	shares := map[test]int{}
	names := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^(\d+) +(\S+) +(Test\S+)$`).FindAllStringSubmatch(string(list), -1) {
		share, err := strconv.Atoi(m[1])
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range strings.Split(m[3], "|") {
			shares[test{m[2], name}] = share
			names[name] = true
		}
	}
	if len(shares) == 0 {
		t.Fatal(".ci/shares lists no comparison")
	}
	for c, short := range comparisons(t, root) {
		share, listed := shares[c]
		switch {
		case short == 0 && names[c.name]:
			t.Errorf("%s %s does not ask how long to run, and .ci/run leaves it out: a comparison has its name", c.pkg, c.name)
		case short > 0 && !listed:
			t.Errorf("%s %s has no share in .ci/shares", c.pkg, c.name)
		case share < short:
			t.Errorf("%s %s has a share of %d in .ci/shares, and a short run makes %d", c.pkg, c.name, share, short)
		}
		delete(shares, c)
	}
	for c := range shares {
		t.Errorf("%s %s of .ci/shares does not exist", c.pkg, c.name)
	}
}

// comparisons gives every test with the number that its short run makes, zero if it does not ask how long to run.
func comparisons(t *testing.T, root string) map[test]int {
	t.Helper()
	all := map[test]int{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		rel, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil || filepath.ToSlash(rel) == "internal/tooltest" {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		for _, decl := range file.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			if n := asks(t, f); n > 0 || f.Recv == nil && strings.HasPrefix(f.Name.Name, "Test") {
				all[test{filepath.ToSlash(rel), f.Name.Name}] = n
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// asks gives what a function says to be its short run where it asks how long to run, otherwise zero.
func asks(t *testing.T, f *ast.FuncDecl) (short int) {
	t.Helper()
	ast.Inspect(f, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		s, ok := call.Fun.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if x, ok := s.X.(*ast.Ident); !ok || x.Name != "tooltest" {
			return true
		}
		at := map[string]int{"Count": 1, "Seeds": 2}[s.Sel.Name]
		switch {
		case s.Sel.Name == "Checks":
			short = max(short, 100) // the number of package rapid
		case at > 0:
			literal, ok := call.Args[at].(*ast.BasicLit)
			if !ok {
				t.Fatalf("%s: the number of a short run is no literal", f.Name.Name)
			}
			number, err := strconv.ParseInt(literal.Value, 0, 64)
			if err != nil {
				t.Fatal(err)
			}
			short = max(short, int(number))
		}
		return true
	})
	return short
}
