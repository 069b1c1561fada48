package encode

import (
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/logic"
)

// Registers that need no merging. A sequentialized thread can stop anywhere, so the block behind its code has thousands of
// ways in, and thousands of registers that differ between them: a term for each pair would be quadratic. Three kinds of
// registers and cells are kept out of the states that are merged:
//
//   - dead: nothing reads it at or behind the join in topological order;
//   - flags: 0 at the entry and only ever set to 1. Its value is the disjunction of the conditions of the blocks that
//     set it, built as they are met;
//   - once: written by one instruction. Where that did not run, the register holds anything, and the value it would
//     have written is as good as any other, as long as it is not read; a program that reads what it may not have written has to say so with a Havoc.

type regKind uint8

const (
	regPlain regKind = iota
	regFlag
	regOnce
)

// classify finds the kinds of registers, and for every key of the state the last place at which it is read.
func (e *encoder) classify() {
	n := len(e.f.Regs)
	defs := make([]int, n)
	zeros, ones := make([]int, n), make([]int, n)
	e.lastRead = make([]int, n)
	e.regionRead = make([]int, len(e.p.Regions))
	for i, id := range e.out.flow.order {
		for _, in := range e.f.Blocks[id].Instrs {
			ir.Uses(in, func(o *ir.Operand) {
				if o.Kind == ir.KindReg {
					e.lastRead[o.Reg] = i
				}
			})
			ir.Defs(in, func(r *ir.Reg) { defs[*r]++ })
			if m, ok := in.(*ir.Move); ok {
				switch {
				case m.X.IsConst(0) && id == 0:
					zeros[m.Dst]++
				case m.X.IsConst(1):
					ones[m.Dst]++
				}
			}
			if m, _, _ := ir.AccessOf(in); m != nil {
				e.regionRead[m.Region] = i
			}
			if m := ir.SourceOf(in); m != nil {
				e.regionRead[m.Region] = i
			}
			if p, ok := in.(*ir.Probe); ok {
				e.regionRead[p.Mem.Region] = i
			}
			if s, ok := in.(*ir.AssumeSame); ok {
				e.regionRead[s.A], e.regionRead[s.B] = i, i
			}
		}
	}
	// Which objects ended is looked at by every access of the regions that say so.
	for _, r := range e.p.Regions {
		if r.Lives != 0 {
			e.regionRead[r.Lives] = len(e.out.flow.order)
		}
	}
	for _, fr := range e.memory.Frees {
		if fr.Lives != 0 {
			e.regionRead[fr.Lives] = len(e.out.flow.order)
		}
	}
	e.kinds = make([]regKind, n)
	for r := range e.kinds {
		switch {
		case e.f.Regs[r].Width == 1 && zeros[r] == 1 && defs[r] == 1+ones[r]:
			e.kinds[r] = regFlag
		case defs[r] == 1:
			e.kinds[r] = regOnce
		}
	}
	e.values = make([]logic.Term, n)
}

// deadAt reports whether nothing reads a key at or behind a place in topological order.
func (e *encoder) deadAt(key, at int) bool {
	switch {
	case key < len(e.f.Regs):
		return e.lastRead[key] < at
	case key >= e.firstLive:
		return false
	}
	return e.regionRead[e.regionOf(key)] < at
}

// setFlag notes that a block sets a flag.
func (e *encoder) setFlag(blk *blockState, r ir.Reg) {
	if e.values[r] == 0 {
		e.values[r] = e.b.False()
	}
	e.values[r] = e.b.Or(e.values[r], blk.abs)
}

// register gives the value of a register.
func (e *encoder) register(s pmap, r ir.Reg) logic.Term {
	switch e.kinds[r] {
	case regFlag:
		if e.values[r] == 0 {
			return e.b.False()
		}
		return e.values[r]
	case regOnce:
		if e.values[r] != 0 {
			return e.values[r]
		}
		return e.initial(int(r))
	}
	return e.read(s, int(r))
}
