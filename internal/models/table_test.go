package models

import (
	"fmt"
	"io/fs"
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
		for _, file := range definers(f) {
			if _, err := Stub(file); err != nil {
				t.Errorf("%s: %v", f.Name, err)
			}
		}
		if got, ok := Lookup(f.Name); !ok || got.Name != f.Name {
			t.Errorf("Lookup(%q) = %v, %v", f.Name, got, ok)
		}
	}
	for name := range reads {
		if _, ok := Lookup(name); !ok && !For("linux").Known(name) {
			t.Errorf("reads names %s, which is not in the table", name)
		}
	}
	for name := range assumes {
		if _, ok := Lookup(name); !ok && !For("linux").Known(name) {
			t.Errorf("assumes names %s, which is not in the table", name)
		}
	}
}

// definers are the files that define a function.
func definers(f Function) []string {
	if f.Kind != KindStub {
		return nil
	}
	list := []string{f.File}
	for _, o := range f.Overrides {
		list = append(list, o.File)
	}
	return list
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
		{nil, "leave.c"},
		{[]string{"mutex.c"}, "leave.c"},
		{[]string{"cleanup.c"}, "leave_cleanup.c"},
		{[]string{"cleanup.c", "key.c"}, "leave_keys.c"},
	} {
		if got := f.Choose(func(file string) bool { return slices.Contains(c.linked, file) }); got != c.want {
			t.Errorf("with %v linked: %s, want %s", c.linked, got, c.want)
		}
	}
}

// A file that holds a replaceable function, or a replacement, holds only functions that are replaced in the same way, and no
// function that makes something be replaced: so whoever takes whole files, in any order, never meets two definitions of a name.
func TestOverrides(t *testing.T) {
	how := map[string]string{}
	triggers := map[string]bool{}
	for _, f := range Table() {
		for _, o := range f.Overrides {
			triggers[o.When] = true
		}
		for _, file := range definers(f) {
			got := fmt.Sprint(f.Overrides)
			if want, ok := how[file]; ok && got != want {
				t.Errorf("%s: %s is replaced by %s, others in the file by %s", file, f.Name, got, want)
			}
			how[file] = got
		}
	}
	for file := range triggers {
		if how[file] != "[]" {
			t.Errorf("%s decides what is replaced and holds replaceable functions itself", file)
		}
	}
}

// Every stub file is used, and every header has a comment that says what it is.
func TestFiles(t *testing.T) {
	used := map[string]bool{}
	for _, f := range slices.Concat(Table(), For("linux").Functions(), For("windows").Functions()) {
		for _, file := range definers(f) {
			used[file] = true
		}
	}
	for _, known := range []map[string]Var{variables, kernelVariables} {
		for _, v := range known {
			used[v.File] = true
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
		if !strings.HasPrefix(string(text), "/* ") && !(strings.HasPrefix(name, "known/") && strings.HasPrefix(string(text), "# ")) {
			t.Errorf("%s does not begin by saying what it is", name)
		}
		if strings.HasPrefix(name, "stubs/") && !used[strings.TrimPrefix(name, "stubs/")] {
			t.Errorf("%s: no function of the table is in it", name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
