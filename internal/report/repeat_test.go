package report

import (
	"testing"

	"github.com/heddle-dev/heddle/internal/source"
)

// TestHidden: the middle of a long loop is not shown, and short ones are whole.
func TestHidden(t *testing.T) {
	line := func(n int) Line { return Line{Pos: source.Pos{File: "a.c", Line: n}} }
	lines := []Line{line(1)}
	for range 100 {
		lines = append(lines, line(2), line(3))
	}
	lines = append(lines, line(4))
	for range 5 {
		lines = append(lines, line(5))
	}
	got := hidden(lines)
	if len(got) != 1 || got[1+2*3] != [2]int{2, 96} {
		t.Errorf("%v", got)
	}
}
