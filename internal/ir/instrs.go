package ir

import "iter"

// Instrs goes through the instructions of all functions, block by block.
func (p *Program) Instrs() iter.Seq2[*Func, Instr] {
	return func(yield func(*Func, Instr) bool) {
		for _, f := range p.Funcs {
			for in := range f.Instrs() {
				if !yield(f, in) {
					return
				}
			}
		}
	}
}

// Instrs goes through the instructions of a function, block by block.
func (f *Func) Instrs() iter.Seq[Instr] {
	return func(yield func(Instr) bool) {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				if !yield(in) {
					return
				}
			}
		}
	}
}
