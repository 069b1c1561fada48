package held

import "github.com/heddle-dev/heddle/internal/ir"

// Facts that hold on all paths, forward: a set per block, the meet is the intersection.

type bits []uint64

func (b bits) set(i int)      { b[i/64] |= 1 << (i % 64) }
func (b bits) clear(i int)    { b[i/64] &^= 1 << (i % 64) }
func (b bits) has(i int) bool { return b[i/64]>>(i%64)&1 != 0 }

type flow struct {
	f        *ir.Func
	in       []bits // by block; nil: nothing leads there
	transfer func(ir.Instr, bits)
}

// run computes what holds at the start of every block.
func run(f *ir.Func, start bits, n int, transfer func(ir.Instr, bits)) *flow {
	fl := &flow{f: f, in: make([]bits, len(f.Blocks)), transfer: transfer}
	words := (n + 63) / 64
	fl.in[0] = append(bits{}, start...)
	order := f.Order()
	at := make([]bool, len(f.Blocks))
	at[0] = true
	s := make(bits, words)
	for again := true; again; {
		again = false
		for _, b := range order {
			if !at[b] {
				continue
			}
			at[b] = false
			copy(s, fl.in[b])
			for _, in := range f.Blocks[b].Instrs {
				transfer(in, s)
			}
			for _, to := range f.Next(b) {
				changed := fl.in[to] == nil
				if changed {
					fl.in[to] = append(make(bits, 0, words), s...)
				} else {
					for i, w := range s {
						if both := fl.in[to][i] & w; both != fl.in[to][i] {
							fl.in[to][i], changed = both, true
						}
					}
				}
				if changed {
					at[to], again = true, true
				}
			}
		}
	}
	return fl
}

// visit calls back before every instruction that can be reached.
func (fl *flow) visit(before func(ir.BlockID, ir.Instr, bits)) {
	for b, in := range fl.in {
		if in == nil {
			continue
		}
		s := append(bits{}, in...)
		for _, x := range fl.f.Blocks[b].Instrs {
			before(ir.BlockID(b), x, s)
			fl.transfer(x, s)
		}
	}
}
