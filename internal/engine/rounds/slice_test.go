package rounds_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/engine/rounds"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irgen"
	"github.com/heddle-dev/heddle/internal/replay"
	"github.com/heddle-dev/heddle/internal/tooltest"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// TestDifferentialSlice is the comparison with slices: what is left out must neither hide a failure nor make one, and every trace must be followed. Half of the programs have
// more in them than their checks depend on. Every third comes with facts about accesses that commute, which hold of the program and not of its slices.
//
// 40 programs, 2,500 in the long run.
func TestDifferentialSlice(t *testing.T) {
	n := 0
	write := func(seed uint64) string {
		src := irgen.Concurrent(seed, mixes[seed%uint64(len(mixes))])
		if seed%2 == 0 {
			src = irgen.Noise(src, seed)
		}
		return src
	}
	compareAll(t, tooltest.Seeds(t, 1, 20, 2500), write, func(src string) (string, bool) {
		facts := alone
		if n++; n%3 != 0 {
			facts = func(*ir.Program) *verdict.Facts { return &verdict.Facts{} }
		}
		return compareOn(src, verdict.Question{Properties: []verdict.Property{verdict.Assert, verdict.Race}}, facts, "on")
	})
	t.Logf("%d slices were refined", refined)
	if refined == 0 && n > 10 {
		t.Error("no slice was refined")
	}
}

// TestSliceSame: with slices and without, the engine says the same at the same bounds: the same findings and unreached assertions, no bound is hit and nothing reached that is not, and no verdict is weaker. It may be stronger, where no check
// depends on a loop whose bound is hit. With nothing tracked, whatever happens, it must not miss a failure. Of races there may be more, which replay like all: a thread that comes to an access without anything between that its slice has needs no turn for that. All programs
// have more in them than their checks depend on; assertions and races are asked for alone and together, as the questions about bounds are asked in another way where slices decide everything.
//
// 12 programs, 1,000 in the long run.
func TestSliceSame(t *testing.T) {
	sets := [][]verdict.Property{{verdict.Assert}, {verdict.Race}, {verdict.Assert, verdict.Race}}
	counts := map[string]int{}
	for _, seed := range tooltest.Seeds(t, 1, 12, 1000) {
		src := irgen.Noise(irgen.Concurrent(seed, mixes[seed%uint64(len(mixes))]), seed)
		p, err := irgen.Parse(src)
		if err != nil {
			t.Fatal(err)
		}
		again, summarized, fails, all := false, false, false, 0
		for _, ps := range sets {
			k, schedule := 1+int(seed%3), []string{"lazy", "eager"}[seed/3%2]
			q := verdict.Question{Program: p, Properties: ps, Bounds: verdict.Bounds{Rounds: k, Unwind: 2, Threads: 3}}
			whole, err := rounds.Engine.Run(context.Background(), &engine.Request{Question: q, Schedule: schedule, Slice: "off"})
			if err != nil {
				t.Errorf("seed %d, %v, %s, K = %d, without slices: %v\n%s", seed, ps, schedule, k, err, src)
				continue
			}
			sliced, err := rounds.Engine.Run(context.Background(), &engine.Request{Question: q, Schedule: schedule, Slice: "on"})
			if err != nil {
				t.Errorf("seed %d, %v, %s, K = %d: %v\n%s", seed, ps, schedule, k, err, src)
				continue
			}
			if outOfTime(whole) || outOfTime(sliced) {
				counts["out of time"]++
				continue
			}
			none, err := rounds.Engine.Run(context.Background(), &engine.Request{Question: q, Schedule: schedule, Slice: "on", Track: []string{"nothing"}})
			if err != nil {
				t.Errorf("seed %d, %v, %s, K = %d, nothing tracked: %v\n%s", seed, ps, schedule, k, err, src)
				continue
			}
			for i, c := range none.Claims {
				if c.Verdict != verdict.Bug && c.Verdict != verdict.Unknown && whole.Claims[i].Verdict == verdict.Bug {
					t.Errorf("seed %d, %v, %s, K = %d: %v with nothing tracked, and %v without slices\n%s", seed, c.Property, schedule, k, c.Verdict, whole.Claims[i].Verdict, src)
				}
			}
			more := moreRaces(&q, whole, sliced)
			counts["more races"] += more
			why := differ(whole, sliced, more > 0)
			if fails = fails || len(whole.Findings) > 0; why == "" && !fails { // an execution that fails in an atomic section comes into it, which the formula leaves out
				why = further(p, whole, sliced)
			}
			if why != "" {
				t.Errorf("seed %d, %v, %s, K = %d: %s\n%s", seed, ps, schedule, k, why, src)
			}
			for i, c := range sliced.Claims {
				counts[c.Verdict.String()]++
				if stronger(c.Verdict, whole.Claims[i].Verdict) {
					counts["stronger"]++
				}
				if len(c.BoundsHit) < len(whole.Claims[i].BoundsHit) {
					counts["fewer bounds hit"]++
				}
				again = again || c.Slicing != nil && c.Slicing.Iterations > 1
				summarized = summarized || c.Slicing != nil && c.Slicing.Loops > 0
				if c.Slicing != nil {
					all = max(all, c.Slicing.Unrolled)
				}
			}
		}
		for what, is := range map[string]bool{"programs refined": again, "with a loop summarized": summarized, "with one unrolled again": all > 0} {
			if is {
				counts[what]++
			}
		}
	}
	t.Logf("%v", counts)
}

// differ says how the answer from slices differs from the one without, but for what it may. raced: there are more races, so their verdict is another.
func differ(whole, sliced *engine.Result, raced bool) string {
	keys := func(r *engine.Result) (out []string) {
		for _, f := range r.Findings {
			out = append(out, f.Key())
		}
		slices.Sort(out)
		return out
	}
	if d := cmp.Diff(keys(whole), keys(sliced)); d != "" {
		return "findings: " + d
	}
	for i, c := range sliced.Claims {
		w := whole.Claims[i]
		if d := cmp.Diff(w.Unreached, c.Unreached); d != "" {
			return "unreached: " + d
		}
		for _, h := range c.BoundsHit {
			if !slices.Contains(w.BoundsHit, h) {
				return fmt.Sprintf("%v: bound hit: %s", c.Property, h)
			}
		}
		if raced && (c.Property == verdict.Race || w.Verdict == verdict.Unknown) { // what is shown to race is come to, so assumptions do not contradict one another
			continue
		}
		if c.Verdict != w.Verdict && !stronger(c.Verdict, w.Verdict) {
			return fmt.Sprintf("%v: %v, and %v without slices: %q, and %q", c.Property, c.Verdict, w.Verdict, c.Reason, w.Reason)
		}
	}
	return ""
}

// further says what slices are said to reach that no execution within the bounds does.
func further(p *ir.Program, whole, sliced *engine.Result) string {
	w, s := whole.Reached, sliced.Reached
	if w == nil || s == nil || w.Partial {
		return ""
	}
	for _, in := range p.Instrs() {
		if id := in.Base().ID; s.Has(id) && !w.Has(id) || s.HasSite(id) && !w.HasSite(id) {
			return fmt.Sprintf("instruction %d is reached with slices only", id)
		}
	}
	if s.Threads > w.Threads || s.Ends && !w.Ends {
		return fmt.Sprintf("%d threads, ends: %v, and %d, %v without slices", s.Threads, s.Ends, w.Threads, w.Ends)
	}
	return ""
}

// stronger reports whether a verdict without failures says more than another.
func stronger(a, b verdict.Verdict) bool { return a == verdict.Proved && b == verdict.Bounded }

// moreRaces takes the races out of a result that another does not have, and counts them. They have to replay.
func moreRaces(q *verdict.Question, whole, sliced *engine.Result) int {
	known := map[string]bool{}
	for _, f := range whole.Findings {
		known[f.Key()] = true
	}
	n := len(sliced.Findings)
	sliced.Findings = slices.DeleteFunc(sliced.Findings, func(f verdict.Finding) bool {
		_, err := replay.Judge(q, &f)
		return f.Kind == verdict.KindRace && !known[f.Key()] && err == nil
	})
	return n - len(sliced.Findings)
}
