package ir

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/graph"
)

// Where control goes: from block to block, and from function to function.

// Next lists the blocks that a block leads to, in order.
func (b *Block) Next() (out []BlockID) {
	Targets(b.Term(), func(t *BlockID) { out = append(out, *t) })
	return out
}

// Next lists the blocks that a block leads to, in order.
func (f *Func) Next(b BlockID) []BlockID { return f.Blocks[b].Next() }

// Order lists the blocks that the entry leads to, each before what it leads to unless there is a loop.
func (f *Func) Order() []BlockID { return graph.Order(f.Next, 0) }

// Reached marks the blocks that the entry leads to.
func (f *Func) Reached() []bool {
	out := make([]bool, len(f.Blocks))
	for _, b := range graph.Reach(f.Next, 0) {
		out[b] = true
	}
	return out
}

// Callees lists the functions that an instruction may call in its own thread.
func Callees(in Instr) []FuncID {
	switch in := in.(type) {
	case *Call:
		return []FuncID{in.Func}
	case *CallPtr:
		return in.Candidates
	}
	return nil
}

// Callees lists the functions that a function may call in its own thread.
func (f *Func) Callees() (out []FuncID) {
	for in := range f.Instrs() {
		out = append(out, Callees(in)...)
	}
	return out
}

// Unwritten lists the registers, other than parameters, that some path reads before it writes them, and that hold anything then. Only the reads of
// instructions that counts accepts are looked at. Each register is followed back from the blocks that read it
// to those that write it, which in an unfolded program are near: sets of registers per block would take blocks times registers of memory.
func (f *Func) Unwritten(counts func(Instr) bool) []Reg {
	preds := f.predecessors()
	read, write := make([][]BlockID, len(f.Regs)), make([][]BlockID, len(f.Regs)) // read before the block writes it; written
	last := func(l []BlockID, b BlockID) bool { return len(l) > 0 && l[len(l)-1] == b }
	for i, b := range f.Blocks {
		id := BlockID(i)
		if i > 0 && preds[i] == nil {
			continue
		}
		for _, in := range b.Instrs {
			if counts(in) {
				Uses(in, func(o *Operand) {
					if o.Kind == KindReg && !last(write[o.Reg], id) && !last(read[o.Reg], id) {
						read[o.Reg] = append(read[o.Reg], id)
					}
				})
			}
			Defs(in, func(r *Reg) {
				if !last(write[*r], id) {
					write[*r] = append(write[*r], id)
				}
			})
		}
	}
	for _, r := range f.Params {
		read[r] = nil
	}
	var out []Reg
	stop := make([]Reg, len(f.Blocks)) // the last register, counted from 1, that a block writes or that was followed through it
	for r := range f.Regs {
		mark := Reg(r + 1)
		for _, b := range write[r] {
			stop[b] = mark
		}
		work := read[r]
		for len(work) > 0 {
			b := work[len(work)-1]
			work = work[:len(work)-1]
			if b == 0 {
				out = append(out, Reg(r))
				break
			}
			for _, p := range preds[b] {
				if stop[p] != mark {
					stop[p] = mark
					work = append(work, p)
				}
			}
		}
	}
	return out
}

// predecessors lists the blocks that lead to each, of those that the entry reaches.
func (f *Func) predecessors() [][]BlockID {
	out := make([][]BlockID, len(f.Blocks))
	for _, b := range graph.Reach(f.Next, 0) {
		Targets(f.Blocks[b].Term(), func(t *BlockID) { out[*t] = append(out[*t], b) })
	}
	return out
}

// Any accepts every instruction.
func Any(Instr) bool { return true }

// Cyclic finds the blocks that lie on a cycle.
func (f *Func) Cyclic() []bool {
	out := make([]bool, len(f.Blocks))
	var all []BlockID
	for i := range f.Blocks {
		all = append(all, BlockID(i))
	}
	for _, comp := range graph.Components(f.Next, all...) {
		for _, b := range comp {
			out[b] = len(comp) > 1 || slices.Contains(f.Next(b), b)
		}
	}
	return out
}
