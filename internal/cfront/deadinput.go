package cfront

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Inputs that nothing reads. A declaration without an initializer makes its register arbitrary, which has to be said each
// time the declaration is passed: in a loop the value of the last iteration is over. Most such variables are written
// before they are read, and then the Havoc is an input for nothing: an explicit search tries each of its values, and one of
// more than 8 bits forbids PROVED. It is dropped where every path from it writes the register before reading it.
//
// This is a walk from each Havoc instead of a liveness analysis of the function: the next write is nearly always a few
// instructions away. Leaving the Havoc out altogether where the declaration is passed once would serve the
// interpreter, which knows registers that were never written; a pass that copies a body into a loop would have to know them too.

func (f *fn) dropDeadInputs() {
	dead := map[ir.Instr]bool{}
	for _, b := range f.f.Blocks {
		for i, in := range b.Instrs {
			if h, ok := in.(*ir.Havoc); ok && !f.readAfter(b, i+1, h.Dst) {
				dead[in] = true
			}
		}
	}
	if len(dead) == 0 {
		return
	}
	for _, b := range f.f.Blocks {
		b.Instrs = slices.DeleteFunc(b.Instrs, func(in ir.Instr) bool { return dead[in] })
	}
}

// readAfter reports whether some path from an instruction on reads a register before it writes it.
func (f *fn) readAfter(b *ir.Block, from int, r ir.Reg) bool {
	var seen map[ir.BlockID]bool
	var todo []ir.BlockID
	for {
		reads, writes := firstTouch(b.Instrs[from:], r)
		if reads {
			return true
		}
		if !writes {
			if seen == nil {
				seen = map[ir.BlockID]bool{}
			}
			ir.Targets(b.Term(), func(t *ir.BlockID) {
				if !seen[*t] {
					seen[*t] = true
					todo = append(todo, *t)
				}
			})
		}
		if len(todo) == 0 {
			return false
		}
		b, from = f.f.Blocks[todo[len(todo)-1]], 0
		todo = todo[:len(todo)-1]
	}
}

// firstTouch tells what the first instruction that mentions a register does with it.
func firstTouch(list []ir.Instr, r ir.Reg) (reads, writes bool) {
	for _, in := range list {
		ir.Uses(in, func(o *ir.Operand) { reads = reads || o.Kind == ir.KindReg && o.Reg == r })
		ir.Defs(in, func(d *ir.Reg) { writes = writes || *d == r })
		if reads || writes {
			break
		}
	}
	return reads, writes
}
