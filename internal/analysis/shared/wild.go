package shared

import (
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
		for _, r := range f.Unwritten(ir.Any) {
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
			for _, g := range ir.Callees(in) {
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
		s.gives(at, func(o ir.Operand) {
			for _, obj := range s.value(at.f, o).objs {
				s.escaped[obj] = true
			}
		})
	}
}

// gives visits the operands of an instruction that leave the registers of their thread there.
func (s *solver) gives(at site, visit func(ir.Operand)) {
	switch in := at.in.(type) {
	case *ir.Store:
		visit(in.Val)
	case *ir.RMW:
		visit(in.Val)
	case *ir.CAS:
		visit(in.New)
	case *ir.Spawn:
		for _, a := range in.Args {
			visit(a)
		}
	case *ir.ThreadExit:
		visit(in.X)
	case *ir.Return:
		if s.started[at.f] {
			visit(in.X)
		}
	case *ir.Unary:
		if in.Op == ir.PtrToInt {
			visit(in.X)
		}
	}
}
