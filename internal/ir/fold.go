package ir

import (
	"math"
	"math/big"
)

// Constant folding, for those who make instructions: the front end, which lowers constant expressions like any others and needs
// no evaluator beside this, and the passes that propagate constants. An operation that would be invalid (division by zero) is
// never folded: it stays an instruction, and execution decides. The interpreter has its own arithmetic: neither could
// check the other if they shared it.

// FoldBinary computes x op y if both are constants, or if the result is plain from the operands.
func FoldBinary(op BinOp, x, y Operand) (Operand, bool) {
	if x.Kind == KindConst && y.Kind == KindConst {
		if op.IsFloat() {
			return foldFloat(op, x, y)
		}
		return FoldInt(op, x, y)
	}
	switch op {
	case Add:
		switch {
		case y.IsConst(0):
			return x, true
		case x.IsConst(0):
			return y, true
		case x.Kind == KindGlobal && y.Kind == KindConst:
			return addOffset(x, y), true
		case y.Kind == KindGlobal && x.Kind == KindConst:
			return addOffset(y, x), true
		}
	case Sub:
		switch {
		case y.IsConst(0):
			return x, true
		case x.Kind == KindGlobal && y.Kind == KindConst:
			n, _ := FoldInt(Sub, K(y.Width, 0), y)
			return addOffset(x, n), true
		case SameGlobal(x, y):
			return FoldInt(Sub, KConst(x.Width, x.Val), KConst(y.Width, y.Val))
		}
	case Mul:
		switch {
		case y.IsConst(1):
			return x, true
		case x.IsConst(1):
			return y, true
		}
	case Or, Xor, Shl, LShr, AShr:
		if y.IsConst(0) {
			return x, true
		}
	case Eq, Ne:
		if eq, ok := sameAddress(x, y); ok {
			return Bit(eq == (op == Eq)), true
		}
	}
	return Operand{}, false
}

func addOffset(g, k Operand) Operand {
	s, _ := FoldInt(Add, KConst(g.Width, g.Val), k)
	g.Val = s.Val
	return g
}

// SameGlobal reports whether two operands are addresses of one global.
func SameGlobal(x, y Operand) bool {
	return x.Kind == KindGlobal && y.Kind == KindGlobal && x.Global == y.Global
}

// sameAddress compares two addresses where the answer does not depend on where objects lie. An address just past the end of
// one object never is the start of another: guard gaps lie between them.
func sameAddress(x, y Operand) (eq, ok bool) {
	isAddr := func(o Operand) bool { return o.Kind == KindGlobal || o.Kind == KindFunc }
	switch {
	case SameGlobal(x, y):
		return x.Val == y.Val, true
	case x.Kind == KindFunc && y.Kind == KindFunc:
		return x.Func == y.Func, true
	case isAddr(x) && y.IsConst(0), isAddr(y) && x.IsConst(0):
		// An offset could only bring an address to null by leaving its object.
		return false, true
	}
	return false, false
}

// Bit is a constant of width 1.
func Bit(b bool) Operand {
	if b {
		return K(1, 1)
	}
	return K(1, 0)
}

// FoldInt computes x op y for integer constants.
func FoldInt(op BinOp, x, y Operand) (Operand, bool) {
	w := x.Width
	if w <= 64 {
		return foldSmall(op, w, x.Val.Lo, y.Val.Lo)
	}
	a, b := x.Val.Big(), y.Val.Big()
	sa, sb := x.Val.SignedBig(w), y.Val.SignedBig(w)
	count := uint(y.Val.Lo) % uint(w)
	r := new(big.Int)
	switch op {
	case Add:
		r.Add(a, b)
	case Sub:
		r.Sub(a, b)
	case Mul:
		r.Mul(a, b)
	case UDiv, URem, SDiv, SRem:
		if b.Sign() == 0 || (op == SDiv || op == SRem) && sb.IsInt64() && sb.Int64() == -1 {
			return Operand{}, false
		}
		switch op {
		case UDiv:
			r.Quo(a, b)
		case URem:
			r.Rem(a, b)
		case SDiv:
			r.Quo(sa, sb)
		default:
			r.Rem(sa, sb)
		}
	case And:
		r.And(a, b)
	case Or:
		r.Or(a, b)
	case Xor:
		r.Xor(a, b)
	case Shl:
		r.Lsh(a, count)
	case LShr:
		r.Rsh(a, count)
	case AShr:
		r.Rsh(sa, count)
	case Eq:
		return Bit(a.Cmp(b) == 0), true
	case Ne:
		return Bit(a.Cmp(b) != 0), true
	case ULt:
		return Bit(a.Cmp(b) < 0), true
	case ULe:
		return Bit(a.Cmp(b) <= 0), true
	case SLt:
		return Bit(sa.Cmp(sb) < 0), true
	case SLe:
		return Bit(sa.Cmp(sb) <= 0), true
	default:
		return Operand{}, false
	}
	return KConst(w, ConstFromBig(w, r)), true
}

func foldSmall(op BinOp, w int, a, b uint64) (Operand, bool) {
	sa, sb := signed(a, w), signed(b, w)
	k := func(v uint64) (Operand, bool) { return K(w, v), true }
	if w&(w-1) != 0 && (op == Shl || op == LShr || op == AShr) {
		return Operand{}, false
	}
	count := b % uint64(w)
	switch op {
	case Add:
		return k(a + b)
	case Sub:
		return k(a - b)
	case Mul:
		return k(a * b)
	case UDiv, URem, SDiv, SRem:
		if b == 0 || (op == SDiv || op == SRem) && sb == -1 && sa == math.MinInt64>>(64-w) {
			return Operand{}, false
		}
		switch op {
		case UDiv:
			return k(a / b)
		case URem:
			return k(a % b)
		case SDiv:
			return k(uint64(sa / sb))
		}
		return k(uint64(sa % sb))
	case And:
		return k(a & b)
	case Or:
		return k(a | b)
	case Xor:
		return k(a ^ b)
	case Shl:
		return k(a << count)
	case LShr:
		return k(a >> count)
	case AShr:
		return k(uint64(sa >> count))
	case Eq:
		return Bit(a == b), true
	case Ne:
		return Bit(a != b), true
	case ULt:
		return Bit(a < b), true
	case ULe:
		return Bit(a <= b), true
	case SLt:
		return Bit(sa < sb), true
	case SLe:
		return Bit(sa <= sb), true
	}
	return Operand{}, false
}

// signed reads the low w bits as a two's-complement number.
func signed(v uint64, w int) int64 { return int64(v<<(64-w)) >> (64 - w) }

func floatOf(o Operand) float64 {
	if o.Width == 32 {
		return float64(math.Float32frombits(uint32(o.Val.Lo)))
	}
	return math.Float64frombits(o.Val.Lo)
}

// FloatConst is a float as bits.
func FloatConst(w int, v float64) Operand {
	if w == 32 {
		return K(32, uint64(math.Float32bits(float32(v))))
	}
	return K(64, math.Float64bits(v))
}

func foldFloat(op BinOp, x, y Operand) (Operand, bool) {
	a, b := floatOf(x), floatOf(y)
	switch op {
	case FEq:
		return Bit(a == b), true
	case FNe:
		return Bit(a != b), true
	case FLt:
		return Bit(a < b), true
	case FLe:
		return Bit(a <= b), true
	}
	// float32 arithmetic in float64 and one rounding at the end is exact for these four operations. A NaN result is left
	// alone: its bits are not ours to choose.
	var r float64
	switch op {
	case FAdd:
		r = a + b
	case FSub:
		r = a - b
	case FMul:
		r = a * b
	case FDiv:
		r = a / b
	default:
		return Operand{}, false
	}
	if math.IsNaN(r) {
		return Operand{}, false
	}
	return FloatConst(x.Width, r), true
}

// FoldUnary computes op x for a constant x; d is the width of the result.
func FoldUnary(op UnOp, x Operand, d int) (Operand, bool) {
	if (op == ZExt || op == SExt || op == Trunc) && x.Width == d {
		return x, true
	}
	if x.Kind != KindConst {
		return Operand{}, false
	}
	switch op {
	case Not:
		return FoldInt(Xor, x, KConst(d, Const{Lo: math.MaxUint64, Hi: math.MaxUint64}))
	case Neg:
		return FoldInt(Sub, K(d, 0), x)
	case ZExt, Trunc, PtrToInt:
		return KConst(d, x.Val), true
	case SExt:
		return KConst(d, ConstFromBig(d, x.Val.SignedBig(x.Width))), true
	case FNeg:
		return FoldInt(Xor, x, KConst(d, ConstFromBig(d, new(big.Int).Lsh(big.NewInt(1), uint(d-1)))))
	case FSqrt:
		// Rounded once: that of a float has an exact enough root as a double.
		if v := math.Sqrt(floatOf(x)); !math.IsNaN(v) {
			return FloatConst(d, v), true
		}
	case FToF:
		if v := floatOf(x); !math.IsNaN(v) {
			return FloatConst(d, v), true
		}
	case SToF:
		return intToFloat(x.Val.SignedBig(x.Width), d), true
	case UToF:
		return intToFloat(x.Val.Big(), d), true
	case FToS, FToU:
		v := math.Trunc(floatOf(x))
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return Operand{}, false
		}
		n, _ := big.NewFloat(v).Int(nil)
		k := KConst(d, ConstFromBig(d, n))
		back := k.Val.Big()
		if op == FToS {
			back = k.Val.SignedBig(d)
		}
		if back.Cmp(n) == 0 {
			return k, true
		}
	}
	return Operand{}, false
}

// intToFloat rounds once, to the width asked for.
func intToFloat(n *big.Int, w int) Operand {
	f := new(big.Float).SetInt(n)
	if w == 32 {
		v, _ := f.Float32()
		return K(32, uint64(math.Float32bits(v)))
	}
	v, _ := f.Float64()
	return K(64, math.Float64bits(v))
}
