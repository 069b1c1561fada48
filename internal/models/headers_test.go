package models_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/cfront/cparse"
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
	return cparse.Options{Model: m, Headers: models.Include(), HostDirs: []string{}}
}

func parse(t *testing.T, name, text string, m ir.DataModel) *cparse.Unit {
	t.Helper()
	u, list, err := cparse.Parse(context.Background(), cparse.Source{Name: name, Content: []byte(text), Model: true},
		options(name, m))
	if err != nil || len(list) > 0 || u == nil {
		t.Fatalf("%s, %s: %v %v", name, m, list, err)
	}
	return u
}

// Every header stands alone, can be included twice, and together with all others.
func TestHeadersParse(t *testing.T) {
	t.Parallel()
	for _, m := range dataModels {
		t.Run(m.String(), func(t *testing.T) {
			var all strings.Builder
			for _, h := range headers(t) {
				line := fmt.Sprintf("#include <%s>\n", h)
				parse(t, h+".c", line+line+"int x;\n", m)
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
	args = append([]string{"-nostdinc", "-I", "include", "-Wall", "-Wextra", "-Werror"}, args...)
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
	names, err := filepath.Glob("windows/*.h")
	if err != nil || len(names) < 30 {
		t.Fatalf("%d headers: %v", len(names), err)
	}
	for _, m := range []ir.DataModel{ir.LLP64, ir.ILP32} {
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
