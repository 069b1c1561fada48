package kiss_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/engine/kiss"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/ircheck"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/irgen"
	"github.com/heddle-dev/heddle/internal/replay"
	"github.com/heddle-dev/heddle/internal/tooltest"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// The engine against the interpreter, on random programs: whatever it finds, for ts = 0, 1 and 2, is there in an exploration of
// all schedules, and replays; a larger ts finds no less; and with two threads and ts >= 1 nothing is missed that an exploration of at most two
// context switches finds.
//
// 200 programs, 2,000 in the long run.

var mixes = []irgen.Options{
	{Threads: 1, Ops: 3},
	{Threads: 2, Ops: 2},
	{Threads: 1, Ops: 3, Free: true, TryJoin: true},
	{Threads: 2, Ops: 2, Free: true, Cond: true, Nested: true},
	{Threads: 1, Ops: 2, Odd: true},
	{Threads: 1, Ops: 3, Spin: true},
}

func TestDifferentialExplore(t *testing.T) { compareAll(t, tooltest.Seeds(t, 1, 200, 2000), mixes) }

// TestDifferentialExact does so with arithmetic on addresses that leaves the address space.
func TestDifferentialExact(t *testing.T) {
	compareAll(t, tooltest.Seeds(t, 1, 60, 1000), []irgen.Options{{Threads: 1, Ops: 3, Exact: true}, {Threads: 2, Ops: 2, Exact: true}})
}

func compareAll(t *testing.T, seeds []uint64, mixes []irgen.Options) {
	var all, two int
	for _, seed := range seeds {
		src := irgen.Concurrent(seed, mixes[seed%uint64(len(mixes))])
		why, did := compare(src)
		if why != "" {
			if tooltest.Shrinks() {
				kind, _, _ := strings.Cut(why, ":")
				src = irgen.Shrink(src, func(s string) bool { w, _ := compare(s); return strings.HasPrefix(w, kind) })
				why, _ = compare(src)
			}
			t.Errorf("seed %d: %s\n%s", seed, why, src)
		}
		if did.all {
			all++
		}
		if did.two {
			two++
		}
	}
	t.Logf("%d programs compared, %d of them with all executions of two switches", all, two)
	if n := len(seeds); n > 1 && (all < n/2 || two < n/4) {
		t.Errorf("only %d and %d of %d programs were small enough to compare", all, two, n)
	}
}

// compared says which of the two comparisons were made.
type compared struct{ all, two bool }

func compare(src string) (why string, did compared) {
	defer func() {
		if e := recover(); e != nil {
			why = fmt.Sprintf("panic: %v", e)
		}
	}()
	p, err := irgen.Parse(src)
	if err != nil {
		return "malformed: " + err.Error(), did
	}
	all, ok := explored(p, 0)
	if !ok {
		return "", did
	}
	did.all = true
	less := map[string]bool{}
	for ts := range 3 {
		got, layout, hit, err := found(p, ts)
		if err != nil {
			return fmt.Sprintf("error: %v (ts = %d)", err, ts), did
		}
		if d := missing(got, union(all, layout)); d != "" {
			return fmt.Sprintf("false: %s (ts = %d)", d, ts), did
		}
		if d := missing(less, got); d != "" && !hit {
			return fmt.Sprintf("lost: %s (ts = %d)", d, ts), did
		}
		less = got
		if ts == 0 || hit || spawns(p) != 1 {
			continue
		}
		two, ok := explored(p, 2)
		if !ok {
			continue
		}
		did.two = true
		if d := missing(two, got); d != "" {
			return fmt.Sprintf("missed: %s (ts = %d)", d, ts), did
		}
	}
	return "", did
}

// spawns counts the threads that a program makes.
func spawns(p *ir.Program) (n int) {
	for _, f := range p.Funcs {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				if _, ok := in.(*ir.Spawn); ok {
					n++
				}
			}
		}
	}
	return n
}

// explored is all failures of executions of a number of context switches; 0: of any number.
func explored(p *ir.Program, switches int) (map[string]bool, bool) {
	x, err := irexec.Explore(context.Background(), p, irexec.ExploreOptions{Assert: true, Race: true, Memory: true, Switches: switches, LimitSwitch: switches > 0, MaxStates: 20_000})
	if err != nil {
		panic(err)
	}
	out := map[string]bool{}
	for _, f := range x.Failures {
		out[f.Key()] = true
	}
	return out, x.Exhausted && !x.Sampled && len(x.Unknown)+len(x.Renewed) == 0
}

// found is what the engine finds; layout, what shows only where objects lie as the engine put them; hit, that a bound was hit.
func found(p *ir.Program, ts int) (got, layout map[string]bool, hit bool, err error) {
	req := &engine.Request{
		Question: verdict.Question{Program: p, Properties: []verdict.Property{verdict.Assert, verdict.Race, verdict.Memory}, Bounds: verdict.Bounds{TS: &ts, Unwind: 3, Threads: 3}}, Jobs: 1 + ts, Step: func(name string, q *ir.Program) error {
			if errs := ircheck.Check(q); len(errs) > 0 {
				return fmt.Errorf("after %s: %w", name, errs[0])
			}
			return nil
		},
	}
	res, err := kiss.Engine.Run(context.Background(), req)
	if err != nil {
		return nil, nil, false, err
	}
	got, layout = map[string]bool{}, map[string]bool{}
	for i := range res.Findings {
		f := &res.Findings[i]
		if _, err := replay.Judge(&req.Question, f); err != nil {
			return nil, nil, false, err
		}
		got[f.Key()] = true
		if elsewhere := *f; len(f.Inputs.Bases) > 0 {
			elsewhere.Inputs.Bases = nil
			_, err := replay.Judge(&req.Question, &elsewhere)
			layout[f.Key()] = err != nil
		}
	}
	for _, c := range res.Claims {
		if strings.Contains(c.Reason, "as much time again") { // it had no time for the rest, which says nothing on a busy machine
			return got, layout, true, nil
		}
		hit = hit || len(c.BoundsHit) > 0
		if c.Verdict == verdict.Unknown && (!strings.Contains(c.Reason, "nothing comes to an end") || len(got) > 0) {
			return nil, nil, false, fmt.Errorf("unknown: %s", c.Reason)
		}
	}
	return got, layout, hit, nil
}

func union(a, b map[string]bool) map[string]bool {
	out := map[string]bool{}
	for k := range a {
		out[k] = true
	}
	for k, in := range b {
		out[k] = out[k] || in
	}
	return out
}

// missing lists what a has and b has not.
func missing(a, b map[string]bool) string {
	var out []string
	for k := range a {
		if !b[k] {
			out = append(out, k)
		}
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

// TestNeverStarted: what would start the threads comes behind an assertion that always fails, so they do nothing.
func TestNeverStarted(t *testing.T) {
	const src = `program lp64
global @x : 4 align 4
global @b : 1 align 1
global @s : 8 align 4
global @own : 4 align 4
func @w0(%a:64) : 64 {
  store mem[@own], 1:32
  return 1
}
func @w1(%a:64) : 64 {
  store mem[@own], 1:32
  %r1:8, %r2:1 = cas mem[@b], 1, 2
  assert %r2
  return 0
}
func @main() {
  %r4:32 = load mem[@s+4]
  %r5:1 = ne %r4, 0
  assert %r5
  %r6:64 = spawn &w0(@x)
  %r7:64 = spawn &w1(@x)
  halt 0 main
}
`
	if why, _ := compare(src); why != "" {
		t.Error(why)
	}
}
