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

// Deadlocks against the interpreter, in the same way as TestDifferentialExplore: for both schedules and every K from 1 to 4, all
// deadlocks of an exploration limited to K rounds are found, what is found is there without limits, and replays. Some
// programs are asked for deadlocks alone, some for other properties too: for these threads may wake without a signal.
//
// A deadlock counts as found also if one with fewer or more places was: the same wait with other threads blocked beside it is not a new deadlock.
//
// 40 programs, 2,500 in the long run.

var waitMixes = []irgen.Options{
	{Threads: 1, Ops: 2, Wait: true},
	{Threads: 2, Ops: 2, Wait: true},
	{Threads: 1, Ops: 3, Wait: true, Cond: true},
	{Threads: 1, Ops: 2, Wait: true, Odd: true, Exit: true},
	{Threads: 2, Ops: 1, Wait: true, Nested: true, Free: true},
	{Threads: 2, Ops: 2, Cond: true, Free: true},
}

func TestDifferentialDeadlocks(t *testing.T) {
	compareAll(t, tooltest.Seeds(t, 1, 40, 2500), func(seed uint64) string { return irgen.Concurrent(seed, waitMixes[seed%uint64(len(waitMixes))]) }, deadlocks)
}

// Misused locks against the interpreter, in the same way. Deadlocks that are missed do not count here: the test above is about those, and in programs that leak locks many
// deadlocked sets contain others, of which only one may be reported (docs/engines/rounds.md#deadlocks). 30 programs, 2,500 in the long run.

var lockMixes = []irgen.Options{
	{Threads: 1, Ops: 3, Locks: true},
	{Threads: 2, Ops: 2, Locks: true},
	{Threads: 1, Ops: 4, Locks: true, Exit: true},
	{Threads: 2, Ops: 2, Locks: true, Exit: true, Nested: true},
}

func TestDifferentialMisuse(t *testing.T) {
	compareAll(t, tooltest.Seeds(t, 1, 30, 2500), func(seed uint64) string { return irgen.Concurrent(seed, lockMixes[seed%uint64(len(lockMixes))]) }, func(src string) (string, bool) {
		return differences(src, nil, verdict.Kind.IsMisuse)
	})
}

// asked is what programs are asked for, in turn.
var asked = [][]verdict.Property{{verdict.Deadlock}, {verdict.Assert, verdict.Deadlock}, {verdict.Assert, verdict.Race, verdict.Deadlock, verdict.Memory}}

// deadlocks says how engine and interpreter differ about the deadlocks of a program.
func deadlocks(src string) (why string, done bool) { return deadlocksKnowing(src, nil) }

// deadlocksKnowing does so with facts, if there are any to be told.
func deadlocksKnowing(src string, facts func(*ir.Program) *verdict.Facts) (why string, done bool) {
	return differences(src, facts, func(verdict.Kind) bool { return true })
}

// differences is about failures of some kinds, of which none may be missed; none of any kind may be false.
func differences(src string, facts func(*ir.Program) *verdict.Facts, about func(verdict.Kind) bool) (why string, done bool) {
	defer func() {
		if e := recover(); e != nil {
			why, done = fmt.Sprintf("panic: %v", e), true
		}
	}()
	p, err := irgen.Parse(src)
	if err != nil {
		return "malformed: " + err.Error(), true
	}
	if !busy(p) {
		return "", false
	}
	props := asked[len(src)%len(asked)]
	all, ok := waits(p, props, 0)
	if !ok {
		return "", false
	}
	q := verdict.Question{Program: p, Properties: props}
	if facts != nil {
		if q.Facts = facts(p); q.Facts == nil {
			return "", false
		}
	}
	for k := 1; k <= maxRounds; k++ {
		limited, ok := waits(p, props, k)
		if !ok {
			return "", false
		}
		limited.Failures = slices.DeleteFunc(limited.Failures, func(f *irexec.Found) bool { return !about(f.Kind) })
		for _, schedule := range []string{"lazy", "eager"} {
			q.Bounds = verdict.Bounds{Rounds: k, Unwind: 3, Threads: 3}
			if why := deadlocksAt(q, schedule, all, limited); why != "" {
				return fmt.Sprintf("%s (%s, K = %d, %v)", why, schedule, k, props), true
			}
		}
	}
	return "", true
}

func waits(p *ir.Program, props []verdict.Property, k int) (*irexec.Exploration, bool) {
	x, err := irexec.Explore(context.Background(), p, irexec.ExploreOptions{
		Assert: slices.Contains(props, verdict.Assert), Race: slices.Contains(props, verdict.Race), Memory: slices.Contains(props, verdict.Memory), Deadlock: true, Rounds: k, MaxStates: maxStates, NoShorten: true,
	})
	if err != nil {
		panic(err)
	}
	return x, x.Exhausted && !x.Sampled && len(x.Unknown) == 0
}

func deadlocksAt(q verdict.Question, schedule string, all, limited *irexec.Exploration) string {
	p := q.Program
	req := &engine.Request{
		Question: q, Schedule: schedule, Step: func(name string, q *ir.Program) error {
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
	got, layout := map[string]bool{}, map[string]bool{}
	for i := range res.Findings {
		f := &res.Findings[i]
		got[f.Key()] = true
		if _, err := replay.Judge(&req.Question, f); err != nil {
			return "does not replay: " + err.Error()
		}
		if elsewhere := *f; len(f.Inputs.Bases) > 0 {
			elsewhere.Inputs.Bases = nil
			if _, err := replay.Judge(&req.Question, &elsewhere); err != nil {
				layout[f.Key()] = true
			}
		}
	}
	want, possible := map[string]bool{}, layout
	for _, f := range limited.Failures {
		if f.Kind != verdict.KindDeadlock || !within(f.Key(), got) {
			want[f.Key()] = f.Kind == verdict.KindDeadlock || !needsLayout(p, f)
		}
	}
	for _, f := range all.Failures {
		possible[f.Key()] = true
	}
	if d := missing(got, possible); d != "" {
		return "false: " + d
	}
	if len(all.Renewed) > 0 {
		return provedRenewed(res, all)
	}
	open := slices.ContainsFunc(res.Claims, func(c verdict.Claim) bool {
		// A bound was hit, it is known not to be decided, or the time for more findings was over.
		return len(c.BoundsHit) > 0 || strings.Contains(c.Reason, "not followed") || strings.Contains(c.Reason, "as much time again")
	})
	for _, c := range res.Claims {
		if c.Verdict == verdict.Unknown && !open && (!strings.Contains(c.Reason, "nothing comes to an end") || len(want) > 0) {
			return "unknown: " + c.Reason
		}
		for _, f := range all.Failures {
			if c.Verdict == verdict.Proved && f.Kind.Property() == c.Property {
				return "proved: but there is " + f.Key()
			}
		}
	}
	if d := missing(want, got); d != "" && !open {
		return "missed: " + d
	}
	return ""
}

// within reports whether there is a finding whose places are among those of another, or the other way round.
func within(key string, got map[string]bool) bool {
	for k := range got {
		if among(k, key) || among(key, k) {
			return true
		}
	}
	return false
}

// among reports whether all words of a are in b, as often.
func among(a, b string) bool {
	left := strings.Fields(b)
	for _, w := range strings.Fields(a) {
		i := slices.Index(left, w)
		if i < 0 {
			return false
		}
		left = slices.Delete(left, i, i+1)
	}
	return true
}

// TestDeadlocksFound repeats what random programs found, for every set of properties.
func TestDeadlocksFound(t *testing.T) {
	tooltest.From(t, tooltest.Full)
	files, err := filepath.Glob("testdata/found/*.ir")
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for range asked {
			if why, done := deadlocks(string(src)); why != "" || !done {
				t.Errorf("%s: compared: %v; %s", f, done, why)
			}
			src = append(src, '\n') // the next set
		}
	}
}

// TestDeadlockRounds: a deadlock that needs r rounds is found with r and not with r-1.
func TestDeadlockRounds(t *testing.T) {
	for _, schedule := range []string{"lazy", "eager"} {
		for need := 1; need <= 4; need++ {
			src := strings.Replace(relay(need, false), "  assert 0\n", "  lock @m\n  lock @m\n", 1)
			src = strings.Replace(src, "entry @main", "global @m : 8 align 8\nentry @main", 1)
			p, err := irgen.Parse(src)
			if err != nil {
				t.Fatal(err)
			}
			for k := max(1, need-1); k <= need; k++ {
				req := &engine.Request{Question: verdict.Question{Program: p, Properties: []verdict.Property{verdict.Deadlock}, Bounds: verdict.Bounds{Rounds: k, Unwind: 1}}, Schedule: schedule}
				res, err := rounds.Engine.Run(context.Background(), req)
				if err != nil {
					t.Fatal(err)
				}
				if got := len(res.Findings) == 1; got != (k == need) {
					t.Errorf("%s, K = %d: %d findings, but it takes %d rounds", schedule, k, len(res.Findings), need)
				}
			}
		}
	}
}

// TestDeadlockUndecided: where a section may or may not wait, whatever its thread chooses, nothing is claimed.
func TestDeadlockUndecided(t *testing.T) {
	const src = `program lp64
global @m : 8 align 8
global @own : 4 align 4
entry @main

func @w() {
  store mem[@own] atomic, 1:32
  lock @m
  unlock @m
  return
}

func @main() {
  %t:64 = spawn &w()
  atomic_begin
  %c:1 = havoc
  branch %c, yes, no
yes:
  lock @m
  unlock @m
  jump no
no:
  atomic_end
  thread_exit
}
`
	p, err := irgen.Parse(src)
	if err != nil {
		t.Fatal(err)
	}
	for _, schedule := range []string{"lazy", "eager"} {
		req := &engine.Request{Question: verdict.Question{Program: p, Properties: []verdict.Property{verdict.Deadlock}, Bounds: verdict.Bounds{Rounds: 3, Unwind: 1}}, Schedule: schedule}
		res, err := rounds.Engine.Run(context.Background(), req)
		if err != nil {
			t.Fatal(err)
		}
		if c := res.Claims[0]; c.Verdict != verdict.Unknown || !strings.Contains(c.Reason, "not followed") || len(res.Findings) > 0 {
			t.Errorf("%s: %v (%s), %d findings", schedule, c.Verdict, c.Reason, len(res.Findings))
		}
	}
}
