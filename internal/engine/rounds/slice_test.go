package rounds_test

import (
	"testing"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irgen"
	"github.com/heddle-dev/heddle/internal/tooltest"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// TestDifferentialSlice is the comparison with slices: what is left out must neither hide a failure nor make one, and every trace must be followed. Every third program comes with facts
// about accesses that commute, which hold of the program and not of its slices.
//
// 40 programs, 2,500 in the long run.
func TestDifferentialSlice(t *testing.T) {
	n := 0
	compareAll(t, tooltest.Seeds(t, 1, 40, 2500), func(seed uint64) string { return irgen.Concurrent(seed, mixes[seed%uint64(len(mixes))]) }, func(src string) (string, bool) {
		facts := alone
		if n++; n%3 != 0 {
			facts = func(*ir.Program) *verdict.Facts { return &verdict.Facts{} }
		}
		return compareOn(src, verdict.Question{Properties: []verdict.Property{verdict.Assert, verdict.Race}}, facts, "on")
	})
}
