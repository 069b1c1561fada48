package bodies

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/models"
	"github.com/heddle-dev/heddle/internal/tooltest"
)

func stubFiles(t *testing.T) []string {
	t.Helper()
	paths, err := filepath.Glob("../stubs/*.c")
	if err != nil || len(paths) < 20 {
		t.Fatalf("stubs: %v, %v", paths, err)
	}
	more, err := filepath.Glob("../stubs/*/*.c")
	if err != nil || len(more) == 0 {
		t.Fatalf("stubs: %v, %v", more, err)
	}
	for i, p := range paths {
		paths[i] = filepath.Base(p)
	}
	for _, p := range more {
		paths = append(paths, filepath.ToSlash(strings.TrimPrefix(p, filepath.FromSlash("../stubs")+string(filepath.Separator))))
	}
	return paths
}

// The table and the stub files say the same about who is defined where, for every data model.
func TestStubsDefineTheTable(t *testing.T) {
	t.Parallel()
	inTable := map[string][]string{} // by file
	for _, f := range slices.Concat(models.Table(), models.For("linux").Functions(), models.For("windows").Functions()) {
		if f.Kind != models.KindStub || f.Alias != "" || slices.Contains(inTable[f.File], f.Name) {
			continue
		}
		inTable[f.File] = append(inTable[f.File], f.Name)
		for _, o := range f.Overrides {
			inTable[o.File] = append(inTable[o.File], f.Name)
		}
	}
	for _, m := range someModels() {
		for _, file := range stubFiles(t) {
			text, err := models.Stub(file)
			if err != nil {
				t.Fatal(err)
			}
			got := declarations(t, file, string(text), m).defined
			if want := inTable[file]; !slices.Equal(got, want) {
				t.Errorf("%s, %s: defines %v, the table has %v", file, m, got, want)
			}
		}
	}
}

// Functions that our headers declare are all in the table: a program can use a header without a surprise.
func TestHeadersDeclareTheTable(t *testing.T) {
	t.Parallel()
	for _, h := range headers(t) {
		for name := range declarations(t, h+".c", twice(h), ir.LP64).functions {
			if _, ok := models.Lookup(name); !ok {
				t.Errorf("<%s> declares %s, which is not in the table", h, name)
			}
		}
	}
}

func TestStubsUnderGCC(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("../stubs/*.c")
	if err != nil {
		t.Fatal(err)
	}
	for _, width := range []string{"-m64", "-m32"} {
		t.Run(width, func(t *testing.T) {
			compile(t, tooltest.GCC(t, width), append([]string{width, "-std=gnu11", "-fsyntax-only"}, paths...)...)
		})
	}
}

// Bodies that claim to be exact agree with libc on random inputs: each stub file is compiled under other names and linked
// with a driver that calls both.
func TestStubsAgreeWithLibc(t *testing.T) {
	for _, c := range []struct{ driver, stubs, widths string }{
		{"string", "string", "-m64"},
		{"ctype", "ctype", "-m64"},
		{"stdlib", "stdlib ctype", "-m64 -m32"}, // the two that depend on the widths of types
		{"format", "format", "-m64 -m32"},
		{"math", "math", "-m64"},
		{"wide", "wide ctype", "-m64"},
	} {
		for _, width := range strings.Fields(c.widths) {
			t.Run(c.driver+width, func(t *testing.T) {
				t.Parallel()
				gcc := tooltest.GCC(t, width)
				dir := t.TempDir()
				var objects, renames []string
				for _, f := range models.Table() {
					if f.Kind == models.KindStub && f.Alias == "" && slices.Contains(strings.Fields(c.stubs), strings.TrimSuffix(f.File, ".c")) {
						renames = append(renames, "-D"+f.Name+"=h_"+f.Name)
					}
				}
				for _, s := range strings.Fields(c.stubs) {
					o := filepath.Join(dir, s+".o")
					compile(t, gcc, append(renames, width, "-std=gnu11", "-O1", "-fno-builtin", "-fno-tree-loop-distribute-patterns", "-fwrapv",
						"-msse2", "-mfpmath=sse", "-c", "-o", o, "../stubs/"+s+".c")...)
					objects = append(objects, o)
				}
				exe := filepath.Join(dir, "driver")
				args := append([]string{
					width, "-std=gnu11", "-O1", "-w", "-fno-builtin", "-msse2", "-mfpmath=sse", "-o", exe,
					"testdata/agree/" + c.driver + ".c", "testdata/agree/runtime.c",
				}, objects...)
				if out, err := exec.Command(gcc, append(args, "-lm")...).CombinedOutput(); err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
				cmd := exec.Command(exe)
				cmd.Env = append(os.Environ(), "LC_ALL=C")
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Errorf("%v\n%s", err, out)
				}
			})
		}
	}
}
