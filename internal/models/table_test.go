package models

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"
)

func TestTable(t *testing.T) {
	fs := Table()
	if len(fs) < 500 {
		t.Fatalf("only %d functions", len(fs))
	}
	for i, f := range fs {
		if i > 0 && fs[i-1].Name >= f.Name {
			t.Errorf("%s stands after %s", f.Name, fs[i-1].Name)
		}
		if f.Group == "" || f.Doc == "" || f.Kind.String() == "none" {
			t.Errorf("%s: incomplete: %+v", f.Name, f)
		}
		if strings.ContainsAny(f.Doc, "\n\t") || strings.HasSuffix(f.Doc, ".") {
			t.Errorf("%s: doc is to be one line without a full stop: %q", f.Name, f.Doc)
		}
		if (f.Kind == KindStub) != (f.File != "") {
			t.Errorf("%s: kind %s with file %q", f.Name, f.Kind, f.File)
		}
		if f.Reads && f.Kind != KindHavoc {
			t.Errorf("%s: kind %s cannot leave reads out", f.Name, f.Kind)
		}
		for _, file := range append([]string{f.File}, f.Overrides...) {
			if file == "" {
				continue
			}
			if _, err := Stub(file); err != nil {
				t.Errorf("%s: %v", f.Name, err)
			}
		}
		if got, ok := Lookup(f.Name); !ok || got.Name != f.Name {
			t.Errorf("Lookup(%q) = %v, %v", f.Name, got, ok)
		}
	}
	for name := range reads {
		if _, ok := Lookup(name); !ok {
			t.Errorf("reads names %s, which is not in the table", name)
		}
	}
	for name := range assumes {
		if _, ok := Lookup(name); !ok {
			t.Errorf("assumes names %s, which is not in the table", name)
		}
	}
}

func TestLookupUnknown(t *testing.T) {
	for _, name := range []string{"", "~", "pthread_creat", "pthread_createx"} {
		if f, ok := Lookup(name); ok {
			t.Errorf("Lookup(%q) = %v", name, f)
		}
	}
	if _, err := Stub("nothing.c"); err == nil {
		t.Error("Stub of a file that is not there gives no error")
	}
}

func TestTableIsACopy(t *testing.T) {
	Table()[0].Name = "changed"
	if Table()[0].Name == "changed" {
		t.Error("a caller can change the table")
	}
}

func TestChoose(t *testing.T) {
	f, _ := Lookup("pthread_exit")
	for _, c := range []struct {
		linked []string
		want   string
	}{
		{nil, "thread.c"},
		{[]string{"mutex.c"}, "thread.c"},
		{[]string{"cleanup.c"}, "cleanup.c"},
		{[]string{"cleanup.c", "key.c"}, "key.c"},
	} {
		if got := f.Choose(func(file string) bool { return slices.Contains(c.linked, file) }); got != c.want {
			t.Errorf("with %v linked: %s, want %s", c.linked, got, c.want)
		}
	}
}

// Every stub file is used, and every header has a comment that says what it is.
func TestFiles(t *testing.T) {
	used := map[string]bool{}
	for _, f := range Table() {
		used[f.File] = true
		for _, o := range f.Overrides {
			used[o] = true
		}
	}
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := files.ReadFile(name)
		if err != nil {
			return err
		}
		if !strings.HasPrefix(string(text), "/* ") {
			t.Errorf("%s does not begin by saying what it is", name)
		}
		if strings.HasPrefix(name, "stubs/") && !used[path.Base(name)] {
			t.Errorf("%s: no function of the table is in it", name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// The package reads no flags and no environment.
func TestNoEnvironment(t *testing.T) {
	pkgs, err := parser.ParseDir(token.NewFileSet(), ".", func(fi fs.FileInfo) bool {
		return !strings.HasSuffix(fi.Name(), "_test.go")
	}, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pkgs {
		for _, f := range p.Files {
			ast.Inspect(f, func(n ast.Node) bool {
				if im, ok := n.(*ast.ImportSpec); ok && (im.Path.Value == `"os"` || im.Path.Value == `"flag"`) {
					t.Errorf("imports %s", im.Path.Value)
				}
				return true
			})
		}
	}
}
