package check

import (
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/logic"
)

// Floats: comparisons, sums and conversions between formats. Products, quotients, roots, and integers made of floats are anything: their circuits are large, and proofs about threads seldom need them.

func format(width int) logic.FloatFormat {
	if width == 32 {
		return logic.Float32
	}
	return logic.Float64
}

func (r *runner) floatUnary(in *ir.Unary, x logic.Term) logic.Term {
	b, d := r.m.b, r.t.f.Width(in.Dst)
	switch in.Op {
	case ir.FNeg:
		return b.FNeg(format(in.X.Width), x)
	case ir.SToF:
		return b.SToF(format(d), x)
	case ir.UToF:
		return b.UToF(format(d), x)
	case ir.FToF:
		return b.FToF(format(in.X.Width), format(d), x)
	}
	return r.any(r.t.regs[in.Dst].typ)
}

func (r *runner) floatBinary(in *ir.Binary, x, y logic.Term) logic.Term {
	b, f := r.m.b, format(in.X.Width)
	switch in.Op {
	case ir.FEq:
		return b.FEq(f, x, y)
	case ir.FNe:
		return b.Not(b.FEq(f, x, y))
	case ir.FLt:
		return b.FLt(f, x, y)
	case ir.FLe:
		return b.FLe(f, x, y)
	case ir.FAdd:
		return b.FAdd(f, x, y)
	case ir.FSub:
		return b.FSub(f, x, y)
	}
	return r.any(r.t.regs[in.Dst].typ)
}
