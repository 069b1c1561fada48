package shared

import (
	"math/bits"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Wildness, on top of the fixed sets of objects, and what escapes.

func (s *solver) setWild(f ir.FuncID, r ir.Reg) {
	if r == ir.NoReg {
		return
	}
	d := &s.regs[s.reg(f, r)]
	if !d.wild {
		d.wild = true
		s.changed(f, r)
	}
}

// pointerArith says whether X op Y, or with sides swapped, is a pointer moved within its object.
func pointerArith(op ir.BinOp, x, y value) (wild bool) {
	hasX, hasY := len(x.objs) > 0 || x.top, len(y.objs) > 0 || y.top
	switch {
	case op == ir.Add && hasX && !hasY:
		return x.wild
	case op == ir.Add && hasY && !hasX:
		return y.wild
	case op == ir.Sub && hasX && !hasY:
		return x.wild
	}
	return true
}

func (s *solver) solveWild() {
	for fi, f := range s.p.Funcs {
		for _, r := range readBeforeWritten(f) {
			s.setWild(ir.FuncID(fi), r)
		}
		if s.started[fi] {
			for _, r := range f.Params {
				s.setWild(ir.FuncID(fi), r)
			}
		}
	}
	s.run(func(at site) {
		val := func(o ir.Operand) value { return s.value(at.f, o) }
		switch in := at.in.(type) {
		case *ir.Alloc, *ir.TLSAddr:
		case *ir.Move:
			if val(in.X).wild {
				s.setWild(at.f, in.Dst)
			}
		case *ir.Ite:
			if val(in.X).wild || val(in.Y).wild {
				s.setWild(at.f, in.Dst)
			}
		case *ir.Binary:
			if pointerArith(in.Op, val(in.X), val(in.Y)) {
				s.setWild(at.f, in.Dst)
			}
		case *ir.Call, *ir.CallPtr:
			dst, args := dstArgs(in)
			for _, g := range callees(in) {
				for i, r := range s.p.Funcs[g].Params {
					if val(args[i]).wild {
						s.setWild(g, r)
					}
				}
				for _, ret := range s.returns[g] {
					if x := s.sites[ret].in.(*ir.Return).X; s.value(g, x).wild {
						s.setWild(at.f, dst)
					}
				}
			}
		case *ir.Return:
			for _, c := range s.callers[at.f] {
				s.push(c)
			}
		default:
			ir.Defs(in, func(r *ir.Reg) { s.setWild(at.f, *r) })
		}
	})
}

// escapes marks the objects whose addresses leave the registers of their thread.
func (s *solver) escapes() {
	for _, g := range s.p.Globals {
		for _, r := range g.Relocs {
			if r.Target.Kind == ir.KindGlobal {
				s.escaped[r.Target.Global] = true
			}
		}
	}
	for _, at := range s.sites {
		escape := func(o ir.Operand) {
			for _, obj := range s.value(at.f, o).objs {
				s.escaped[obj] = true
			}
		}
		switch in := at.in.(type) {
		case *ir.Store:
			escape(in.Val)
		case *ir.RMW:
			escape(in.Val)
		case *ir.CAS:
			escape(in.New)
		case *ir.Spawn:
			for _, a := range in.Args {
				escape(a)
			}
		case *ir.ThreadExit:
			escape(in.X)
		case *ir.Return:
			if s.started[at.f] {
				escape(in.X)
			}
		case *ir.Unary:
			if in.Op == ir.PtrToInt {
				escape(in.X)
			}
		}
	}
}

// readBeforeWritten lists the registers, other than parameters, that some path reads before it writes them: those live
// at the entry. Liveness by the usual backward passes over bit sets, until nothing changes.
func readBeforeWritten(f *ir.Func) []ir.Reg {
	words := (len(f.Regs) + 63) / 64
	set := func(b []uint64, r ir.Reg) { b[r/64] |= 1 << (r % 64) }
	has := func(b []uint64, r ir.Reg) bool { return b[r/64]>>(r%64)&1 == 1 }
	gen := make([][]uint64, len(f.Blocks)) // read before written in the block
	kill := make([][]uint64, len(f.Blocks))
	preds := make([][]int, len(f.Blocks))
	for i, b := range f.Blocks {
		gen[i], kill[i] = make([]uint64, words), make([]uint64, words)
		for _, in := range b.Instrs {
			ir.Uses(in, func(o *ir.Operand) {
				if o.Kind == ir.KindReg && !has(kill[i], o.Reg) {
					set(gen[i], o.Reg)
				}
			})
			ir.Defs(in, func(r *ir.Reg) { set(kill[i], *r) })
			ir.Targets(in, func(t *ir.BlockID) { preds[*t] = append(preds[*t], i) })
		}
	}
	// gen grows into the live-in set of its block.
	work := make([]int, len(f.Blocks))
	for i := range work {
		work[i] = i
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, p := range preds[b] {
			grown := false
			for w := range gen[b] {
				add := gen[b][w] &^ kill[p][w] &^ gen[p][w]
				gen[p][w] |= add
				grown = grown || add != 0
			}
			if grown {
				work = append(work, p)
			}
		}
	}
	for _, r := range f.Params {
		gen[0][r/64] &^= 1 << (r % 64)
	}
	var regs []ir.Reg
	for w, m := range gen[0] {
		for ; m != 0; m &= m - 1 {
			regs = append(regs, ir.Reg(64*w+bits.TrailingZeros64(m)))
		}
	}
	return regs
}
