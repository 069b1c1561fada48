package run

import (
	"testing"

	"github.com/heddle-dev/heddle/internal/ctruth"
	"github.com/heddle-dev/heddle/internal/tooltest"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// TestProofsOfUnknown: random programs with functions that nothing defines and callbacks handed to them. What lockset proves, where such functions may do anything to what they can get at, does not race, whatever they
// do.
//
// 40 programs, 1,000 in the long run.
func TestProofsOfUnknown(t *testing.T) {
	t.Parallel()
	said := map[verdict.Verdict]int{}
	racing := 0
	for _, seed := range tooltest.Seeds(t, 1, 12, 1000) {
		src, truth, ok := ctruth.Make(ctruth.Random(seed), ctruth.Options{Unknown: true, Ranges: seed%2 == 0})
		if !ok {
			continue
		}
		word := raceVerdict(t, src, "lockset")
		said[word]++
		if truth.Race || truth.WildRace {
			racing++
			if word == verdict.Proved {
				t.Errorf("seed %d: PROVED, and it races\n%s", seed, src)
			}
		}
	}
	t.Logf("%d race; PROVED %d, POSSIBLE %d, UNKNOWN %d", racing, said[verdict.Proved], said[verdict.Possible], said[verdict.Unknown])
}
