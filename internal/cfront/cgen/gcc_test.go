package cgen_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/cfront"
	"github.com/heddle-dev/heddle/internal/cfront/cgen"
	"github.com/heddle-dev/heddle/internal/cfront/cparse"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/tooltest"
	"github.com/heddle-dev/heddle/internal/trace"
)

// Random programs, compiled and run by gcc, and lowered and run by irexec: the same checksum and exit status.
// 30 programs, each for both targets at one level of optimization; in the long run 1,000 at both levels.

// ran is what a program did.
type ran struct {
	checksum uint64
	exit     int
}

func TestAgreesWithGCC(t *testing.T) {
	for _, seed := range tooltest.Seeds(t, 1, 30, 1000) {
		src := cgen.Generate(seed)
		t.Run(fmt.Sprint("seed", seed), func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "p.c")
			if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
				t.Fatal(err)
			}
			for k, model := range []ir.DataModel{ir.LP64, ir.ILP32} {
				t.Run(model.String(), func(t *testing.T) {
					gcc := tooltest.GCC(t, target(model))
					want := byGCC(t, gcc, file, model, []string{"-O2", "-O0"}[(int(seed)+k)%2])
					if tooltest.Long() {
						if other := byGCC(t, gcc, file, model, []string{"-O0", "-O2"}[(int(seed)+k)%2]); other != want {
							t.Fatalf("gcc disagrees with itself: %v and %v: the program is not well defined", want, other)
						}
					}
					got, steps, err := byHeddle(file, model)
					if err != nil {
						t.Fatal(err)
					}
					if got != want {
						t.Errorf("heddle %v, gcc %v; HEDDLE_SEED=%d repeats it\n%s", got, want, seed,
							firstDifference(t, gcc, file, src, model, steps))
					}
				})
			}
		})
	}
}

func byGCC(t *testing.T, gcc, file string, model ir.DataModel, level string) ran {
	t.Helper()
	exe := strings.TrimSuffix(file, ".c") + model.String() + level
	if out, err := exec.Command(gcc, gccArgs(model, level, "-o", exe, file)...).CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	cmd := exec.Command(exe)
	out, err := cmd.Output()
	if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() < 0 {
		t.Fatalf("running %s: %v", exe, err)
	}
	sum, err := strconv.ParseUint(strings.TrimSpace(string(out)), 10, 64)
	if err != nil {
		t.Fatalf("the program printed %q", out)
	}
	return ran{sum, cmd.ProcessState.ExitCode()}
}

// firstDifference tells which value differs first.
func firstDifference(t *testing.T, gcc, file, src string, model ir.DataModel, steps []string) string {
	t.Helper()
	exe := file + "steps"
	if out, err := exec.Command(gcc, gccArgs(model, "-O0", "-DSTEPS", "-o", exe, file)...).CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	out, _ := exec.Command(exe).Output() // the status is part of the checksum
	lines := strings.Split(src, "\n")
	for i, want := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		if i >= len(steps) || steps[i] != want {
			n, _ := strconv.Atoi(strings.Fields(want)[0])
			got := "nothing"
			if i < len(steps) {
				got = steps[i]
			}
			if n < 1 || n > len(lines) {
				return fmt.Sprintf("step %d: heddle %s, gcc %s", i, got, want)
			}
			return fmt.Sprintf("step %d: heddle %s, gcc %s (line, value): %s", i, got, want, lines[n-1])
		}
	}
	return "the difference is behind the first 1024 values"
}

// target is gcc's name for the machine of a data model.
func target(model ir.DataModel) string {
	if model == ir.ILP32 {
		return "-m32"
	}
	return "-m64"
}

func gccArgs(model ir.DataModel, args ...string) []string {
	return append([]string{"-std=gnu11", "-w", "-fwrapv", "-fno-strict-aliasing", "-ffp-contract=off", "-msse2", "-mfpmath=sse", target(model)}, args...)
}

func byHeddle(file string, model ir.DataModel) (ran, []string, error) {
	res, err := cfront.Compile(context.Background(), []cfront.File{{Path: file}}, cfront.Options{Parse: cparse.Options{Model: model}})
	if err != nil {
		return ran{}, nil, err
	}
	if len(res.Unsupported) > 0 {
		return ran{}, nil, res.Unsupported[0]
	}
	o, err := irexec.Simulate(res.Program, trace.Inputs{}, irexec.Options{NoTrace: true})
	if err != nil {
		return ran{}, nil, err
	}
	if o.End != irexec.Halted {
		return ran{}, nil, fmt.Errorf("the execution ended with %v: %s %v at %v", o.End, o.Message, o.Failure, o.At.Pos)
	}
	b, ok := o.Global("checksum")
	if !ok || len(b) != 8 {
		return ran{}, nil, fmt.Errorf("there is no checksum")
	}
	var steps []string
	raw, _ := o.Global("steps")
	count, _ := o.Global("nsteps")
	if len(count) == 4 {
		for i := range min(int(binary.LittleEndian.Uint32(count)), len(raw)/16) {
			steps = append(steps, fmt.Sprintf("%d %d", binary.LittleEndian.Uint32(raw[16*i+8:]), binary.LittleEndian.Uint64(raw[16*i:])))
		}
	}
	return ran{binary.LittleEndian.Uint64(b), o.Exit & 255}, steps, nil
}

func TestDeterministic(t *testing.T) {
	first, again := cgen.Generate(5), cgen.Generate(5)
	if first != again || first == cgen.Generate(6) {
		t.Error("a seed does not name a program")
	}
}
