package bodies

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/cfront/cparse"
	"github.com/heddle-dev/heddle/internal/cfront/form"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/models"
	"github.com/heddle-dev/heddle/internal/tooltest"
)

var dataModels = []ir.DataModel{ir.LP64, ir.LLP64, ir.ILP32}

func headers(t *testing.T) []string {
	t.Helper()
	var names []string
	err := fs.WalkDir(models.Include(), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(names) < 50 {
		t.Fatalf("only %d headers", len(names))
	}
	return names
}

// options are those for a stub or a header: those of Windows are read as drivers are.
func options(name string, m ir.DataModel) cparse.Options {
	if strings.HasPrefix(name, "windows/") {
		return cparse.Options{Model: m, Platform: "windows"}
	}
	return cparse.Options{Model: m, Headers: models.Include(), HostDirs: []string{}, Whole: true}
}

func parse(t *testing.T, name, text string, m ir.DataModel) *cparse.Unit {
	t.Helper()
	u, err := tryParse(name, text, m)
	if err != nil {
		t.Fatalf("%s, %s: %v", name, m, err)
	}
	return u
}

func tryParse(name, text string, m ir.DataModel) (*cparse.Unit, error) {
	u, list, err := cparse.Parse(context.Background(), cparse.Source{Name: name, Content: []byte(text), Model: true}, options(name, m))
	if err == nil && (len(list) > 0 || u == nil) {
		err = fmt.Errorf("%v", list)
	}
	return u, err
}

// declared is what tests ask of a file: each file is read once for all of them.
type declared struct {
	names     map[string]bool   // in the scope of the file
	functions map[string]bool   // those that are functions, and no builtins
	forms     map[string]string // of functions that are not static
	defined   []string          // the functions with external linkage that have a body here
}

var read sync.Map // of declared, by name, data model and text: func() (*declared, error)

func declarations(t *testing.T, name, text string, m ir.DataModel) *declared {
	t.Helper()
	once, _ := read.LoadOrStore(fmt.Sprint(name, m, text), sync.OnceValues(func() (*declared, error) {
		u, err := tryParse(name, text, m)
		if err != nil {
			return nil, err
		}
		return declaredBy(u), nil
	}))
	d, err := once.(func() (*declared, error))()
	if err != nil {
		t.Fatalf("%s, %s: %v", name, m, err)
	}
	return d
}

func declaredBy(u *cparse.Unit) *declared {
	out := &declared{names: map[string]bool{}, functions: map[string]bool{}, forms: map[string]string{}}
	for name, nodes := range u.AST.Scope.Nodes {
		out.names[name] = true
		for _, n := range nodes {
			d, ok := n.(*cc.Declarator)
			if ok && !d.IsTypename() && d.Type().Kind() == cc.Function && !strings.HasPrefix(name, "__builtin_") && !strings.HasPrefix(name, "__ccgo") {
				out.functions[name] = true
			}
		}
	}
	for tu := u.AST.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		x := tu.ExternalDeclaration
		var list []*cc.Declarator
		switch x.Case {
		case cc.ExternalDeclarationFuncDef:
			d := x.FunctionDefinition.Declarator
			list = append(list, d)
			if d.Linkage() == cc.External && x.Position().Filename == u.Name {
				out.defined = append(out.defined, d.Name())
			}
		case cc.ExternalDeclarationDecl:
			for l := x.Declaration.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
				list = append(list, l.InitDeclarator.Declarator)
			}
		}
		for _, d := range list {
			ft, ok := d.Type().(*cc.FunctionType)
			if ok && !d.IsTypename() && !d.IsStatic() && out.forms[d.Name()] == "" {
				out.forms[d.Name()] = form.Of(ft)
			}
		}
	}
	slices.Sort(out.defined)
	return out
}

// twice includes a header, which must not mind that it is done again.
func twice(header string) string {
	return fmt.Sprintf("#include <%s>\n#include <%[1]s>\nint x;\n", header)
}

// someModels are the data models of this run: in tier short the usual one.
func someModels() []ir.DataModel {
	if !tooltest.In(tooltest.Full) {
		return []ir.DataModel{ir.LP64}
	}
	return dataModels
}

// Every header stands alone, can be included twice, and together with all others.
func TestHeadersParse(t *testing.T) {
	t.Parallel()
	for _, m := range someModels() {
		t.Run(m.String(), func(t *testing.T) {
			var all strings.Builder
			for _, h := range headers(t) {
				line := fmt.Sprintf("#include <%s>\n", h)
				declarations(t, h+".c", twice(h), m)
				if h != "iso646.h" && h != "tgmath.h" { // these two redefine names by design
					all.WriteString(line)
				}
			}
			parse(t, "all.c", all.String(), m)
		})
	}
}

func TestHeadersUnderGCC(t *testing.T) {
	t.Parallel()
	var all strings.Builder
	dir := t.TempDir()
	for i, h := range headers(t) {
		fmt.Fprintf(&all, "#include <%s>\n", h)
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("h%d.c", i)), []byte(fmt.Sprintf("#include <%[1]s>\n#include <%[1]s>\n", h)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	text := strings.ReplaceAll(strings.ReplaceAll(all.String(), "#include <iso646.h>\n", ""), "#include <tgmath.h>\n", "")
	if err := os.WriteFile(filepath.Join(dir, "all.c"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	sources, err := filepath.Glob(filepath.Join(dir, "*.c"))
	if err != nil {
		t.Fatal(err)
	}
	for target, std := range map[string]string{"-m64": "-std=c11", "-m32": "-std=gnu17"} {
		t.Run(target, func(t *testing.T) {
			compile(t, tooltest.GCC(t, target), append([]string{target, std, "-fsyntax-only"}, sources...)...)
		})
	}
}

// compile runs gcc with our headers alone, warnings being errors.
func compile(t *testing.T, gcc string, args ...string) {
	t.Helper()
	args = append([]string{"-nostdinc", "-I", "../include", "-Wall", "-Wextra", "-Werror"}, args...)
	if out, err := exec.Command(gcc, args...).CombinedOutput(); err != nil {
		t.Errorf("gcc %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// Sizes and constants that programs can see are those of glibc: one file of static assertions holds for our headers, in our
// parser and in gcc, and for the system's.
func TestLayoutIsGlibcs(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/layout.c")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []ir.DataModel{ir.LP64, ir.ILP32} {
		parse(t, "layout.c", string(text), m)
	}
	for _, width := range []string{"-m64", "-m32"} {
		t.Run(width, func(t *testing.T) {
			gcc := tooltest.GCC(t, width)
			compile(t, gcc, width, "-fsyntax-only", "testdata/layout.c")
			if out, err := exec.Command(gcc, width, "-D_GNU_SOURCE", "-fsyntax-only", "testdata/layout.c").CombinedOutput(); err != nil {
				t.Errorf("with the system's headers, %s: %v\n%s", width, err, out)
			}
		})
	}
}

// The macros that stand for functions work in our parser and in gcc.
func TestMacros(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/macros.c")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range dataModels {
		parse(t, "macros.c", string(text), m)
	}
	for _, width := range []string{"-m64", "-m32"} {
		t.Run(width, func(t *testing.T) {
			compile(t, tooltest.GCC(t, width), width, "-fsyntax-only", "-Wno-int-to-pointer-cast", "testdata/macros.c")
		})
	}
}

// Every header of Windows drivers stands alone, can be included twice, in any case of letters, and together with all others.
func TestWindowsHeadersParse(t *testing.T) {
	t.Parallel()
	names, err := filepath.Glob("../windows/*.h")
	if err != nil || len(names) < 30 {
		t.Fatalf("%d headers: %v", len(names), err)
	}
	targets := []ir.DataModel{ir.LLP64, ir.ILP32}
	if !tooltest.In(tooltest.Full) {
		targets = targets[:1]
	}
	for _, m := range targets {
		var all strings.Builder
		for _, name := range names {
			h := filepath.Base(name)
			if h == "wdm_objects.h" || h == "wdm_requests.h" || h == "wdm_functions.h" || h == "ntstatus.h" || strings.HasPrefix(h, "wdf_") {
				continue // parts of wdm.h and wdf.h
			}
			line := fmt.Sprintf("#include <%s>\n#include <%s>\n", h, strings.ToUpper(h))
			parse(t, "windows/"+h+".c", line+"int x;\n", m)
			all.WriteString(line)
		}
		parse(t, "windows/all.c", all.String(), m)
	}
}
