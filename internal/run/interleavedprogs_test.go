package run

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/heddle-dev/heddle/internal/cfront"
	"github.com/heddle-dev/heddle/internal/engine/interleaved"
	"github.com/heddle-dev/heddle/internal/harness"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/ircheck"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/report"
	"github.com/heddle-dev/heddle/internal/tooltest"
	"github.com/heddle-dev/heddle/internal/trace"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// interleavedRounds is enough for most of what three threads of a few steps can do; counting and the engine look at the same schedules.
const interleavedRounds = 3

// interleavedTruth is what counting says about a check.
type interleavedTruth struct {
	alone  bool // it fails on an input of which no sequential run fails
	others bool // it fails on an input of which one does
	sync   bool // as alone, if only the runs of AsyncAsSync count
}

// byCounting decides which checks fail, on which kind of input: all inputs, all sequential runs, all schedules of so many rounds. It knows no term and no filter.
func byCounting(t *testing.T, src string, inputs int, asked []verdict.Property) map[string]*interleavedTruth {
	t.Helper()
	path := filepath.Join(t.TempDir(), "closed.c")
	if err := os.WriteFile(path, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	res, err := cfront.Compile(ctx, []cfront.File{{Path: path}}, cfront.Options{Stubs: &stubs})
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	at := slices.IndexFunc(res.Program.Globals, func(g *ir.Global) bool { return g.Display == "number" })
	counts := func(k verdict.Kind) bool { return slices.Contains(asked, k.Property()) }
	out := map[string]*interleavedTruth{}
	for n := range inputs {
		p := res.Program.Clone()
		g := *p.Globals[at]
		g.Init = []byte{byte(n), byte(n >> 8), 0, 0}
		p.Globals[at] = &g
		found, err := irexec.Explore(ctx, p, irexec.ExploreOptions{Assert: true, Memory: slices.Contains(asked, verdict.Memory), Rounds: interleavedRounds, NoShorten: true})
		if err != nil {
			t.Fatal(err)
		}
		if !found.Exhausted || found.Sampled || len(found.Unknown) > 0 {
			t.Fatalf("not all was counted: %s %s %v\n%s", found.Stopped, found.SampledAt, found.Unknown, src)
		}
		if len(found.Failures) == 0 {
			continue
		}
		c, err := irexec.Compile(p)
		if err != nil {
			t.Fatal(err)
		}
		fails := func(kind irexec.Asyncs) bool {
			f, all := c.FailsSequentially(ctx, trace.Inputs{}, kind, 0, 1_000_000, counts, irexec.Options{})
			if f == nil && !all {
				t.Fatalf("not all sequential runs were counted\n%s", src)
			}
			return f != nil
		}
		sequential, atOnce := fails(irexec.AsyncGeneral), fails(irexec.AsyncAsSync)
		if n%8 == 0 { // the filters as programs say the same
			for _, kind := range []irexec.Asyncs{irexec.AsyncGeneral, irexec.AsyncAsSync, irexec.AsyncAsEvents} {
				p, err := interleaved.Sequentialized(p, kind)
				if err != nil {
					t.Fatal(err)
				}
				ircheck.Must("sequentialized", p)
				x, err := irexec.Explore(ctx, p, irexec.ExploreOptions{Assert: true, Memory: slices.Contains(asked, verdict.Memory), NoShorten: true})
				if err != nil {
					t.Fatal(err)
				}
				if got := len(x.Failures) > 0; got != fails(kind) {
					t.Errorf("input %d: the program of filter %d fails: %v, its runs: %v\n%s", n, kind, got, fails(kind), src)
				}
			}
		}
		for _, f := range found.Failures {
			key := fmt.Sprintf("%d %s", f.Location.Line, f.Kind)
			if out[key] == nil {
				out[key] = &interleavedTruth{}
			}
			x := out[key]
			x.alone = x.alone || !sequential
			x.others = x.others || sequential
			x.sync = x.sync || !atOnce
		}
	}
	return out
}

// askInterleaved asks an engine and the judge.
func askInterleaved(t *testing.T, src, engine string, asked []verdict.Property, how interleaved.Quantify) *report.Report {
	t.Helper()
	j := job(t, src, engine)
	j.Interleaved, j.Compile.Wrap, j.Compile.Harness = Only, true, harness.Calling("--harness", "test")
	j.Quantify = how
	j.Request.Properties = asked
	j.Request.KeepGoing = true
	j.Request.Bounds = verdict.Bounds{Rounds: interleavedRounds, Unwind: 2, Threads: 4}
	rep, err := Check(context.Background(), j)
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	return rep
}

// TestInterleavedPrograms: for every check of a random open program the judge says what counting says. 10 programs, 1,000 in the long run, and these have to be of all kinds.
func TestInterleavedPrograms(t *testing.T) {
	tooltest.From(t, tooltest.Full)
	t.Parallel()
	seeds := tooltest.Seeds(t, 0, 10, 1000)
	var alone, others, both, general int
	for _, seed := range seeds {
		g := newInterleavedGen(seed)
		src := g.program()
		closed, inputs := g.closed(src)
		asked := []verdict.Property{verdict.Assert}
		if seed%4 > 0 { // otherwise an execution that follows a null pointer is over, which is no failure
			asked = append(asked, verdict.Memory)
		}
		truth := byCounting(t, closed, inputs, asked)
		var left, aside []string
		has := interleavedTruth{}
		one, needs := false, false
		for key, x := range truth {
			if x.alone {
				left = append(left, key)
			} else {
				aside = append(aside, key)
			}
			has.alone, has.others = has.alone || x.alone, has.others || x.others
			one = one || x.alone && x.others
			needs = needs || x.sync && !x.alone
		}
		slices.Sort(left)
		slices.Sort(aside)
		if has.alone {
			alone++
		} else if has.others {
			others++
		}
		if one {
			both++
		}
		if needs {
			general++
		}
		how := interleaved.Never
		if _, err := exec.LookPath("z3"); err == nil && seed%5 == 0 {
			how = interleaved.Always
		}
		rep := askInterleaved(t, src, "rounds", asked, how)
		if d := cmp.Diff(left, lines(rep.Findings)); d != "" {
			t.Errorf("seed %d: what is left: %s\n%s", seed, d, src)
		}
		if d := cmp.Diff(aside, lines(rep.SetAside)); d != "" {
			t.Errorf("seed %d: what is set aside: %s\n%s", seed, d, src)
		}
		for _, f := range rep.Findings {
			if in := f.Interleaving; in == nil || in.Interleaved == nil {
				t.Errorf("seed %d: %s at %s is undecided: %+v\n%s", seed, f.Kind, f.Location.Pos, in, src)
			}
		}
	}
	t.Logf("%d programs: %d with an interleaved bug, %d with others alone, %d with both at one check, %d need AsyncGeneral", len(seeds), alone, others, both, general)
	if len(seeds) >= 1000 && (alone < 150 || others < 150 || both < 50 || general < 20) {
		t.Error("the programs are too much alike")
	}
}
