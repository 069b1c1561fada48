package emit_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/internal/emit"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/engine/kiss"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/ircheck"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/irgen"
	"github.com/heddle-dev/heddle/internal/tooltest"
	"github.com/heddle-dev/heddle/internal/transform"

	"github.com/heddle-dev/heddle/internal/verdict"
)

// The sequential program of KISS as text, for ts = 0 and 1: what Boogie says of it must be what engine kiss says of the program with threads, which
// decides another encoding of the same schedules (docs/decisions/0072-kiss-as-text.md).

var kissPrograms = []string{
	"assert/argument_bug.c", "assert/assume_before_ok.c", "assert/atomic_increment_bug.c", "assert/blocked_other_bug.c",
	"assert/cas_strong_ok.c", "assert/cas_weak_bug.c", "assert/input_bug.c", "assert/lost_update_bug.c", "assert/rmw_values_ok.c",
	"assert/function_pointers_ok.c", "assert/trylock_bug.c", "assert/trylock_ok.c", "assert/two_failures_bug.c", "assert/no_future_bug.c",
	"atomic/leave_bug.c", "atomic/nested_ok.c", "end/async_bug.c", "end/return_bug.c", "end/return_ok.c",
	"race/all_pairs_bug.c", "race/atomics_ok.c", "race/bitfield_members_ok.c", "race/bitfields_bug.c", "race/section_bug.c", "race/volatile_bug.c", "race/volatile_ok.c",
}

// kissSequence makes the sequential program of a request.
func kissSequence(t *testing.T, req *engine.Request, ts int) *ir.Program {
	t.Helper()
	mine := *req
	mine.Bounds.TS = &ts
	seq, err := kiss.Engine.Sequential(context.Background(), &mine)
	if err != nil {
		t.Fatal(err)
	}
	q := seq.Program
	if errs := ircheck.Check(q); len(errs) > 0 {
		t.Fatal(errs)
	}
	return q
}

// kissFails reports whether the engine finds a failure, and whether it knows.
func kissFails(t *testing.T, req *engine.Request, ts int) (fails, known bool, err error) {
	t.Helper()
	r := *req
	r.Bounds.TS = &ts
	res, err := kiss.Engine.Run(tooltest.Context(t), &r)
	if err != nil {
		return false, false, err
	}
	known = true
	for _, c := range res.Claims {
		known = known && c.Verdict != verdict.Unknown
	}
	return len(res.Findings) > 0, known, nil
}

func TestKissBoogieAgrees(t *testing.T) {
	tooltest.Require(t, "boogie")
	start := time.Now()
	t.Cleanup(func() { t.Logf("%d programs in %.0f s", 2*len(kissPrograms), time.Since(start).Seconds()) })
	each(t, kissPrograms, func(t *testing.T, path string) {
		req := compile(t, path)
		for ts := range 2 {
			q := kissSequence(t, req, ts)
			got, err := boogieFails(t, save(t, fmt.Sprintf("kiss%d.bpl", ts), asBoogie(q, emit.Options{})))
			if err != nil {
				t.Fatal(err)
			}
			if want, known, err := kissFails(t, req, ts); got != want || !known {
				t.Errorf("ts = %d: boogie finds a failure: %v, kiss: %v, known: %v, %v", ts, got, want, known, err)
			}
		}
	})
}

// TestKissCAgrees: the emitted C compiles quietly, and our own engine rounds, which sees a program of one thread in it, finds what kiss finds.
func TestKissCAgrees(t *testing.T) {
	tooltest.Require(t, "gcc")
	each(t, kissPrograms, func(t *testing.T, path string) {
		req := compile(t, path)
		for ts := range 3 {
			file := save(t, fmt.Sprintf("kiss%d.c", ts), asC(kissSequence(t, req, ts), emit.Options{}))
			quietlyCompiles(t, file)
			if ts == 2 {
				continue
			}
			want, known, err := kissFails(t, req, ts)
			if got := ownFails(t, file); got != want || !known {
				t.Errorf("ts = %d: the emitted C fails: %v, kiss: %v, known: %v, %v", ts, got, want, known, err)
			}
		}
	})
}

// TestKissEngineAgrees compares the two on random programs, where the interpreter explores the sequential one: some check fails exactly if the engine finds
// a failure, for ts = 0, 1 and 2. Only races with accesses in atomic sections may be missing (transform/kiss/race.go says why). 150 programs, 1,500 in the long run.
func TestKissEngineAgrees(t *testing.T) {
	mixes := []irgen.Options{
		{Threads: 1, Ops: 3},
		{Threads: 2, Ops: 2},
		{Threads: 1, Ops: 2, Free: true, TryJoin: true},
		{Threads: 2, Ops: 1, Cond: true, Nested: true},
		{Threads: 1, Ops: 2, Odd: true},
	}
	seeds := tooltest.Seeds(t, 1, 50, 1500)
	compared, failing := 0, 0
	for _, seed := range seeds {
		src := irgen.Concurrent(seed, mixes[seed%uint64(len(mixes))])
		p, err := irgen.Parse(src)
		if err != nil {
			t.Fatal(err)
		}
		for i := range 6 {
			ts, race := i/2, i%2 == 1
			property := verdict.Assert
			if race {
				property = verdict.Race
			}
			seq, err := kiss.Engine.Sequential(context.Background(), &engine.Request{Question: verdict.Question{Program: p, Properties: []verdict.Property{property}, Bounds: verdict.Bounds{TS: &ts}}})
			if err != nil {
				continue // a thread-local
			}
			q := seq.Program
			x, err := irexec.Explore(context.Background(), q, irexec.ExploreOptions{Assert: true, MaxStates: 40_000, NoShorten: true, Unreduced: true})
			if err != nil {
				t.Fatal(err)
			}
			if !x.Exhausted || x.Sampled || len(x.Unknown) > 0 {
				continue
			}
			got := false
			for _, f := range x.Failures {
				got = got || !transform.Internal(string(f.Kind))
			}
			req := &engine.Request{Question: verdict.Question{Program: p, Properties: []verdict.Property{property}, Bounds: verdict.Bounds{Unwind: 3, Threads: 3}}}
			want, known, err := kissFails(t, req, ts)
			if err != nil {
				t.Errorf("seed %d, ts = %d: %v\n%s", seed, ts, err, src)
			}
			if !known && !want {
				continue // every execution blocks
			}
			compared++
			if got {
				failing++
			}
			if got && !want || want && !got && !(race && strings.Contains(src, "atomic_begin")) {
				t.Errorf("seed %d, ts = %d, %s: the sequential program fails: %v, the engine finds: %v\n%s", seed, ts, property, got, want, src)
			}
		}
	}
	t.Logf("%d compared, %d of them fail", compared, failing)
	if n := len(seeds); n > 1 && (compared < n || failing < n/4 || failing > compared-n/4) {
		t.Errorf("too little was compared: %d, %d of them fail", compared, failing)
	}
}
