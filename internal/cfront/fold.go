package cfront

import (
	"math"
	"math/big"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Constant folding, done while instructions are made.
//
// A constant expression of C is lowered like any other expression; if everything in it folds, no instruction comes out and
// the operand is the constant. So case labels, array bounds and static initializers need no evaluator of their own,
// and follow the same conversions as code does. An operation that would be invalid (division by zero) is never folded: it
// stays an instruction, and execution decides.

// foldBinary computes x op y if both are constants, or if the result is plain from the operands.
func foldBinary(op ir.BinOp, x, y ir.Operand) (ir.Operand, bool) {
	if x.Kind == ir.KindConst && y.Kind == ir.KindConst {
		if op.IsFloat() {
			return foldFloat(op, x, y)
		}
		return foldInt(op, x, y)
	}
	switch op {
	case ir.Add:
		switch {
		case y.IsConst(0):
			return x, true
		case x.IsConst(0):
			return y, true
		case x.Kind == ir.KindGlobal && y.Kind == ir.KindConst:
			return addOffset(x, y), true
		case y.Kind == ir.KindGlobal && x.Kind == ir.KindConst:
			return addOffset(y, x), true
		}
	case ir.Sub:
		switch {
		case y.IsConst(0):
			return x, true
		case x.Kind == ir.KindGlobal && y.Kind == ir.KindConst:
			n, _ := foldInt(ir.Sub, ir.K(y.Width, 0), y)
			return addOffset(x, n), true
		case sameGlobal(x, y):
			return foldInt(ir.Sub, ir.KConst(x.Width, x.Val), ir.KConst(y.Width, y.Val))
		}
	case ir.Mul:
		switch {
		case y.IsConst(1):
			return x, true
		case x.IsConst(1):
			return y, true
		}
	case ir.Or, ir.Xor, ir.Shl, ir.LShr, ir.AShr:
		if y.IsConst(0) {
			return x, true
		}
	case ir.Eq, ir.Ne:
		if eq, ok := sameAddress(x, y); ok {
			return bit(eq == (op == ir.Eq)), true
		}
	}
	return ir.Operand{}, false
}

func addOffset(g, k ir.Operand) ir.Operand {
	s, _ := foldInt(ir.Add, ir.KConst(g.Width, g.Val), k)
	g.Val = s.Val
	return g
}

func sameGlobal(x, y ir.Operand) bool {
	return x.Kind == ir.KindGlobal && y.Kind == ir.KindGlobal && x.Global == y.Global
}

// sameAddress compares two addresses where the answer does not depend on where objects lie. An address just past the end of
// one object never is the start of another: guard gaps lie between them.
func sameAddress(x, y ir.Operand) (eq, ok bool) {
	isAddr := func(o ir.Operand) bool { return o.Kind == ir.KindGlobal || o.Kind == ir.KindFunc }
	switch {
	case sameGlobal(x, y):
		return x.Val == y.Val, true
	case x.Kind == ir.KindFunc && y.Kind == ir.KindFunc:
		return x.Func == y.Func, true
	case isAddr(x) && y.IsConst(0), isAddr(y) && x.IsConst(0):
		// An offset could only bring an address to null by leaving its object.
		return false, true
	}
	return false, false
}

func bit(b bool) ir.Operand {
	if b {
		return ir.K(1, 1)
	}
	return ir.K(1, 0)
}

func foldInt(op ir.BinOp, x, y ir.Operand) (ir.Operand, bool) {
	w := x.Width
	if w <= 64 {
		return foldSmall(op, w, x.Val.Lo, y.Val.Lo)
	}
	a, b := x.Val.Big(), y.Val.Big()
	sa, sb := x.Val.SignedBig(w), y.Val.SignedBig(w)
	count := uint(y.Val.Lo) % uint(w)
	r := new(big.Int)
	switch op {
	case ir.Add:
		r.Add(a, b)
	case ir.Sub:
		r.Sub(a, b)
	case ir.Mul:
		r.Mul(a, b)
	case ir.UDiv, ir.URem, ir.SDiv, ir.SRem:
		if b.Sign() == 0 || (op == ir.SDiv || op == ir.SRem) && sb.IsInt64() && sb.Int64() == -1 {
			return ir.Operand{}, false
		}
		switch op {
		case ir.UDiv:
			r.Quo(a, b)
		case ir.URem:
			r.Rem(a, b)
		case ir.SDiv:
			r.Quo(sa, sb)
		default:
			r.Rem(sa, sb)
		}
	case ir.And:
		r.And(a, b)
	case ir.Or:
		r.Or(a, b)
	case ir.Xor:
		r.Xor(a, b)
	case ir.Shl:
		r.Lsh(a, count)
	case ir.LShr:
		r.Rsh(a, count)
	case ir.AShr:
		r.Rsh(sa, count)
	case ir.Eq:
		return bit(a.Cmp(b) == 0), true
	case ir.Ne:
		return bit(a.Cmp(b) != 0), true
	case ir.ULt:
		return bit(a.Cmp(b) < 0), true
	case ir.ULe:
		return bit(a.Cmp(b) <= 0), true
	case ir.SLt:
		return bit(sa.Cmp(sb) < 0), true
	case ir.SLe:
		return bit(sa.Cmp(sb) <= 0), true
	default:
		return ir.Operand{}, false
	}
	return ir.KConst(w, ir.ConstFromBig(w, r)), true
}

func foldSmall(op ir.BinOp, w int, a, b uint64) (ir.Operand, bool) {
	sa, sb := signed(a, w), signed(b, w)
	k := func(v uint64) (ir.Operand, bool) { return ir.K(w, v), true }
	if w&(w-1) != 0 && (op == ir.Shl || op == ir.LShr || op == ir.AShr) {
		return ir.Operand{}, false
	}
	count := b % uint64(w)
	switch op {
	case ir.Add:
		return k(a + b)
	case ir.Sub:
		return k(a - b)
	case ir.Mul:
		return k(a * b)
	case ir.UDiv, ir.URem, ir.SDiv, ir.SRem:
		if b == 0 || (op == ir.SDiv || op == ir.SRem) && sb == -1 && sa == math.MinInt64>>(64-w) {
			return ir.Operand{}, false
		}
		switch op {
		case ir.UDiv:
			return k(a / b)
		case ir.URem:
			return k(a % b)
		case ir.SDiv:
			return k(uint64(sa / sb))
		}
		return k(uint64(sa % sb))
	case ir.And:
		return k(a & b)
	case ir.Or:
		return k(a | b)
	case ir.Xor:
		return k(a ^ b)
	case ir.Shl:
		return k(a << count)
	case ir.LShr:
		return k(a >> count)
	case ir.AShr:
		return k(uint64(sa >> count))
	case ir.Eq:
		return bit(a == b), true
	case ir.Ne:
		return bit(a != b), true
	case ir.ULt:
		return bit(a < b), true
	case ir.ULe:
		return bit(a <= b), true
	case ir.SLt:
		return bit(sa < sb), true
	case ir.SLe:
		return bit(sa <= sb), true
	}
	return ir.Operand{}, false
}

// signed reads the low w bits as a two's-complement number.
func signed(v uint64, w int) int64 { return int64(v<<(64-w)) >> (64 - w) }

func floatOf(o ir.Operand) float64 {
	if o.Width == 32 {
		return float64(math.Float32frombits(uint32(o.Val.Lo)))
	}
	return math.Float64frombits(o.Val.Lo)
}

func floatConst(w int, v float64) ir.Operand {
	if w == 32 {
		return ir.K(32, uint64(math.Float32bits(float32(v))))
	}
	return ir.K(64, math.Float64bits(v))
}

func foldFloat(op ir.BinOp, x, y ir.Operand) (ir.Operand, bool) {
	a, b := floatOf(x), floatOf(y)
	switch op {
	case ir.FEq:
		return bit(a == b), true
	case ir.FNe:
		return bit(a != b), true
	case ir.FLt:
		return bit(a < b), true
	case ir.FLe:
		return bit(a <= b), true
	}
	// float32 arithmetic in float64 and one rounding at the end is exact for these four operations. A NaN result is left
	// alone: its bits are not ours to choose.
	var r float64
	switch op {
	case ir.FAdd:
		r = a + b
	case ir.FSub:
		r = a - b
	case ir.FMul:
		r = a * b
	case ir.FDiv:
		r = a / b
	default:
		return ir.Operand{}, false
	}
	if math.IsNaN(r) {
		return ir.Operand{}, false
	}
	return floatConst(x.Width, r), true
}

// foldUnary computes op x for a constant x; d is the width of the result.
func foldUnary(op ir.UnOp, x ir.Operand, d int) (ir.Operand, bool) {
	if (op == ir.ZExt || op == ir.SExt || op == ir.Trunc) && x.Width == d {
		return x, true
	}
	if x.Kind != ir.KindConst {
		return ir.Operand{}, false
	}
	switch op {
	case ir.Not:
		return foldInt(ir.Xor, x, ir.KConst(d, ir.Const{Lo: math.MaxUint64, Hi: math.MaxUint64}))
	case ir.Neg:
		return foldInt(ir.Sub, ir.K(d, 0), x)
	case ir.ZExt, ir.Trunc, ir.PtrToInt:
		return ir.KConst(d, x.Val), true
	case ir.SExt:
		return ir.KConst(d, ir.ConstFromBig(d, x.Val.SignedBig(x.Width))), true
	case ir.FNeg:
		return foldInt(ir.Xor, x, ir.KConst(d, ir.ConstFromBig(d, new(big.Int).Lsh(big.NewInt(1), uint(d-1)))))
	case ir.FToF:
		if v := floatOf(x); !math.IsNaN(v) {
			return floatConst(d, v), true
		}
	case ir.SToF:
		return intToFloat(x.Val.SignedBig(x.Width), d), true
	case ir.UToF:
		return intToFloat(x.Val.Big(), d), true
	case ir.FToS, ir.FToU:
		v := math.Trunc(floatOf(x))
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return ir.Operand{}, false
		}
		n, _ := big.NewFloat(v).Int(nil)
		k := ir.KConst(d, ir.ConstFromBig(d, n))
		back := k.Val.Big()
		if op == ir.FToS {
			back = k.Val.SignedBig(d)
		}
		if back.Cmp(n) == 0 {
			return k, true
		}
	}
	return ir.Operand{}, false
}

// intToFloat rounds once, to the width asked for.
func intToFloat(n *big.Int, w int) ir.Operand {
	f := new(big.Float).SetInt(n)
	if w == 32 {
		v, _ := f.Float32()
		return ir.K(32, uint64(math.Float32bits(v)))
	}
	v, _ := f.Float64()
	return ir.K(64, math.Float64bits(v))
}
