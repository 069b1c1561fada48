package cfront_test

import (
	"context"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/cfront"
	"github.com/heddle-dev/heddle/internal/cfront/cparse"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/ircheck"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/models"
	"github.com/heddle-dev/heddle/internal/tooltest"
	"github.com/heddle-dev/heddle/internal/trace"
)

// The programs in testdata/run check themselves: main returns 0, or the line of the first check that does not hold. They
// are run by the interpreter for both word sizes, and by gcc where there is one, which keeps the tests themselves right.

func options(m ir.DataModel) cfront.Options {
	return cfront.Options{Parse: cparse.Options{Model: m, Headers: models.Include()}}
}

func compileFile(t *testing.T, m ir.DataModel, paths ...string) *cfront.Result {
	t.Helper()
	var files []cfront.File
	for _, p := range paths {
		files = append(files, cfront.File{Path: p})
	}
	res, err := cfront.Compile(context.Background(), files, options(m))
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range ircheck.Check(res.Program) {
		t.Errorf("ircheck: %v", err)
	}
	return res
}

func TestRun(t *testing.T) {
	paths, err := filepath.Glob("testdata/run/*.c")
	if err != nil || len(paths) == 0 {
		t.Fatal("no programs", err)
	}
	for _, p := range paths {
		for _, m := range []ir.DataModel{ir.LP64, ir.ILP32} {
			t.Run(strings.TrimSuffix(filepath.Base(p), ".c")+"/"+m.String(), func(t *testing.T) {
				t.Parallel()
				res := compileFile(t, m, p)
				for _, u := range res.Unsupported {
					t.Errorf("%v", u)
				}
				o, err := irexec.Simulate(res.Program, trace.Inputs{}, irexec.Options{NoTrace: true})
				if err != nil {
					t.Fatal(err)
				}
				if o.End != irexec.Halted || o.Exit != 0 {
					t.Errorf("%s: %v, exit %d (the line of the check) %s %v", p, o.End, o.Exit, o.Message, o.Failure)
				}
			})
		}
	}
}

// TestRunGCC runs the same programs with gcc.
func TestRunGCC(t *testing.T) {
	paths, _ := filepath.Glob("testdata/run/*.c")
	for _, p := range paths {
		for _, flag := range []string{"-m64", "-m32"} {
			t.Run(filepath.Base(p)+flag, func(t *testing.T) {
				t.Parallel()
				gcc := tooltest.GCC(t, flag)
				exe := filepath.Join(t.TempDir(), "a.out")
				out, err := exec.Command(gcc, "-std=gnu11", "-w", "-fwrapv", "-fno-strict-aliasing", "-msse2", "-mfpmath=sse", flag, "-o", exe, p, "-pthread", "-latomic").CombinedOutput()
				if err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
				if out, err := exec.Command(exe).CombinedOutput(); err != nil {
					t.Errorf("%s %s: %v %s", p, flag, err, out)
				}
			})
		}
	}
}
