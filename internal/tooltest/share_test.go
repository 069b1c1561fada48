package tooltest_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestEveryComparisonHasAShare: what asks how long to run stands in the list of .ci/run, and nothing else does.
func TestEveryComparisonHasAShare(t *testing.T) {
	root := filepath.Join("..", "..")
	script, err := os.ReadFile(filepath.Join(root, ".ci", "run"))
	if err != nil {
		t.Fatal(err)
	}
	var listed []string // package and test
	for _, m := range regexp.MustCompile(`(?m)^\d+ +(\S+) +(Test\S+)$`).FindAllStringSubmatch(string(script), -1) {
		for _, name := range strings.Split(m[2], "|") {
			listed = append(listed, m[1]+" "+name)
		}
	}
	var asking []string
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
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
			if f, ok := decl.(*ast.FuncDecl); ok && asks(f) {
				asking = append(asking, filepath.ToSlash(rel)+" "+f.Name.Name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range asking {
		if !slices.Contains(listed, a) {
			t.Errorf("%s has no share in .ci/run", a)
		}
	}
	for _, l := range listed {
		if !slices.Contains(asking, l) {
			t.Errorf("%s of .ci/run does not ask how long to run", l)
		}
	}
}

// asks reports whether a function asks how long to run.
func asks(f *ast.FuncDecl) (found bool) {
	ast.Inspect(f, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok && slices.Contains([]string{"Count", "Seeds", "Checks"}, s.Sel.Name) {
			if x, ok := s.X.(*ast.Ident); ok && x.Name == "tooltest" {
				found = true
			}
		}
		return !found
	})
	return found
}
