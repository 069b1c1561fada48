package cfront

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Inputs that nothing reads. A declaration without an initializer makes its register arbitrary, with a Havoc each time it is executed: in a loop the value of
// the last iteration is gone. A block with a label behind the declaration does so on entry. Most such variables are written before they are read, and then the
// Havoc is a useless input: an explicit search tries each of its values, and one of more than 8 bits forbids PROVED. It is dropped where
// every path from it writes the register before reading it.
//
// This is the usual analysis of live registers, backward over the blocks, for the registers that some Havoc writes. A walk from each Havoc to
// the next write was enough as long as only declarations wrote one; from the start of a long function with labels it is not short.
// Leaving the Havoc out altogether where the declaration is passed once would serve the interpreter, which knows
// registers that were never written; a pass that copies a body into a loop would have to know them too.

// regSet is a set of the registers at hand.
type regSet []uint64

func (s regSet) has(i int) bool { return s[i/64]>>(i%64)&1 == 1 }
func (s regSet) add(i int)      { s[i/64] |= 1 << (i % 64) }
func (s regSet) remove(i int)   { s[i/64] &^= 1 << (i % 64) }

func (f *fn) dropDeadInputs() {
	number := map[ir.Reg]int{}
	for in := range f.f.Instrs() {
		if h, ok := in.(*ir.Havoc); ok {
			if _, ok := number[h.Dst]; !ok {
				number[h.Dst] = len(number)
			}
		}
	}
	if len(number) == 0 {
		return
	}
	live := f.liveAtStart(number)
	for _, b := range f.f.Blocks {
		now := f.liveAtEnd(b, live, len(number))
		for i := len(b.Instrs) - 1; i >= 0; i-- {
			if h, ok := b.Instrs[i].(*ir.Havoc); ok && !now.has(number[h.Dst]) {
				b.Instrs[i] = nil
				continue
			}
			before(b.Instrs[i], number, now)
		}
		b.Instrs = slices.DeleteFunc(b.Instrs, func(in ir.Instr) bool { return in == nil })
	}
}

// liveAtStart gives for each block the registers that are read in it or after it before they are written.
func (f *fn) liveAtStart(number map[ir.Reg]int) []regSet {
	live := make([]regSet, len(f.f.Blocks))
	words := (len(number) + 63) / 64
	for i := range live {
		live[i] = make(regSet, words)
	}
	for changed := true; changed; {
		changed = false
		for i := len(f.f.Blocks) - 1; i >= 0; i-- {
			b := f.f.Blocks[i]
			now := f.liveAtEnd(b, live, len(number))
			for k := len(b.Instrs) - 1; k >= 0; k-- {
				before(b.Instrs[k], number, now)
			}
			if !slices.Equal(now, live[i]) {
				live[i], changed = now, true
			}
		}
	}
	return live
}

func (f *fn) liveAtEnd(b *ir.Block, live []regSet, n int) regSet {
	out := make(regSet, (n+63)/64)
	ir.Targets(b.Term(), func(t *ir.BlockID) {
		for i, w := range live[*t] {
			out[i] |= w
		}
	})
	return out
}

// before turns what is live after an instruction into what is live before it.
func before(in ir.Instr, number map[ir.Reg]int, live regSet) {
	ir.Defs(in, func(d *ir.Reg) {
		if i, ok := number[*d]; ok {
			live.remove(i)
		}
	})
	ir.Uses(in, func(o *ir.Operand) {
		if o.Kind == ir.KindReg {
			if i, ok := number[o.Reg]; ok {
				live.add(i)
			}
		}
	})
}
