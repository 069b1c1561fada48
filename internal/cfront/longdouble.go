package cfront

import (
	"math/big"
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
)

// long double where it is the x87's: a sign, 15 bits of exponent and 64 of significand, in the first ten bytes of an
// object. The IR computes with 32 and 64 bits only. A double in its place would be unsound: it rounds where a long double
// does not. So what is exact is computed on the bits: copies, comparisons, signs, conversions from integers and
// doubles, and to them where nothing is rounded. Sums, products and quotients are those of doubles where both operands
// and the result are doubles exactly, which the long double is then, too. Executions that round are UNKNOWN.
//
// A value is the address of an object that nobody writes to, or of a constant.

// x87 is a long double in parts. Where the significand is 0 so is the number; its first bit is there otherwise.
type x87 struct{ sign, exp, man ir.Operand } // 1, 15 and 64 bits

const (
	x87Bias    = 16383
	doubleBias = 1023
)

func isLongDouble(t ctype) bool {
	return t.k == kOther && t.cc != nil && t.cc.VectorSize() <= 0 && t.cc.Kind() == cc.LongDouble
}

// longDoubles reports whether x op y is computed with long doubles, and gives their type.
func longDoubles(x, y ctype) (ctype, bool) {
	switch {
	case isLongDouble(x) && (isLongDouble(y) || y.arithmetic()):
		return x, true
	case isLongDouble(y) && x.arithmetic():
		return y, true
	}
	return ctype{}, false
}

// copyLong copies the ten bytes that count.
func (f *fn) copyLong(dst, src lval) {
	for _, l := range []leaf{{off: 0, size: 8}, {off: 8, size: 2}} {
		off := ir.K(f.c.pw, uint64(l.off))
		v := f.leafLoad(f.part(src, off, l.t, l), l.size)
		f.emit(&ir.Store{Mem: f.mem(f.part(dst, off, l.t, l), l.size), Val: v})
	}
}

// parts takes a value apart.
func (f *fn) parts(v value) x87 {
	switch {
	case v.t.k == kInt:
		x := f.resize(v.op, max(64, v.op.Width), v.t.signed)
		sign := ir.K(1, 0)
		if v.t.signed {
			sign = f.binary(ir.SLt, x, ir.K(x.Width, 0))
			x = f.ite(sign, f.unary(ir.Neg, x, x.Width), x)
		}
		if x.Width > 64 {
			high := f.extract(x, 64, x.Width-64)
			f.need(f.binary(ir.Eq, high, ir.K(high.Width, 0)), "conversion of a large __int128 to long double")
			x = f.extract(x, 0, 64)
		}
		return f.normal(sign, x, x87Bias+63)
	case v.t.k == kFloat:
		d := f.convert(v, ctype{k: kFloat, w: 64}).op
		sign, exp, frac := f.extract(d, 63, 1), f.extract(d, 52, 11), f.concat(f.extract(d, 0, 52), ir.K(12, 0))
		e := f.binary(ir.Add, f.resize(exp, 15, false), ir.K(15, x87Bias-doubleBias))
		e = f.ite(f.binary(ir.Eq, exp, ir.K(11, 2047)), ir.K(15, 0x7fff), e)
		man := f.concat(ir.K(1, 1), f.extract(frac, 1, 63))
		small := f.normal(sign, f.resize(f.extract(d, 0, 52), 64, false), x87Bias-doubleBias+1-52+63)
		tiny := f.binary(ir.Eq, exp, ir.K(11, 0))
		return x87{sign, f.ite(tiny, small.exp, e), f.ite(tiny, small.man, man)}
	}
	if v.op.Kind == ir.KindGlobal {
		if slot := f.c.globals[v.op.Global]; slot.sym == nil && slot.g.Const && len(slot.g.Init) >= 10 && v.op.Val.Lo == 0 {
			at := func(off, n int) (x uint64) {
				for i := n - 1; i >= 0; i-- {
					x = x<<8 | uint64(slot.g.Init[off+i])
				}
				return x
			}
			return x87{ir.K(1, at(8, 2)>>15), ir.K(15, at(8, 2)&0x7fff), ir.K(64, at(0, 8))}
		}
	}
	if f.isConst() {
		f.unsupported(nil, "static initializer that is no constant")
		return x87{ir.K(1, 0), ir.K(15, 0), ir.K(64, 0)}
	}
	load := func(off, n int64) ir.Operand {
		return f.leafLoad(lval{t: v.t, reg: ir.NoReg, addr: f.addr(v.op, off)}, n)
	}
	hi, man := load(8, 2), load(0, 8)
	x := x87{f.extract(hi, 15, 1), f.extract(hi, 0, 15), man}
	first := f.extract(man, 63, 1)
	f.need(f.binary(ir.Eq, f.binary(ir.Ne, x.exp, ir.K(15, 0)), first), "a long double with bits that no number has")
	return x
}

// normal is man * 2^(exp-bias-63) with its first bit in front.
func (f *fn) normal(sign, man ir.Operand, exp uint64) x87 {
	e := ir.K(15, exp)
	zero := f.binary(ir.Eq, man, ir.K(64, 0))
	for s := 32; s > 0; s /= 2 {
		short := f.binary(ir.Eq, f.extract(man, 64-s, s), ir.K(s, 0))
		man = f.ite(short, f.binary(ir.Shl, man, ir.K(64, uint64(s))), man)
		e = f.ite(short, f.binary(ir.Sub, e, ir.K(15, uint64(s))), e)
	}
	return x87{sign, f.ite(zero, ir.K(15, 0), e), man}
}

// longValue puts a value together.
func (f *fn) longValue(x x87, t ctype) value {
	hi := f.concat(x.sign, x.exp)
	if hi.Kind == ir.KindConst && x.man.Kind == ir.KindConst {
		data := make([]byte, f.u.size(t))
		for i := range 8 {
			data[i] = byte(x.man.Val.Lo >> (8 * i))
		}
		data[8], data[9] = byte(hi.Val.Lo), byte(hi.Val.Lo>>8)
		return value{op: ir.G(f.c.str(data, 16), 0, f.c.pw), t: t}
	}
	if f.isConst() {
		return f.undefined(nil, t, "static initializer that is no constant")
	}
	p := f.temp(t, "long double")
	at := func(off int64) lval { return lval{t: t, reg: ir.NoReg, addr: f.addr(p, off)} }
	f.emit(&ir.Store{Mem: f.mem(at(0), 8), Val: x.man})
	f.emit(&ir.Store{Mem: f.mem(at(8), 2), Val: hi})
	return value{op: p, t: t}
}

// longLiteral reads a literal with the suffix l.
func (f *fn) longLiteral(e cc.Node, text string, t ctype) value {
	digits := strings.ReplaceAll(strings.TrimSuffix(text, "l"), "'", "")
	b, _, err := big.ParseFloat(digits, 0, 64, big.ToNearestEven)
	if err != nil || b.IsInf() || b.MantExp(nil) > x87Bias+1 || b.MantExp(nil) < -x87Bias {
		return f.undefined(e, t, "floating literal "+text)
	}
	// ParseFloat rounds twice; a fraction is exact, and small enough now.
	if r, ok := new(big.Rat).SetString(digits); ok {
		b = new(big.Float).SetPrec(64).SetRat(r)
	}
	x := x87{ir.K(1, 0), ir.K(15, 0), ir.K(64, 0)}
	if b.Sign() != 0 {
		m := new(big.Float)
		exp := b.MantExp(m) // 0.5 <= m < 1
		man, _ := m.SetMantExp(m, 64).Uint64()
		if exp = exp - 1 + x87Bias; exp <= 0 || exp >= 0x7fff {
			return f.undefined(e, t, "floating literal "+text)
		}
		x.exp, x.man = ir.K(15, uint64(exp)), ir.K(64, man)
	}
	return f.longValue(x, t)
}

// need makes the executions UNKNOWN in which a condition does not hold.
func (f *fn) need(c ir.Operand, what string) {
	if c.IsConst(1) {
		return
	}
	if f.isConst() {
		f.unsupported(nil, what)
		return
	}
	no, yes := f.newBlock("rounded"), f.newBlock("exact")
	f.branch(c, yes, no)
	f.begin(no)
	f.emit(&ir.Unsupported{What: what})
	f.begin(yes)
}

func (f *fn) allOf(first ir.Operand, more ...ir.Operand) ir.Operand {
	for _, c := range more {
		first = f.binary(ir.And, first, c)
	}
	return first
}

func (f *fn) within(x ir.Operand, lo, hi uint64) ir.Operand {
	return f.allOf(f.binary(ir.ULe, ir.K(x.Width, lo), x), f.binary(ir.ULe, x, ir.K(x.Width, hi)))
}

// fromLong converts a long double to a number of another type.
func (f *fn) fromLong(v value, t ctype) value {
	x := f.parts(v)
	if t.k == kFloat {
		return f.convert(value{op: f.exactDouble(x, t.w), t: ctype{k: kFloat, w: 64}}, t)
	}
	// The part before the point.
	one := f.binary(ir.ULe, ir.K(15, x87Bias), x.exp)
	count := f.resize(f.binary(ir.Sub, ir.K(15, x87Bias+63), x.exp), 64, false)
	mag := f.ite(one, f.binary(ir.LShr, x.man, f.binary(ir.And, count, ir.K(64, 63))), ir.K(64, 0))
	fits := f.binary(ir.ULe, x.exp, ir.K(15, x87Bias+63))
	negative := f.binary(ir.And, x.sign, f.binary(ir.Ne, mag, ir.K(64, 0)))
	w := min(t.w, 64)
	switch {
	case t.signed && t.w <= 64:
		most := ir.K(64, 1<<(w-1)-1)
		limit := f.binary(ir.Add, most, f.resize(x.sign, 64, false))
		fits = f.allOf(fits, f.binary(ir.ULe, mag, limit))
	case !t.signed:
		fits = f.allOf(fits, f.binary(ir.Eq, negative, ir.K(1, 0)))
		if w < 64 {
			fits = f.allOf(fits, f.binary(ir.ULe, mag, ir.K(64, 1<<w-1)))
		}
	}
	f.need(fits, "conversion of a long double to an integer type that does not hold it")
	r := f.resize(mag, max(64, t.w), false)
	r = f.ite(negative, f.unary(ir.Neg, r, r.Width), r)
	return value{op: f.resize(r, t.w, false), t: t}
}

// exactDouble is a long double as a double that it is exactly, with the precision of w bits.
func (f *fn) exactDouble(x x87, w int) ir.Operand {
	bias, low := uint64(doubleBias), 11
	if w == 32 {
		bias, low = 127, 40
	}
	zero := f.allOf(f.binary(ir.Eq, x.man, ir.K(64, 0)), f.binary(ir.Eq, x.exp, ir.K(15, 0)))
	special := f.binary(ir.Eq, x.exp, ir.K(15, 0x7fff))
	fits := f.binary(ir.Or, special, f.within(x.exp, x87Bias-bias+1, x87Bias+bias))
	exact := f.allOf(fits, f.binary(ir.Eq, f.extract(x.man, 0, low), ir.K(low, 0)))
	f.need(f.binary(ir.Or, zero, exact), "a long double that is no double: rounding it is not supported")
	exp := f.extract(f.binary(ir.Sub, x.exp, ir.K(15, x87Bias-doubleBias)), 0, 11)
	exp = f.ite(special, ir.K(11, 2047), f.ite(zero, ir.K(11, 0), exp))
	return f.concat(x.sign, f.concat(exp, f.extract(x.man, 11, 52)))
}

// longCompare is compare for long doubles.
func (f *fn) longCompare(op ir.BinOp, v, w value) ir.Operand {
	x, y := f.parts(v), f.parts(w)
	number := func(x x87) ir.Operand {
		infinite := f.binary(ir.Eq, f.extract(x.man, 0, 63), ir.K(63, 0))
		return f.binary(ir.Or, f.binary(ir.Ne, x.exp, ir.K(15, 0x7fff)), infinite)
	}
	numbers := f.allOf(number(x), number(y))
	mx, my := f.concat(x.exp, x.man), f.concat(y.exp, y.man)
	zeros := f.binary(ir.Eq, f.binary(ir.Or, mx, my), ir.K(79, 0))
	same := f.allOf(f.binary(ir.Eq, x.sign, y.sign), f.binary(ir.Eq, mx, my))
	eq := f.allOf(numbers, f.binary(ir.Or, zeros, same))
	if op == ir.Eq {
		return eq
	}
	if op == ir.Ne {
		return f.binary(ir.Xor, eq, ir.K(1, 1))
	}
	both := f.ite(x.sign, f.binary(ir.ULt, my, mx), f.binary(ir.ULt, mx, my))
	less := f.ite(f.binary(ir.Eq, x.sign, y.sign), both, x.sign)
	lt := f.allOf(numbers, f.binary(ir.Xor, zeros, ir.K(1, 1)), less)
	if op == ir.ULt {
		return lt
	}
	return f.binary(ir.Or, lt, eq)
}

// longArithmetic is x op y where operands and result are doubles.
func (f *fn) longArithmetic(e cc.Node, op ir.BinOp, v, w value, t ctype) value {
	defer f.setPos(f.at(e))
	a, b := f.exactDouble(f.parts(v), 64), f.exactDouble(f.parts(w), 64)
	do := func(op ir.BinOp, x, y ir.Operand) ir.Operand { return f.binary(op, x, y) }
	// The product of two numbers with 26 bits has 52.
	short := func(x ir.Operand) ir.Operand { return f.binary(ir.Eq, f.extract(x, 0, 27), ir.K(27, 0)) }
	// The smallest normal number may come from rounding up what is below.
	middle := func(x ir.Operand) ir.Operand { return f.within(f.extract(x, 52, 11), 2, 2046) }
	zero := func(x ir.Operand) ir.Operand { return f.binary(ir.FEq, x, ir.K(64, 0)) }
	var r, exact ir.Operand
	switch op {
	case ir.Sub, ir.Add:
		if op == ir.Sub {
			b = f.unary(ir.FNeg, b, 64)
		}
		// What the sum leaves over, by Knuth's TwoSum; it is no number where the sum is none.
		r = do(ir.FAdd, a, b)
		bb := do(ir.FSub, r, a)
		exact = zero(do(ir.FAdd, do(ir.FSub, a, do(ir.FSub, r, bb)), do(ir.FSub, b, bb)))
	case ir.Mul:
		r = do(ir.FMul, a, b)
		none := f.allOf(f.binary(ir.Or, zero(a), zero(b)), zero(r))
		exact = f.binary(ir.Or, none, f.allOf(short(a), short(b), middle(r)))
	case ir.UDiv:
		r = do(ir.FDiv, a, b)
		exact = f.allOf(short(r), short(b), middle(r), middle(a), f.binary(ir.FEq, do(ir.FMul, r, b), a))
		exact = f.binary(ir.Or, exact, f.allOf(zero(a), middle(b)))
	default:
		return f.undefined(e, t, "bit operation on floating numbers")
	}
	f.need(exact, "arithmetic with long double that rounds")
	return f.longValue(f.parts(value{op: r, t: ctype{k: kFloat, w: 64}}), t)
}
