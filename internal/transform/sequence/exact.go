package sequence

import "github.com/heddle-dev/heddle/internal/ir"

// fits is the condition that exact arithmetic is valid.
func (z *lazy) fits(op ir.BinOp, x, y ir.Operand) ir.Operand {
	inside := func(v, k ir.Operand, left bool) ir.Operand {
		lo, hi, signed := ir.ExactRange(op, k, left)
		le, least, most := ir.ULe, ir.Const{}, ir.SignedConst(v.Width, -1)
		if signed {
			least = ir.Const{Lo: 1}.Shifted(v.Width - 1)
			most = ir.MakeConst(v.Width-1, ^uint64(0))
			le = ir.SLe
		}
		ok := ir.K(1, 1)
		if lo != least {
			ok = z.binary(le, ir.KConst(v.Width, lo), v)
		}
		if hi != most {
			ok = z.and(ok, z.binary(le, v, ir.KConst(v.Width, hi)))
		}
		return ok
	}
	switch {
	case ir.ExactFits(op, x, y):
		return ir.K(1, 1)
	case y.Kind == ir.KindConst:
		return inside(x, y, false)
	case x.Kind == ir.KindConst:
		return inside(y, x, true)
	case op == ir.Mul:
		wide := func(v ir.Operand) ir.Operand {
			return z.pure(2*v.Width, func(d ir.Reg) ir.Instr { return &ir.Unary{Dst: d, Op: ir.SExt, X: v} })
		}
		return z.binary(ir.Eq, z.binary(ir.Mul, wide(x), wide(y)), wide(z.binary(ir.Mul, x, y)))
	}
	down := z.binary(ir.SLt, y, ir.K(y.Width, 0)) // the sum is less than the address, the difference greater
	if op == ir.Add {
		return z.binary(ir.Eq, z.binary(ir.ULt, z.binary(ir.Add, x, y), x), down)
	}
	return z.binary(ir.Eq, z.binary(ir.ULt, x, z.binary(ir.Sub, x, y)), down)
}
