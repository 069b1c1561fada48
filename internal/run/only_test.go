package run

import (
	"testing"

	"github.com/heddle-dev/heddle/internal/ir"
)

// TestLeading: all threads that lead to a kind count, not those of the shortest way alone.
func TestLeading(t *testing.T) {
	// 0 starts 1 and 3, 1 starts 2, 2 starts 3 and itself
	leads := leading(map[ir.FuncID][]ir.FuncID{0: {1, 3}, 1: {2}, 2: {3, 2}, 3: {}})
	for _, f := range []ir.FuncID{0, 1, 2} {
		if !leads[3][f] {
			t.Errorf("%d leads to 3", f)
		}
	}
	if leads[1][2] || leads[3][3] || !leads[2][2] {
		t.Errorf("leads: %v", leads)
	}
}
