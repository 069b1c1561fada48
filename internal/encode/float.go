package encode

import (
	"fmt"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/logic"
)

// floatFormat is the format of a float of a width.
func floatFormat(width int) logic.FloatFormat {
	if width == 32 {
		return logic.Float32
	}
	return logic.Float64
}

func (e *encoder) floatUnary(blk *blockState, in *ir.Unary, x logic.Term, d int) logic.Term {
	b, w := e.b, in.X.Width
	switch in.Op {
	case ir.FNeg:
		return b.FNeg(floatFormat(w), x)
	case ir.FSqrt:
		return b.FSqrt(floatFormat(w), x)
	case ir.SToF:
		return b.SToF(floatFormat(d), e.bits(x))
	case ir.UToF:
		return b.UToF(floatFormat(d), e.bits(x))
	case ir.FToF:
		return b.FToF(floatFormat(w), floatFormat(d), x)
	case ir.FToS:
		e.assume(blk, b.FToSValid(floatFormat(w), d, x))
		return b.FToS(floatFormat(w), d, x)
	case ir.FToU:
		e.assume(blk, b.FToUValid(floatFormat(w), d, x))
		return b.FToU(floatFormat(w), d, x)
	}
	panic(fmt.Sprintf("encode: operation %v", in.Op))
}

func (e *encoder) floatBinary(in *ir.Binary, x, y logic.Term) logic.Term {
	b, f := e.b, floatFormat(in.X.Width)
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
	case ir.FMul:
		return b.FMul(f, x, y)
	case ir.FDiv:
		return b.FDiv(f, x, y)
	case ir.FRem:
		return b.FRem(f, x, y)
	}
	panic(fmt.Sprintf("encode: operation %v", in.Op))
}
