package reach

import "github.com/heddle-dev/heddle/internal/ir"

// Segments. To ask a solver about every instruction would be too many questions, and about every block too few: an execution may end in the middle of
// one. So a block is divided into segments whose instructions are reached together, or nearly so: a new one begins behind every call, every division and
// everything that may wait,
// and at the first instruction of a line if an execution may have ended before it.

// Begins reports whether a segment begins at instruction k of a block.
func Begins(b *ir.Block, k int) bool {
	if k == 0 || parts(b.Instrs[k-1]) {
		return true
	}
	if b.Instrs[k].Base().Pos.Line == b.Instrs[k-1].Base().Pos.Line {
		return false
	}
	for i := k - 1; i >= 0; i-- {
		if MayStop(b.Instrs[i]) {
			return true
		}
	}
	return false
}

// parts reports whether a segment ends with an instruction, on whatever line.
func parts(in ir.Instr) bool {
	switch in.(type) {
	case *ir.Call, *ir.CallPtr, *ir.Spawn, *ir.Assume:
		return true
	}
	return waiting(in) || undefined(in)
}

// Segments are the segments of a program, each known by its first instruction.
type Segments map[ir.ID][]ir.ID

// SegmentsOf finds the segments of the user's functions.
func SegmentsOf(p *ir.Program) Segments {
	out := Segments{}
	for _, f := range p.Funcs {
		if f.Model {
			continue
		}
		for _, b := range f.Blocks {
			first := b.Instrs[0].Base().ID
			for k, in := range b.Instrs {
				if Begins(b, k) {
					first = in.Base().ID
				}
				out[first] = append(out[first], in.Base().ID)
			}
		}
	}
	return out
}

// Add notes in a set that the segment which begins with an instruction was reached; if none does, the instruction alone.
func (g Segments) Add(s *Set, first ir.ID) {
	s.Add(first)
	for _, id := range g[first] {
		s.Add(id)
	}
}

// Ends is the instructions that end the process or a thread.
func Ends(p *ir.Program) map[ir.ID]bool {
	out := map[ir.ID]bool{}
	for _, f := range p.Funcs {
		for _, b := range f.Blocks {
			switch in := b.Term().(type) {
			case *ir.Halt, *ir.ThreadExit:
				out[in.Base().ID] = true
			}
		}
	}
	return out
}
