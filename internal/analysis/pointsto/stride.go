package pointsto

import "github.com/heddle-dev/heddle/internal/ir"

// Strides: for every register a number that divides all values it may hold (0 divides only 0; 1 says nothing). It tells
// an index into an array of structs, a multiple of their size, from an arbitrary number of bytes. Wrap-around keeps
// divisibility only for powers of two, so other factors are kept only where cfront makes them: the product of an index and a
// size at pointer width, whose overflow would be an invalid access anyway. At smaller widths (an unsigned product that is
// widened afterwards) it would not be.

func (s *solver) findStrides() {
	s.strides = make([][]int64, len(s.p.Funcs))
	for i, f := range s.p.Funcs {
		s.strides[i] = make([]int64, len(f.Regs))
	}
	// Parameters get the strides of their arguments only where all calls are known; they are rarely indices by themselves.
	for i, f := range s.p.Funcs {
		for _, r := range f.Params {
			s.strides[i][r] = 1
		}
	}
	for i, f := range s.p.Funcs {
		for _, r := range maybeUnwritten(f) {
			s.strides[i][r] = 1
		}
	}
	for changed := true; changed; {
		changed = false
		for fi, f := range s.p.Funcs {
			for _, b := range f.Blocks {
				for _, in := range b.Instrs {
					ir.Defs(in, func(r *ir.Reg) {
						old := s.strides[fi][*r]
						if now := gcd(old, s.strideOf(ir.FuncID(fi), in)); now != old {
							s.strides[fi][*r] = now
							changed = true
						}
					})
				}
			}
		}
	}
}

// strideOf is the stride of what an instruction writes.
func (s *solver) strideOf(f ir.FuncID, in ir.Instr) int64 {
	n := s.exactStride(f, in)
	ir.Defs(in, func(r *ir.Reg) {
		if s.p.Funcs[f].Width(*r) < s.p.PtrWidth() {
			n &= -n // the power of two in it
		}
	})
	return n
}

// exactStride is the stride without regard to wrap-around.
func (s *solver) exactStride(f ir.FuncID, in ir.Instr) int64 {
	switch in := in.(type) {
	case *ir.Move:
		return s.stride(f, in.X)
	case *ir.Ite:
		return gcd(s.stride(f, in.X), s.stride(f, in.Y))
	case *ir.Unary:
		switch in.Op {
		case ir.ZExt, ir.SExt, ir.Neg, ir.PtrToInt:
			return s.stride(f, in.X)
		}
	case *ir.Binary:
		switch in.Op {
		case ir.Add, ir.Sub:
			return gcd(s.stride(f, in.X), s.stride(f, in.Y))
		case ir.Mul:
			return limit(s.stride(f, in.X), s.stride(f, in.Y))
		case ir.Shl:
			if in.Y.Kind == ir.KindConst && in.Y.Val.Lo < 32 {
				return limit(s.stride(f, in.X), 1<<in.Y.Val.Lo)
			}
			return s.stride(f, in.X)
		}
	}
	return 1
}

// limit multiplies and gives up on strides that no object has.
func limit(a, b int64) int64 {
	const most = 1 << 30
	if a > most || b > most || a*b > most {
		return 1
	}
	return a * b
}

func (s *solver) stride(f ir.FuncID, o ir.Operand) int64 {
	switch o.Kind {
	case ir.KindReg:
		return s.strides[f][o.Reg]
	case ir.KindConst:
		if o.Val.Hi == 0 && o.Val.Lo < 1<<30 {
			return int64(o.Val.Lo)
		}
		if v := o.Val.SignedBig(o.Width); v.IsInt64() && abs(v.Int64()) < 1<<30 {
			return abs(v.Int64())
		}
	}
	return 1
}

// maybeUnwritten lists the registers that may be read before they are written, and then hold anything.
func maybeUnwritten(f *ir.Func) []ir.Reg {
	type set []uint64
	words := (len(f.Regs) + 63) / 64
	written := make([]set, len(f.Blocks)) // at the start of a block on every way there; nil: not reached yet
	written[0] = make(set, words)
	for _, r := range f.Params {
		written[0][r/64] |= 1 << (r % 64)
	}
	bad := make(set, words)
	work := []ir.BlockID{0}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		now := append(set(nil), written[b]...)
		for _, in := range f.Blocks[b].Instrs {
			ir.Uses(in, func(o *ir.Operand) {
				if o.Kind == ir.KindReg && now[o.Reg/64]&(1<<(o.Reg%64)) == 0 {
					bad[o.Reg/64] |= 1 << (o.Reg % 64)
				}
			})
			ir.Defs(in, func(r *ir.Reg) { now[*r/64] |= 1 << (*r % 64) })
		}
		ir.Targets(f.Blocks[b].Term(), func(t *ir.BlockID) {
			if written[*t] == nil {
				written[*t] = append(set(nil), now...)
				work = append(work, *t)
				return
			}
			changed := false
			for i, w := range written[*t] {
				if m := w & now[i]; m != w {
					written[*t][i] = m
					changed = true
				}
			}
			if changed {
				work = append(work, *t)
			}
		})
	}
	var out []ir.Reg
	for r := range f.Regs {
		if bad[r/64]&(1<<(r%64)) != 0 {
			out = append(out, ir.Reg(r))
		}
	}
	return out
}
