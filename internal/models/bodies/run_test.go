package bodies

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/cfront"
	"github.com/heddle-dev/heddle/internal/cfront/cparse"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/ircheck"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/trace"
)

// program is a file of testdata/run with what its first lines say about it.
type program struct {
	path     string
	simulate string   // how one run ends, all inputs zero: "exit 0" unless given
	explore  bool     // look at all interleavings too
	kinds    []string // the kinds of failures that are to be found then
	mayFail  bool
}

func programs(t *testing.T) []program {
	t.Helper()
	paths, err := filepath.Glob("testdata/run/*.c")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	var ps []program
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		p := program{path: path, simulate: "exit 0"}
		for _, line := range strings.Split(string(text), "\n") {
			line, ok := strings.CutPrefix(line, "//")
			if !ok {
				break
			}
			word, rest, _ := strings.Cut(strings.TrimSpace(line), ":")
			switch word {
			case "simulate":
				p.simulate = strings.TrimSpace(rest)
			case "explore":
				p.explore, p.kinds = true, strings.Fields(rest)
			case "may-fail":
				p.mayFail = true
			}
		}
		ps = append(ps, p)
	}
	return ps
}

func lower(t *testing.T, p program, m ir.DataModel) *ir.Program {
	t.Helper()
	res, err := cfront.Compile(context.Background(), []cfront.File{{Path: p.path}},
		cfront.Options{MayFail: p.mayFail, Stubs: &stubs, Parse: cparse.Options{Model: m, HostDirs: []string{}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range ircheck.Check(res.Program) {
		t.Error(e)
	}
	return res.Program
}

// Programs that use the models and check themselves run to their end, for every data model.
func TestSimulate(t *testing.T) {
	for _, p := range programs(t) {
		for _, m := range someModels() {
			t.Run(filepath.Base(p.path)+" "+m.String(), func(t *testing.T) {
				t.Parallel()
				if m != ir.LP64 && strings.HasSuffix(p.path, "svcomp.c") {
					return // it brings the declarations of one data model
				}
				out, err := irexec.Simulate(lower(t, p, m), trace.Inputs{}, irexec.Options{NoTrace: true, MaxSteps: 2_000_000})
				if err != nil {
					t.Fatal(err)
				}
				if got := ending(out); got != p.simulate {
					t.Errorf("%s, want %s; %s %s %+v", got, p.simulate, out.Message, out.At, out.Failure)
				}
			})
		}
	}
}

func ending(o *irexec.Outcome) string {
	switch {
	case o.End == irexec.Halted && o.Exit == 0 && !o.Aborted:
		return "exit 0"
	case o.End == irexec.Halted:
		return "exit other"
	}
	return o.End.String()
}

// All interleavings of the concurrent ones: exactly the kinds of failures that the file names.
func TestExplore(t *testing.T) {
	for _, p := range programs(t) {
		if !p.explore {
			continue
		}
		t.Run(filepath.Base(p.path), func(t *testing.T) {
			t.Parallel()
			e, err := irexec.Explore(context.Background(), lower(t, p, ir.LP64), irexec.ExploreOptions{
				Assert: true, Race: true, Deadlock: true, Memory: true, NoShorten: true, MaxStates: 200_000,
			})
			if err != nil {
				t.Fatal(err)
			}
			var kinds []string
			for _, f := range e.Failures {
				if !slices.Contains(kinds, string(f.Kind)) {
					kinds = append(kinds, string(f.Kind))
				}
				if !slices.Contains(p.kinds, string(f.Kind)) {
					t.Errorf("%s: %s at %s", f.Kind, f.Message, f.Location)
				}
				if strings.Contains(f.Location.Pos.File, "stubs") || filepath.Base(f.Location.Pos.File) != filepath.Base(p.path) {
					t.Errorf("%s is reported at %s, not in the user's file", f.Kind, f.Location)
				}
			}
			slices.Sort(kinds)
			if want := slices.Sorted(slices.Values(p.kinds)); !slices.Equal(kinds, want) {
				t.Errorf("found %v, want %v", kinds, want)
			}
			if !e.Exhausted || len(e.Unknown) > 0 || !e.Ended {
				t.Errorf("exhausted %v (%s), unknown %v, ended %v", e.Exhausted, e.Stopped, e.Unknown, e.Ended)
			}
			t.Logf("%d states", e.States)
		})
	}
}
