package emit_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/cfront"
	"github.com/heddle-dev/heddle/internal/emit"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/engine/rounds"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/ircheck"
	"github.com/heddle-dev/heddle/internal/tooltest"
	"github.com/heddle-dev/heddle/internal/verdict"
)

var (
	summaryRE = regexp.MustCompile(`(?m)^Boogie program verifier finished with (\d+) verified, (\d+) errors?$`)
	checkRE   = regexp.MustCompile(`(?m)^//\s*check:\s*(.*)$`)
)

// boogieFails reports whether Boogie finds an assertion that does not hold. Anything but a plain answer is an error.
func boogieFails(t *testing.T, file string) (bool, error) {
	t.Helper()
	ctx := tooltest.Context(t)
	cmd := exec.CommandContext(ctx, "boogie", "-nologo", file)
	withChildren(cmd)
	out, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		return false, fmt.Errorf("boogie: %w", context.Cause(ctx))
	}
	m := summaryRE.FindSubmatch(out)
	if m == nil {
		return false, fmt.Errorf("boogie: %v\n%s", err, out)
	}
	verified, failed := string(m[1]), string(m[2])
	if verified+failed != "10" && verified != "0" {
		return false, fmt.Errorf("boogie: %s verified, %s failed: want one procedure", verified, failed)
	}
	return failed != "0", nil
}

// compile reads a C file with the flags at its top that matter here.
func compile(t *testing.T, path string) *engine.Request {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	req := &engine.Request{Question: verdict.Question{Properties: []verdict.Property{verdict.Assert, verdict.Race}, Bounds: verdict.Bounds{Rounds: 2, Unwind: 2, Threads: 3}}}
	var opts cfront.Options
	if m := checkRE.FindSubmatch(src); m != nil {
		value, _, _ := strings.Cut(string(m[1]), "  ")
		flags := strings.Fields(value)
		for i := 0; i < len(flags); i++ {
			switch flags[i] {
			case "--property":
				i++
				req.Properties = nil
				for _, p := range strings.Split(flags[i], ",") {
					req.Properties = append(req.Properties, verdict.Property(p))
				}
			case "--volatile-is-atomic":
				req.VolatileIsAtomic = true
			case "--may-fail":
				opts.MayFail = true
			case "--data-model":
				i++
				opts.Parse.Model = map[string]ir.DataModel{"lp64": ir.LP64, "llp64": ir.LLP64, "ilp32": ir.ILP32}[flags[i]]
			case "--rounds", "--unwind":
				i++ // the same for all here
			default:
				t.Fatalf("%s: flag %s is not known to this test", path, flags[i])
			}
		}
	}
	opts.Stubs = &stubs
	res, err := cfront.Compile(context.Background(), []cfront.File{{Path: path}}, opts)
	if err != nil {
		t.Fatal(err)
	}
	req.Program = res.Program
	return req
}

// stubs are the parsed models of all programs that are compiled here.
var stubs cfront.Stubs

// fails reports whether the engine finds a failure.
func fails(t *testing.T, req *engine.Request) bool {
	t.Helper()
	r := *req
	res, err := rounds.Engine.Run(tooltest.Context(t), &r)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range res.Claims {
		if c.Verdict == verdict.Unknown && !strings.Contains(c.Reason, "nothing comes to an end") { // nothing fails where nothing runs
			t.Fatalf("undecided: %s", c.Reason)
		}
	}
	return len(res.Findings) > 0
}

// ownFails reads emitted C as a program of one thread.
func ownFails(t *testing.T, file string) bool {
	t.Helper()
	res, err := cfront.Compile(context.Background(), []cfront.File{{Path: file}}, cfront.Options{Stubs: &stubs})
	if err != nil {
		t.Fatal(err)
	}
	return fails(t, &engine.Request{Question: verdict.Question{Program: res.Program, Properties: []verdict.Property{verdict.Assert}, Bounds: verdict.Bounds{Rounds: 1, Unwind: 2, Threads: 1}}})
}

// sequential makes the sequential program of a request, and checks that it is one.
func sequential(t *testing.T, req *engine.Request) *engine.Sequence {
	t.Helper()
	seq, err := rounds.Engine.Sequential(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	if errs := ircheck.Check(seq.Program); len(errs) > 0 {
		t.Fatal(errs)
	}
	return seq
}

type printer = func(*bytes.Buffer) error

func asC(p *ir.Program, opt emit.Options) printer {
	return func(b *bytes.Buffer) error { return emit.C(b, p, opt) }
}

func asBoogie(p *ir.Program, opt emit.Options) printer {
	return func(b *bytes.Buffer) error { return emit.Boogie(b, p, opt) }
}

// save prints a program into a file, twice, to see that both are the same.
func save(t *testing.T, name string, print printer) string {
	t.Helper()
	var one, two bytes.Buffer
	for _, b := range []*bytes.Buffer{&one, &two} {
		if err := print(b); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(one.Bytes(), two.Bytes()) {
		t.Fatalf("%s: printed twice, the text differs", name)
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, one.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// quietlyCompiles compiles C with all warnings as errors; with clang too where there is one.
func quietlyCompiles(t *testing.T, file string) {
	t.Helper()
	for _, args := range [][]string{{"gcc", "-O0"}, {"gcc", "-O1"}, {"clang", "-O0"}} {
		if _, err := exec.LookPath(args[0]); err != nil && args[0] != "gcc" {
			continue
		}
		out, err := exec.Command(args[0], append(args[1:], "-std=gnu11", "-Wall", "-Werror", "-c", "-o", os.DevNull, file)...).CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
}
