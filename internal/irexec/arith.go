package irexec

import (
	"math"
	"math/big"
	"math/bits"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Arithmetic on bit-vectors. Widths up to 64 stay in one machine word, since nearly all values of C programs do; wider
// ones go through math/big, which is slow and obviously right. The third result of the evaluators tells whether the
// operation was valid (docs/assumptions.md has the table).

func mask(w uint8) uint64 {
	if w >= 64 {
		return ^uint64(0)
	}
	return 1<<w - 1
}

func sext(x uint64, w uint8) int64 {
	if w >= 64 {
		return int64(x)
	}
	s := 64 - w
	return int64(x<<s) >> s
}

func b2u(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// exact64 evaluates an operation whose result has to fit: an address with a signed offset added or subtracted, or the product of two signed numbers.
func exact64(op ir.BinOp, x, y uint64, w uint8) (uint64, bool) {
	if op == ir.Mul {
		a, b := sext(x, w), sext(y, w)
		most := uint64(1)<<(w-1) - 1
		if (a < 0) != (b < 0) {
			most++
		}
		hi, lo := bits.Mul64(magnitude(a), magnitude(b))
		return (x * y) & mask(w), hi == 0 && lo <= most
	}
	off := sext(y, w)
	up := (off >= 0) == (op == ir.Add)
	by := magnitude(off)
	if up {
		return (x + by) & mask(w), by <= mask(w)-x
	}
	return (x - by) & mask(w), by <= x
}

// magnitude is a number without its sign.
func magnitude(a int64) uint64 {
	if a < 0 {
		return -uint64(a)
	}
	return uint64(a)
}

// binary64 evaluates an operation whose operands have at most 64 bits.
func binary64(op ir.BinOp, x, y uint64, w uint8) (uint64, bool) {
	switch op {
	case ir.Add:
		return (x + y) & mask(w), true
	case ir.Sub:
		return (x - y) & mask(w), true
	case ir.Mul:
		return (x * y) & mask(w), true
	case ir.UDiv:
		if y == 0 {
			return 0, false
		}
		return x / y, true
	case ir.URem:
		if y == 0 {
			return 0, false
		}
		return x % y, true
	case ir.SDiv, ir.SRem:
		a, b := sext(x, w), sext(y, w)
		if b == 0 || b == -1 && x == 1<<(w-1) {
			return 0, false
		}
		if op == ir.SDiv {
			return uint64(a/b) & mask(w), true
		}
		return uint64(a%b) & mask(w), true
	case ir.And:
		return x & y, true
	case ir.Or:
		return x | y, true
	case ir.Xor:
		return x ^ y, true
	case ir.Shl:
		n := shiftCount(y, w)
		return (x << n) & mask(w), true
	case ir.LShr:
		return x >> shiftCount(y, w), true
	case ir.AShr:
		return uint64(sext(x, w)>>shiftCount(y, w)) & mask(w), true
	case ir.Eq:
		return b2u(x == y), true
	case ir.Ne:
		return b2u(x != y), true
	case ir.ULt:
		return b2u(x < y), true
	case ir.ULe:
		return b2u(x <= y), true
	case ir.SLt:
		return b2u(sext(x, w) < sext(y, w)), true
	case ir.SLe:
		return b2u(sext(x, w) <= sext(y, w)), true
	}
	return floatBinary(op, x, y, w), true
}

// shiftCount masks a shift count: modulo the width where that is a power of two. Other widths do not come from C; a
// count of the width or more shifts everything out there.
func shiftCount(y uint64, w uint8) uint64 {
	if w&(w-1) == 0 {
		return y & uint64(w-1)
	}
	if y > 127 {
		return 127
	}
	return y
}

func floatBinary(op ir.BinOp, x, y uint64, w uint8) uint64 {
	if w == 32 {
		bits := func(f float32) uint64 { return uint64(math.Float32bits(f)) }
		return floatOp(op, math.Float32frombits(uint32(x)), math.Float32frombits(uint32(y)), bits)
	}
	return floatOp(op, math.Float64frombits(x), math.Float64frombits(y), math.Float64bits)
}

func floatOp[F float32 | float64](op ir.BinOp, a, b F, bits func(F) uint64) uint64 {
	switch op {
	case ir.FEq:
		return b2u(a == b)
	case ir.FNe:
		return b2u(a != b)
	case ir.FLt:
		return b2u(a < b)
	case ir.FLe:
		return b2u(a <= b)
	case ir.FAdd:
		return bits(a + b)
	case ir.FSub:
		return bits(a - b)
	case ir.FMul:
		return bits(a * b)
	case ir.FDiv:
		return bits(a / b)
	}
	return bits(F(math.Mod(float64(a), float64(b))))
}

// binaryWide evaluates an operation on 65 to 128 bits.
func binaryWide(op ir.BinOp, x, y ir.Const, w uint8) (ir.Const, bool) {
	n := int(w)
	truth := func(b bool) (ir.Const, bool) { return ir.Const{Lo: b2u(b)}, true }
	num := func(b *big.Int) (ir.Const, bool) { return ir.ConstFromBig(n, b), true }
	ux, uy := x.Big(), y.Big()
	sx, sy := x.SignedBig(n), y.SignedBig(n)
	z := new(big.Int)
	switch op {
	case ir.Add:
		return num(z.Add(ux, uy))
	case ir.Sub:
		return num(z.Sub(ux, uy))
	case ir.Mul:
		return num(z.Mul(ux, uy))
	case ir.UDiv, ir.URem:
		if uy.Sign() == 0 {
			return ir.Const{}, false
		}
		if op == ir.UDiv {
			return num(z.Quo(ux, uy))
		}
		return num(z.Rem(ux, uy))
	case ir.SDiv, ir.SRem:
		least := new(big.Int).Neg(new(big.Int).Lsh(big.NewInt(1), uint(n-1)))
		if sy.Sign() == 0 || sy.Cmp(big.NewInt(-1)) == 0 && sx.Cmp(least) == 0 {
			return ir.Const{}, false
		}
		if op == ir.SDiv {
			return num(z.Quo(sx, sy))
		}
		return num(z.Rem(sx, sy))
	case ir.And:
		return ir.Const{Lo: x.Lo & y.Lo, Hi: x.Hi & y.Hi}, true
	case ir.Or:
		return ir.Const{Lo: x.Lo | y.Lo, Hi: x.Hi | y.Hi}, true
	case ir.Xor:
		return ir.Const{Lo: x.Lo ^ y.Lo, Hi: x.Hi ^ y.Hi}, true
	case ir.Shl:
		return num(z.Lsh(ux, uint(shiftCount(y.Lo, w))))
	case ir.LShr:
		return num(z.Rsh(ux, uint(shiftCount(y.Lo, w))))
	case ir.AShr:
		return num(z.Rsh(sx, uint(shiftCount(y.Lo, w))))
	case ir.Eq:
		return truth(x == y)
	case ir.Ne:
		return truth(x != y)
	case ir.ULt:
		return truth(ux.Cmp(uy) < 0)
	case ir.ULe:
		return truth(ux.Cmp(uy) <= 0)
	case ir.SLt:
		return truth(sx.Cmp(sy) < 0)
	case ir.SLe:
		return truth(sx.Cmp(sy) <= 0)
	}
	return ir.Const{}, false
}

// unary evaluates an operation from width w to width d.
func unary(op ir.UnOp, x ir.Const, w, d uint8) (ir.Const, bool) {
	switch op {
	case ir.Not:
		return ir.Const{Lo: ^x.Lo, Hi: ^x.Hi}.Truncate(int(w)), true
	case ir.Neg:
		lo, borrow := bits.Sub64(0, x.Lo, 0)
		hi, _ := bits.Sub64(0, x.Hi, borrow)
		return ir.Const{Lo: lo, Hi: hi}.Truncate(int(w)), true
	case ir.ZExt, ir.PtrToInt:
		return x, true
	case ir.Trunc:
		return x.Truncate(int(d)), true
	case ir.SExt:
		if w > 64 {
			return ir.ConstFromBig(int(d), x.SignedBig(int(w))), true
		}
		return ir.SignedConst(int(d), sext(x.Lo, w)), true
	case ir.FNeg:
		return ir.Const{Lo: x.Lo ^ 1<<(w-1)}, true
	case ir.FSqrt:
		return floatConst(math.Sqrt(floatOf(x.Lo, w)), d), true
	case ir.SToF:
		return intToFloat(x.SignedBig(int(w)), d), true
	case ir.UToF:
		return intToFloat(x.Big(), d), true
	case ir.FToF:
		return floatConst(floatOf(x.Lo, w), d), true
	}
	return floatToInt(op == ir.FToS, floatOf(x.Lo, w), d)
}

func floatOf(x uint64, w uint8) float64 {
	if w == 32 {
		return float64(math.Float32frombits(uint32(x)))
	}
	return math.Float64frombits(x)
}

func floatConst(f float64, d uint8) ir.Const {
	if d == 32 {
		return ir.Const{Lo: uint64(math.Float32bits(float32(f)))}
	}
	return ir.Const{Lo: math.Float64bits(f)}
}

// intToFloat rounds once, to nearest even; big.Float does so for any size.
func intToFloat(n *big.Int, d uint8) ir.Const {
	if n.IsInt64() && d == 64 {
		return ir.Const{Lo: math.Float64bits(float64(n.Int64()))}
	}
	f := new(big.Float).SetPrec(256).SetInt(n)
	if d == 32 {
		r, _ := f.Float32()
		return ir.Const{Lo: uint64(math.Float32bits(r))}
	}
	r, _ := f.Float64()
	return ir.Const{Lo: math.Float64bits(r)}
}

func floatToInt(signed bool, f float64, d uint8) (ir.Const, bool) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return ir.Const{}, false
	}
	f = math.Trunc(f)
	n, _ := new(big.Float).SetFloat64(f).Int(nil)
	lo, hi := new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(d))
	if signed {
		hi.Rsh(hi, 1)
		lo.Neg(hi)
	}
	if n.Cmp(lo) < 0 || n.Cmp(hi) >= 0 {
		return ir.Const{}, false
	}
	return ir.ConstFromBig(int(d), n), true
}

// modify evaluates the operation of an RMW on at most 64 bits.
func modify(op ir.RMWOp, old, v uint64, w uint8) uint64 {
	switch op {
	case ir.RMWXchg:
		return v
	case ir.RMWAdd:
		return (old + v) & mask(w)
	case ir.RMWSub:
		return (old - v) & mask(w)
	case ir.RMWAnd:
		return old & v
	case ir.RMWOr:
		return old | v
	case ir.RMWXor:
		return old ^ v
	case ir.RMWNand:
		return ^(old & v) & mask(w)
	case ir.RMWSMax:
		if sext(old, w) > sext(v, w) {
			return old
		}
		return v
	case ir.RMWSMin:
		if sext(old, w) < sext(v, w) {
			return old
		}
		return v
	case ir.RMWUMax:
		return max(old, v)
	}
	return min(old, v)
}

// modifyWide is modify for 65 to 128 bits.
func modifyWide(op ir.RMWOp, old, v ir.Const, w uint8) ir.Const {
	bin := func(op ir.BinOp) ir.Const {
		r, _ := binaryWide(op, old, v, w)
		return r
	}
	pick := func(less ir.BinOp, small bool) ir.Const {
		if (bin(less).Lo == 1) == small {
			return old
		}
		return v
	}
	switch op {
	case ir.RMWXchg:
		return v
	case ir.RMWAdd:
		return bin(ir.Add)
	case ir.RMWSub:
		return bin(ir.Sub)
	case ir.RMWAnd:
		return bin(ir.And)
	case ir.RMWOr:
		return bin(ir.Or)
	case ir.RMWXor:
		return bin(ir.Xor)
	case ir.RMWNand:
		r, _ := unary(ir.Not, bin(ir.And), w, w)
		return r
	case ir.RMWSMax:
		return pick(ir.SLt, false)
	case ir.RMWSMin:
		return pick(ir.SLt, true)
	case ir.RMWUMax:
		return pick(ir.ULt, false)
	}
	return pick(ir.ULt, true)
}

// shiftRight drops the lowest bits of a constant.
func shiftRight(c ir.Const, by uint) ir.Const {
	if by >= 64 {
		return ir.Const{Lo: c.Hi >> (by - 64)}
	}
	return ir.Const{Lo: c.Lo>>by | c.Hi<<(64-by), Hi: c.Hi >> by}
}
