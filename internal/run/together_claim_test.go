package run

import (
	"testing"

	"github.com/heddle-dev/heddle/internal/report"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// A race with a thread of the system is in no pair: what is said about all pairs is BUG all the same.
func TestShownRaceInNoPair(t *testing.T) {
	for _, tt := range []struct {
		kind verdict.Kind
		want verdict.Verdict
	}{{verdict.KindRace, verdict.Bug}, {verdict.KindUseFree, verdict.Bounded}} {
		rep := &report.Report{Pairs: []verdict.Pair{{Verdict: verdict.Bounded}, {Verdict: verdict.Proved}}, Findings: []report.Finding{{Finding: verdict.Finding{Failure: verdict.Failure{Kind: tt.kind}, Verdict: verdict.Bug}}}}
		if got := together(rep, false).Verdict; got != tt.want {
			t.Errorf("%s: %s, want %s", tt.kind, got, tt.want)
		}
	}
}
