package lockset

import (
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// facts is what was shown of the instructions of the program that was asked about. One instruction is many accesses in the flat program, and each of them counts.
func (s *search) facts() *verdict.Facts {
	racing := map[ir.ID]bool{}
	races := map[[2]ir.ID]bool{}
	for _, l := range s.left {
		x, y := l.first.Origin, l.second.Origin
		racing[x], racing[y] = true, true
		races[[2]ir.ID{min(x, y), max(x, y)}] = true
	}
	out := &verdict.Facts{Alone: map[ir.ID]bool{}, Apart: map[[2]ir.ID]bool{}}
	for _, k := range s.threads.Kinds {
		for _, a := range k.Accesses {
			out.Alone[a.Origin] = !racing[a.Origin]
		}
	}
	for _, k := range s.threads.Kinds {
		for _, a := range k.Accesses {
			if s.threads.Unwatched(a) {
				delete(out.Alone, a.Origin)
			}
		}
	}
	for x := range racing {
		delete(out.Alone, x)
		for y := range racing {
			if x <= y && !races[[2]ir.ID{x, y}] {
				out.Apart[[2]ir.ID{x, y}] = true
			}
		}
	}
	return out
}
