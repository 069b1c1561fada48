package pointsto

import (
	"math/bits"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Strides: for every register a number that divides all values it may hold (0 divides only 0; 1 says nothing). It tells
// an index into an array of structs, a multiple of their size, from an arbitrary number of bytes. Wrap-around keeps
// divisibility only for powers of two, so other factors are kept only where products do not wrap: those that are exact, as cfront makes them of an index and a size, and those of a narrower
// number at pointer width. A product of numbers that is added to a pointer afterwards is neither.

func (s *solver) findStrides() {
	s.strides = make([][]int64, len(s.p.Funcs))
	s.bits = make([][]int, len(s.p.Funcs))
	for i, f := range s.p.Funcs {
		s.strides[i] = make([]int64, len(f.Regs))
	}
	// Parameters get the strides of their arguments only where all calls are known; they are rarely indices by themselves.
	for i, f := range s.p.Funcs {
		for _, r := range f.Params {
			s.strides[i][r] = 1
		}
	}
	unwritten := make([][]ir.Reg, len(s.p.Funcs))
	for i, f := range s.p.Funcs {
		unwritten[i] = f.Unwritten(ir.Any)
		for _, r := range unwritten[i] {
			s.strides[i][r] = 1
		}
		s.bits[i] = f.SignedBits(unwritten[i])
	}
	s.findIndices(unwritten)
	for changed := true; changed; {
		changed = false
		for fi, f := range s.p.Funcs {
			for in := range f.Instrs() {
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
			n := limit(s.stride(f, in.X), s.stride(f, in.Y))
			if !in.Exact && !s.hasRoom(f, in.X, in.Y) && !s.hasRoom(f, in.Y, in.X) {
				n &= -n
			}
			return n
		case ir.Shl:
			if in.Y.Kind == ir.KindConst && in.Y.Val.Lo < 32 {
				return limit(s.stride(f, in.X), 1<<in.Y.Val.Lo)
			}
			return s.stride(f, in.X)
		}
	}
	return 1
}

// hasRoom reports whether the product of x and the constant k does not wrap, because x comes from something narrower.
func (s *solver) hasRoom(f ir.FuncID, x, k ir.Operand) bool {
	return x.Kind == ir.KindReg && k.Kind == ir.KindConst && k.Val.Hi == 0 && s.bits[f][x.Reg]+bits.Len64(k.Val.Lo) < k.Width
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
