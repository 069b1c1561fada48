package rounds_test

import (
	"testing"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irgen"
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
