package pairs

import (
	"testing"

	"github.com/heddle-dev/heddle/internal/verdict"
)

// A race with a thread of the system is in no pair: what is said about all pairs is BUG all the same.
func TestShownRaceInNoPair(t *testing.T) {
	for _, tt := range []struct {
		kind verdict.Kind
		want verdict.Verdict
	}{{verdict.KindRace, verdict.Bug}, {verdict.KindUseFree, verdict.Bounded}} {
		shown := verdict.Finding{Failure: verdict.Failure{Kind: tt.kind}, Verdict: verdict.Bug}
		all := &Answer{
			Pairs: []verdict.Pair{{Verdict: verdict.Bounded}, {Verdict: verdict.Proved}},
			Found: []Found{{"explore", []verdict.Finding{shown}}},
		}
		if got := (&search{Question: Question{Engines: engines}}).claim(all).Verdict; got != tt.want {
			t.Errorf("%s: %s, want %s", tt.kind, got, tt.want)
		}
	}
}

// What is said of all pairs holds within the least of their bounds; a pair of which all executions were looked at has none.
func TestBoundsOfAll(t *testing.T) {
	within := func(rounds, unwind int) verdict.Pair {
		return verdict.Pair{Verdict: verdict.Bounded, Bounds: verdict.Bounds{Rounds: rounds, Unwind: unwind}}
	}
	all := &Answer{Pairs: []verdict.Pair{within(4, 2), {Verdict: verdict.Proved}, within(2, 3), within(3, 0), {Verdict: verdict.Bounded}}}
	if got, want := (&search{Question: Question{Engines: engines}}).claim(all).Bounds, (verdict.Bounds{Rounds: 2, Unwind: 2}); got != want {
		t.Errorf("within %s, want %s", got.Text(), want.Text())
	}
}
