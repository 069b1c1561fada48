package encode

import (
	"fmt"
	"math/bits"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/logic"
)

// pure encodes an instruction that computes from its operands alone. Its table of invalid operations is that of
// docs/assumptions.md: the execution ends there, as by an assumption.
func (e *encoder) pure(blk *blockState, in ir.Instr) {
	switch in := in.(type) {
	case *ir.Move:
		e.write(blk, in, in.Dst, e.operand(blk, in.X))
	case *ir.Unary:
		e.write(blk, in, in.Dst, e.unary(blk, in))
	case *ir.Binary:
		e.write(blk, in, in.Dst, e.binary(blk, in))
	case *ir.Extract:
		x := e.bits(e.operand(blk, in.X))
		e.write(blk, in, in.Dst, e.b.Extract(in.Lo+e.f.Width(in.Dst)-1, in.Lo, x))
	case *ir.Concat:
		e.write(blk, in, in.Dst, e.b.Concat(e.bits(e.operand(blk, in.Hi)), e.bits(e.operand(blk, in.Lo))))
	case *ir.Ite:
		e.write(blk, in, in.Dst, e.b.Ite(e.operand(blk, in.Cond), e.operand(blk, in.X), e.operand(blk, in.Y)))
	default:
		panic(fmt.Sprintf("encode: %T in a sequential program", in))
	}
}

func (e *encoder) unary(blk *blockState, in *ir.Unary) logic.Term {
	b, d := e.b, e.f.Width(in.Dst)
	x := e.operand(blk, in.X)
	switch in.Op {
	case ir.Not:
		if d == 1 {
			return b.Not(x)
		}
		return b.BVNot(x)
	case ir.PtrToInt:
		return x
	case ir.Neg:
		return b.Neg(e.bits(x))
	case ir.ZExt:
		return b.ZExt(d, e.bits(x))
	case ir.SExt:
		return b.SExt(d, e.bits(x))
	case ir.Trunc:
		return b.Extract(d-1, 0, e.bits(x))
	}
	return e.floatUnary(blk, in, x, d)
}

func (e *encoder) binary(blk *blockState, in *ir.Binary) logic.Term {
	b := e.b
	x, y := e.operand(blk, in.X), e.operand(blk, in.Y)
	if in.Op.IsFloat() {
		return e.floatBinary(in, x, y)
	}
	if in.X.Width == 1 {
		switch in.Op {
		case ir.Eq:
			return b.Iff(x, y)
		case ir.Ne, ir.Xor, ir.Add, ir.Sub:
			return b.Xor(x, y)
		case ir.And, ir.Mul:
			return b.And(x, y)
		case ir.Or:
			return b.Or(x, y)
		}
		x, y = e.bits(x), e.bits(y)
	}
	if in.Exact {
		e.assume(blk, Fits(b, in.Op, x, y))
	}
	e.divides(blk, in.Op, x, y)
	return Binary(b, in.Op, x, y)
}

// Binary is what an operation on integers gives where it is valid. Shifts take their count modulo the width.
func Binary(b *logic.Builder, op ir.BinOp, x, y logic.Term) logic.Term {
	switch op {
	case ir.Add:
		return b.Add(x, y)
	case ir.Sub:
		return b.Sub(x, y)
	case ir.Mul:
		return b.Mul(x, y)
	case ir.UDiv:
		return b.UDiv(x, y)
	case ir.URem:
		return b.URem(x, y)
	case ir.SDiv:
		return b.SDiv(x, y)
	case ir.SRem:
		return b.SRem(x, y)
	case ir.And:
		return b.BVAnd(x, y)
	case ir.Or:
		return b.BVOr(x, y)
	case ir.Xor:
		return b.BVXor(x, y)
	case ir.Shl:
		return b.Shl(x, shiftCount(b, y))
	case ir.LShr:
		return b.LShr(x, shiftCount(b, y))
	case ir.AShr:
		return b.AShr(x, shiftCount(b, y))
	case ir.Eq:
		return b.Eq(x, y)
	case ir.Ne:
		return b.Not(b.Eq(x, y))
	case ir.ULt:
		return b.ULt(x, y)
	case ir.ULe:
		return b.ULe(x, y)
	case ir.SLt:
		return b.SLt(x, y)
	case ir.SLe:
		return b.SLe(x, y)
	}
	panic(fmt.Sprintf("encode: operation %v", op))
}

// Fits is the condition that exact arithmetic is valid.
func Fits(b *logic.Builder, op ir.BinOp, x, y logic.Term) logic.Term {
	w := b.Width(x)
	inside := func(v logic.Term, k ir.Operand, left bool) logic.Term {
		lo, hi, signed := ir.ExactRange(op, k, left)
		le := b.ULe
		if signed {
			le = b.SLe
		}
		return b.And(le(b.BVBig(w, lo.Big()), v), le(v, b.BVBig(w, hi.Big())))
	}
	number := func(t logic.Term) ir.Operand { return ir.KConst(w, ir.ConstFromBig(w, b.Value(t).Big())) }
	switch {
	case b.IsConst(y):
		return inside(x, number(y), false)
	case b.IsConst(x):
		return inside(y, number(x), true)
	}
	down := b.SLt(y, b.BV(w, 0)) // the sum is less than the address, the difference greater
	switch op {
	case ir.Add:
		return b.Iff(b.ULt(b.Add(x, y), x), down)
	case ir.Sub:
		return b.Iff(b.ULt(x, b.Sub(x, y)), down)
	}
	wide := b.Mul(b.SExt(2*w, x), b.SExt(2*w, y))
	return b.Eq(wide, b.SExt(2*w, b.Extract(w-1, 0, wide)))
}

// divides ends the execution where a quotient is undefined.
func (e *encoder) divides(blk *blockState, op ir.BinOp, x, y logic.Term) {
	b, w := e.b, e.b.Width(x)
	switch op {
	case ir.UDiv, ir.URem, ir.SDiv, ir.SRem:
		e.assume(blk, b.Not(b.Eq(y, b.BV(w, 0))))
	}
	if op == ir.SDiv || op == ir.SRem {
		least := e.constant(w, ir.Const{Lo: 1}.Shifted(w-1))
		overflow := b.And(b.Eq(x, least), b.Eq(y, b.BVNot(b.BV(w, 0))))
		e.assume(blk, b.Not(overflow))
	}
}

// shiftCount takes the count modulo the width.
func shiftCount(b *logic.Builder, y logic.Term) logic.Term {
	w := b.Width(y)
	if bits.OnesCount(uint(w)) == 1 {
		return b.BVAnd(y, b.BV(w, uint64(w-1)))
	}
	return b.URem(y, b.BV(w, uint64(w)))
}
