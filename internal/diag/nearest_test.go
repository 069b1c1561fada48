package diag

import (
	"slices"
	"testing"
)

func TestNearest(t *testing.T) {
	names := []string{"race", "deadlock", "lock-leak", "unlock-not-held", "BOUNDED", "bounds", "bounds_hit", "assert"}
	tests := []struct {
		name string
		want []string
	}{
		{"rcae", []string{"race"}},
		{"dedlock", []string{"deadlock"}},
		{"bound", []string{"BOUNDED", "bounds", "bounds_hit"}},
		{"lockleak", []string{"lock-leak"}},
		{"xyz", nil},
		{"", nil},
	}
	for _, tt := range tests {
		if got := Nearest(tt.name, names); !slices.Equal(got, tt.want) {
			t.Errorf("%q: %v, want %v", tt.name, got, tt.want)
		}
	}
}
