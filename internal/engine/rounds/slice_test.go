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
	compareAll(t, tooltest.Seeds(t, 1, 40, 2500), write, func(src string) (string, bool) {
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

// TestSliceSame: with slices and without, the engine says the same at the same bounds: the same findings and unreached assertions, the same bounds hit, the same verdict. Only of races there may be
// more, which replay like all: a thread that comes to an access without anything between that its slice has needs no turn for that. All programs have more in them than their checks depend on;
// assertions and races are asked for alone and together, as the questions about bounds are asked in another way where slices decide everything.
//
// 12 programs, 1,000 in the long run.
func TestSliceSame(t *testing.T) {
	sets := [][]verdict.Property{{verdict.Assert}, {verdict.Race}, {verdict.Assert, verdict.Race}}
	refined, counts := 0, map[string]int{}
	for _, seed := range tooltest.Seeds(t, 1, 12, 1000) {
		src := irgen.Noise(irgen.Concurrent(seed, mixes[seed%uint64(len(mixes))]), seed)
		p, err := irgen.Parse(src)
		if err != nil {
			t.Fatal(err)
		}
		again := false
		for _, ps := range sets {
			k, schedule := 1+int(seed%3), []string{"lazy", "eager"}[seed/3%2]
			q := verdict.Question{Program: p, Properties: ps, Bounds: verdict.Bounds{Rounds: k, Unwind: 2, Threads: 3}}
			whole, err := rounds.Engine.Run(context.Background(), &engine.Request{Question: q, Schedule: schedule, Slice: "off"})
			if err != nil {
				t.Fatal(err)
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
			more := moreRaces(&q, whole, sliced)
			counts["more races"] += more
			if d := cmp.Diff(said(whole, more > 0), said(sliced, more > 0)); d != "" {
				t.Errorf("seed %d, %v, %s, K = %d: %s\n%s", seed, ps, schedule, k, d, src)
			}
			for _, c := range sliced.Claims {
				counts[c.Verdict.String()]++
				again = again || c.Slicing != nil && c.Slicing.Iterations > 1
			}
		}
		if again {
			refined++
		}
	}
	t.Logf("%d programs needed refinement; %v", refined, counts)
}

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

// said is what an engine said, but for how. raced leaves out whether there are races.
func said(r *engine.Result, raced bool) (out []string) {
	for _, c := range r.Claims {
		if c.Property == verdict.Race && raced {
			c.Verdict = 0
		}
		out = append(out, fmt.Sprintf("%v: %v, hit %q, unreached %q", c.Property, c.Verdict, c.BoundsHit, c.Unreached))
	}
	for _, f := range r.Findings {
		out = append(out, f.Key())
	}
	slices.Sort(out)
	return out
}
