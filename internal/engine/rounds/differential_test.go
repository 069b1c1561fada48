package rounds_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/engine/rounds"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/ircheck"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/irgen"
	"github.com/heddle-dev/heddle/internal/replay"
	"github.com/heddle-dev/heddle/internal/tooltest"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// The engine against the interpreter: on random programs, for both schedules and every K from 1 to 4, every assertion that fails and every
// pair of accesses that races in an exploration limited to K rounds is found; what is found is there in an exploration without limit, and
// replays; and PROVED is said only where that exploration finds nothing.
//
// The two do not count rounds alike: the interpreter can be interrupted before every access, the engine only before those that
// another thread can notice, so that K rounds of the engine cover more. TestRoundsExact holds the number where there are no others.
//
// 200 programs, 2,500 in the long run.

const maxRounds = 4

var refined int // questions for which more than one slice was made

var mixes = []irgen.Options{
	{Threads: 1, Ops: 3},
	{Threads: 2, Ops: 2},
	{Threads: 1, Ops: 3, Free: true, TryJoin: true},
	{Threads: 2, Ops: 2, Free: true, Cond: true, Nested: true},
	{Threads: 1, Ops: 3, Spin: true},
	{Threads: 1, Ops: 2, Odd: true},
	{Threads: 1, Ops: 2, Odd: true, Free: true, Exit: true},
}

func TestDifferentialExplore(t *testing.T) {
	compareAll(t, tooltest.Seeds(t, 1, 100, 2500), func(seed uint64) string { return irgen.Concurrent(seed, mixes[seed%uint64(len(mixes))]) }, compare)
}

// compareAll compares on the programs of these seeds in one of several ways.
func compareAll(t *testing.T, seeds []uint64, write func(seed uint64) string, compare func(src string) (why string, done bool)) {
	compared := 0
	for _, seed := range seeds {
		src := write(seed)
		why, done := compare(src)
		if why != "" {
			if tooltest.Shrinks() {
				kind := sort(why)
				src = irgen.Shrink(src, func(s string) bool { w, _ := compare(s); return sort(w) == kind })
				why, _ = compare(src)
			}
			t.Errorf("seed %d: %s\n%s", seed, why, src)
			continue
		}
		if done {
			compared++
		}
	}
	if n := len(seeds); compared < n/2 && n > 1 {
		t.Errorf("only %d of %d programs were small enough to compare", compared, n)
	}
}

// sort is the part of a complaint that stays the same while a program shrinks.
func sort(why string) string {
	w, _, _ := strings.Cut(why, ":")
	return w
}

// compare says how engine and interpreter differ on a program; done is false where the program is too big for the interpreter.
func compare(src string) (why string, done bool) {
	return compareOn(src, verdict.Question{Properties: []verdict.Property{verdict.Assert, verdict.Race, verdict.Memory}}, nil, "off")
}

// compareOn does so for some properties, with facts if there are any to be told, and with or without slicing.
func compareOn(src string, q verdict.Question, facts func(*ir.Program) *verdict.Facts, slice string) (why string, done bool) {
	defer func() {
		if e := recover(); e != nil {
			why, done = fmt.Sprintf("panic: %v", e), true
		}
	}()
	p, err := irgen.Parse(src)
	if err != nil {
		return "malformed: " + err.Error(), true
	}
	if !busy(p) || handsOut(p) {
		return "", false
	}
	q.Program = p
	all, ok := explored(&q, 0)
	if !ok {
		return "", false
	}
	if facts != nil {
		if q.Facts = facts(p); q.Facts == nil {
			return "", false
		}
	}
	for k := 1; k <= maxRounds; k++ {
		limited, ok := explored(&q, k)
		if !ok {
			return "", false
		}
		for _, schedule := range []string{"lazy", "eager"} {
			q.Bounds = verdict.Bounds{Rounds: k, Unwind: 3, Threads: 3}
			if why := compareAt(q, schedule, slice, all, limited); why != "" {
				return fmt.Sprintf("%s (%s, K = %d)", why, schedule, k), true
			}
		}
	}
	return "", true
}

// busy reports whether every thread makes a visible operation. The interpreter runs a thread up to its first one as part of its
// creation, so that one without any ends at once; in rounds its end is a step like others and needs a turn.
func busy(p *ir.Program) bool {
	for _, f := range p.Funcs {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				if s, ok := in.(*ir.Spawn); ok && !slices.ContainsFunc(p.Funcs[s.Fn.Func].Blocks[0].Instrs, ir.Visible) {
					return false
				}
			}
		}
	}
	return true
}

const maxStates = 20_000

// handsOut reports whether a program stores the address of a thread-local variable, whose life the engine does not follow, as its claims say.
func handsOut(p *ir.Program) bool {
	for _, f := range p.Funcs {
		own := map[ir.Reg]bool{}
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case *ir.TLSAddr:
					own[in.Dst] = true
				case *ir.Store:
					if in.Val.Kind == ir.KindReg && own[in.Val.Reg] {
						return true
					}
				}
			}
		}
	}
	return false
}

func explored(q *verdict.Question, k int) (*irexec.Exploration, bool) {
	// A step that looks at many arbitrary bytes is tried with all their values, which no number of states limits. Between two looks at the context there are
	// at most 1024 of them.
	const looks = 3000 // 600 are enough for all but a few programs
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	left := looks
	x, err := irexec.Explore(ctx, q.Program, irexec.ExploreOptions{
		Assert: true, Race: true, Memory: q.Wants(verdict.Memory), Rounds: k, MaxStates: maxStates,
		Told: func(int) {
			if left--; left == 0 {
				cancel()
			}
		},
	})
	if ctx.Err() != nil {
		return x, false
	}
	if err != nil {
		panic(err)
	}
	return x, x.Exhausted && !x.Sampled && len(x.Unknown) == 0
}

func compareAt(q verdict.Question, schedule, slice string, all, limited *irexec.Exploration) string {
	p := q.Program
	req := &engine.Request{
		Question: q, Schedule: schedule, Slice: slice, Step: func(name string, q *ir.Program) error {
			if errs := ircheck.Check(q); len(errs) > 0 {
				return fmt.Errorf("after %s: %w", name, errs[0])
			}
			return nil
		},
	}
	res, err := rounds.Engine.Run(context.Background(), req)
	if err != nil {
		return "error: " + err.Error()
	}
	for _, n := range res.Notes {
		if strings.Contains(n, "sliced threads") {
			return "gave up: " + n
		}
	}
	got, layout := map[string]bool{}, map[string]bool{}
	for i := range res.Findings {
		f := &res.Findings[i]
		got[f.Key()] = true
		if _, err := replay.Judge(&req.Question, f); err != nil {
			return "does not replay: " + err.Error()
		}
		// What shows only where the objects lie as the engine put them, an exploration of another layout cannot find.
		if elsewhere := *f; len(f.Inputs.Bases) > 0 {
			elsewhere.Inputs.Bases = nil
			if _, err := replay.Judge(&req.Question, &elsewhere); err != nil {
				layout[f.Key()] = true
			}
		}
	}
	want, possible := map[string]bool{}, layout
	for _, f := range limited.Failures {
		want[f.Key()] = !needsLayout(p, f)
	}
	for _, f := range all.Failures {
		possible[f.Key()] = true
	}
	if d := missing(got, possible); d != "" {
		return "false: " + d
	}
	if outOfTime(res) {
		return ""
	}
	if len(all.Renewed) > 0 {
		return provedRenewed(res, all)
	}
	hit := false
	for _, c := range res.Claims {
		if c.Slicing != nil && c.Slicing.Iterations > 1 {
			refined++
		}
		hit = hit || len(c.BoundsHit) > 0
		if c.Verdict == verdict.Unknown && (!strings.Contains(c.Reason, "nothing comes to an end") || len(want) > 0) {
			return "unknown: " + c.Reason
		}
		for _, f := range all.Failures {
			if c.Verdict == verdict.Proved && f.Kind.Property() == c.Property {
				return "proved: but there is " + f.Key()
			}
		}
	}
	if d := missing(want, got); d != "" && !hit {
		return "missed: " + d
	}
	return ""
}

// provedRenewed says that a program is proved in which an object in use is initialized or destroyed. What else fails there the engine need not find.
func provedRenewed(res *engine.Result, all *irexec.Exploration) string {
	if slices.ContainsFunc(res.Claims, func(c verdict.Claim) bool { return c.Verdict == verdict.Proved }) {
		return "proved: but an object in use is initialized or destroyed at " + all.Renewed[0]
	}
	return ""
}

// needsLayout reports whether a failure shows only where the interpreter puts what is allocated: elsewhere its execution ends in another way. The engine
// has a layout of its own, and cannot find it.
func needsLayout(p *ir.Program, f *irexec.Found) bool {
	in := f.Inputs
	in.Bases = nil
	const each = 16 // as many as there can be, for each thread
	bases, err := irexec.Behind(p, make([]irexec.Sized, each*len(f.Schedule)))
	if err != nil {
		panic(err)
	}
	for i := range f.Schedule {
		in.Bases = append(in.Bases, bases[each*i:each*(i+1)])
	}
	out, err := irexec.Run(p, f.Schedule, in, irexec.Options{NoTrace: true})
	if err != nil || out.Failure != nil && out.Failure.Key() == f.Key() {
		return false
	}
	return !slices.ContainsFunc(out.Races, func(r verdict.Failure) bool { return r.Key() == f.Key() })
}

// outOfTime reports whether the engine, having found one failure, had no time for the others: on a busy machine that says nothing.
func outOfTime(res *engine.Result) bool {
	return slices.ContainsFunc(res.Claims, func(c verdict.Claim) bool { return strings.Contains(c.Reason, "as much time again") })
}

// missing lists what a has and b has not.
func missing(a, b map[string]bool) string {
	var out []string
	for k, wanted := range a {
		if wanted && !b[k] {
			out = append(out, k)
		}
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

// TestDifferentialExact holds arithmetic on addresses that leaves the address space, among threads.
func TestDifferentialExact(t *testing.T) {
	threads := []irgen.Options{{Threads: 1, Ops: 3, Exact: true}, {Threads: 2, Ops: 2, Exact: true}, {Threads: 1, Ops: 2, Exact: true, Odd: true, Free: true}}
	compareAll(t, tooltest.Seeds(t, 1, 40, 1000), func(seed uint64) string { return irgen.Concurrent(seed, threads[seed%uint64(len(threads))]) }, compare)
}

// TestDifferentialMemory holds the split of memory into regions: see irgen.Memory.
func TestDifferentialMemory(t *testing.T) {
	compareAll(t, tooltest.Seeds(t, 1, 48, 4000), func(seed uint64) string { return irgen.Memory(seed, seed%4 == 0) }, compare)
}

// TestDifferentialRanges holds operations on ranges: those of irgen.Ranges, and among threads.
func TestDifferentialRanges(t *testing.T) {
	seeds := tooltest.Seeds(t, 1, 20, 3000)
	compareAll(t, seeds, func(seed uint64) string { return irgen.Ranges(seed, seed%4 == 0) }, compare)
	threads := []irgen.Options{
		{Threads: 1, Ops: 3, Ranges: true},
		{Threads: 2, Ops: 2, Ranges: true},
		{Threads: 1, Ops: 3, Ranges: true, Free: true},
		{Threads: 1, Ops: 2, Ranges: true, Odd: true},
	}
	compareAll(t, seeds, func(seed uint64) string { return irgen.Concurrent(seed, threads[seed%uint64(len(threads))]) }, compare)
}

// TestDifferentialFound repeats what random programs found, cut down by hand.
func TestDifferentialFound(t *testing.T) {
	files, err := filepath.Glob("testdata/found/*.ir")
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".ir"), func(t *testing.T) {
			src, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			if why, done := compare(string(src)); why != "" || !done {
				t.Errorf("compared: %v; %s", done, why)
			}
		})
	}
}
