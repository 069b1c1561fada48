package threads

import "github.com/heddle-dev/heddle/internal/ir"

// Watching gives the program in which nothing races but some accesses. If there is none, all may, and it is the
// program itself.
func Watching(p *ir.Program, left [][2]ir.ID) *ir.Program {
	if len(left) == 0 {
		return p
	}
	watched := map[ir.ID]bool{}
	for _, l := range left {
		watched[l[0]], watched[l[1]] = true, true
	}
	out := p.Clone()
	for _, in := range out.Instrs() {
		if !watched[in.Base().ID] {
			excuse(in)
		}
	}
	return out
}

// excuse lets an instruction race with nothing.
func excuse(in ir.Instr) {
	if m, _, _ := ir.AccessOf(in); m != nil {
		m.Excused = true
	}
	if m := ir.SourceOf(in); m != nil {
		m.Excused = true
	}
}
