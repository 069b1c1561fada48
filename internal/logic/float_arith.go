package logic

// Float arithmetic: sum, product, quotient, square root, remainder. See float.go for the method and for rounding.
//
// Division and square root are the schoolbook digit-by-digit methods, one digit per step, because they need only as
// many steps as the result has bits, each of the significand's width; a general bit-vector division would be of twice
// that width. Products use the term Mul, of twice the width: the solver knows multiplication better than an adder
// tree spelled out here.

import (
	"fmt"
	"slices"
)

// FAdd is the sum, rounded.
func (b *Builder) FAdd(f FloatFormat, x, y Term) Term {
	b.wantFloat("FAdd", f, x, y)
	w := f.Width()
	// The larger magnitude first: then the difference of exponents and of significands is never negative.
	swap := b.ULt(b.Extract(w-2, 0, x), b.Extract(w-2, 0, y))
	x, y = b.Ite(swap, y, x), b.Ite(swap, x, y)
	px, py := b.parts(f, x), b.parts(f, y)
	// Subnormals have the exponent of the least normal numbers, and no hidden bit; no need to normalize.
	expOf := func(p floatParts) Term { return b.Ite(p.expZero, b.BV(f.Exp, 1), p.exp) }
	sigOf := func(p floatParts) Term {
		// One bit above for the carry, three below: guard, round, sticky.
		return b.Concat(b.BV(1, 0), b.Concat(b.FromBool(1, b.Not(p.expZero)), b.Concat(p.frac, b.BV(3, 0))))
	}
	ex, ey := expOf(px), expOf(py)
	dist := b.Sub(ex, ey)
	sx := sigOf(px)
	sy := b.shiftSticky(sigOf(py), dist)
	differ := b.Xor(px.sign, py.sign)
	sum := b.Add(sx, b.Ite(differ, b.Neg(sy), sy))
	n := f.Sig + 4
	ew := f.exponentWidth(n)
	sig, lead := b.normalize(sum, ew)
	exp := b.Sub(b.Add(b.ZExt(ew, ex), b.BVInt(ew, 1-f.bias())), lead)
	r := b.round(f, number{px.sign, exp, sig})
	// An exact zero is positive, unless both operands are negative (zeros).
	r = b.Ite(b.Eq(sum, b.BV(n, 0)), b.signedZero(f, b.And(px.sign, py.sign)), r)
	// The larger one is infinite or NaN if either is.
	r = b.Ite(px.expMax, x, r)
	nan := b.Or(px.nan(b), py.nan(b), b.And(px.inf(b), py.inf(b), differ))
	return b.Ite(nan, b.FNaN(f), r)
}

// FSub is the difference, rounded.
func (b *Builder) FSub(f FloatFormat, x, y Term) Term { return b.FAdd(f, x, b.FNeg(f, y)) }

// exactly reports whether the circuit of an operation is to be built: it is small enough, or all is constant.
func (b *Builder) exactly(f FloatFormat, xs ...Term) bool {
	if f.Sig <= b.opts.MaxFloatSig || b.refining {
		return true
	}
	for _, x := range xs {
		if !b.isConst(x) {
			return false
		}
	}
	return !b.raw
}

// FMul is the product, rounded.
func (b *Builder) FMul(f FloatFormat, x, y Term) Term {
	b.wantFloat("FMul", f, x, y)
	if y < x {
		x, y = y, x
	}
	px, py := b.parts(f, x), b.parts(f, y)
	sign := b.Xor(px.sign, py.sign)
	var r Term
	if b.exactly(f, x, y) {
		ew := f.exponentWidth(2 * f.Sig)
		ux, uy := b.unpack(f, x, ew), b.unpack(f, y, ew)
		p := b.Mul(b.ZExt(2*f.Sig, ux.sig), b.ZExt(2*f.Sig, uy.sig))
		r = b.roundShort(f, sign, b.Add(b.Add(ux.exp, uy.exp), b.BV(ew, 1)), b.pad(p, f.Sig+3))
	} else {
		r = b.approximate("fmul", f, sign, x, y)
	}
	r = b.Ite(b.Or(px.zero(b), py.zero(b)), b.signedZero(f, sign), r)
	r = b.Ite(b.Or(px.expMax, py.expMax), b.signedInf(f, sign), r)
	nan := b.Or(px.nan(b), py.nan(b), b.And(px.inf(b), py.zero(b)), b.And(px.zero(b), py.inf(b)))
	return b.Ite(nan, b.FNaN(f), r)
}

// roundShort rounds a number whose significand may have its leading 1 one place below the top.
func (b *Builder) roundShort(f FloatFormat, sign, exp, sig Term) Term {
	n := b.Width(sig)
	top := b.Bit(sig, n-1)
	sig = b.Ite(top, sig, b.Concat(b.Extract(n-2, 0, sig), b.BV(1, 0)))
	exp = b.Ite(top, exp, b.Sub(exp, b.BV(b.Width(exp), 1)))
	return b.round(f, number{sign, exp, sig})
}

// FDiv is the quotient, rounded.
func (b *Builder) FDiv(f FloatFormat, x, y Term) Term {
	b.wantFloat("FDiv", f, x, y)
	px, py := b.parts(f, x), b.parts(f, y)
	sign := b.Xor(px.sign, py.sign)
	var r Term
	if b.exactly(f, x, y) {
		ew := f.exponentWidth(f.Sig)
		ux, uy := b.unpack(f, x, ew), b.unpack(f, y, ew)
		r = b.roundShort(f, sign, b.Sub(ux.exp, uy.exp), b.quotient(f, ux.sig, uy.sig))
	} else {
		r = b.approximate("fdiv", f, sign, x, y)
	}
	r = b.Ite(b.Or(px.zero(b), py.inf(b)), b.signedZero(f, sign), r)
	r = b.Ite(b.Or(px.inf(b), py.zero(b)), b.signedInf(f, sign), r)
	nan := b.Or(px.nan(b), py.nan(b), b.And(px.inf(b), py.inf(b)), b.And(px.zero(b), py.zero(b)))
	return b.Ite(nan, b.FNaN(f), r)
}

// quotient divides significands: Sig+3 digits, the first of weight 1, and a sticky bit.
func (b *Builder) quotient(f FloatFormat, x, y Term) Term {
	w := f.Sig + 1 // the remainder is always less than twice y
	rem, div := b.ZExt(w, x), b.ZExt(w, y)
	var q Term
	for i := range f.Sig + 3 {
		if i > 0 {
			rem = b.Concat(b.Extract(w-2, 0, rem), b.BV(1, 0))
		}
		fits := b.ULe(div, rem)
		digit := b.FromBool(1, fits)
		rem = b.Ite(fits, b.Sub(rem, div), rem)
		if q == 0 {
			q = digit
		} else {
			q = b.Concat(q, digit)
		}
	}
	return b.Concat(q, b.FromBool(1, b.Not(b.Eq(rem, b.BV(w, 0)))))
}

// FSqrt is the square root, rounded.
func (b *Builder) FSqrt(f FloatFormat, x Term) Term {
	b.wantFloat("FSqrt", f, x)
	p := b.parts(f, x)
	var r Term
	if b.exactly(f, x) {
		ew := f.exponentWidth(f.Sig)
		u := b.unpack(f, x, ew)
		odd := b.Bit(u.exp, 0)
		sig := b.Ite(odd, b.Concat(u.sig, b.BV(1, 0)), b.Concat(b.BV(1, 0), u.sig)) // from 1 to below 4, Sig-1 places
		half := b.SExt(ew, b.Extract(ew-1, 1, u.exp))                               // rounded down
		r = b.round(f, number{b.False(), half, b.root(f, sig)})
	} else {
		r = b.approximate("fsqrt", f, b.False(), x, x)
	}
	r = b.Ite(p.expMax, x, r)
	r = b.Ite(b.Or(p.nan(b), p.sign), b.FNaN(f), r)
	return b.Ite(p.zero(b), x, r)
}

// root is the square root of a significand with two digits before the point: Sig+2 digits and a sticky bit.
func (b *Builder) root(f FloatFormat, sig Term) Term {
	digits := f.Sig + 2
	w := digits + 2 // the remainder is at most twice the root so far
	sig = b.pad(sig, 2*digits)
	n := b.Width(sig)
	rem, root := b.BV(w, 0), b.BV(w, 0)
	for i := range digits {
		next := b.Extract(n-2*i-1, n-2*i-2, sig)
		rem = b.Concat(b.Extract(w-3, 0, rem), next)
		trial := b.Concat(b.Extract(w-3, 0, root), b.BV(2, 1))
		fits := b.ULe(trial, rem)
		rem = b.Ite(fits, b.Sub(rem, trial), rem)
		root = b.Concat(b.Extract(w-2, 0, root), b.FromBool(1, fits))
	}
	return b.Concat(b.Extract(digits-1, 0, root), b.FromBool(1, b.Not(b.Eq(rem, b.BV(w, 0)))))
}

// FRem is C's fmod: x - n*y, exact, n the quotient rounded toward zero; it has the sign of x.
//
// All finite floats are multiples of the least subnormal, so this is the remainder of two integers of about 2^Exp +
// Sig bits: exact up to Options.MaxFloatRem, approximated above.
func (b *Builder) FRem(f FloatFormat, x, y Term) Term {
	b.wantFloat("FRem", f, x, y)
	px, py := b.parts(f, x), b.parts(f, y)
	var r Term
	n := f.Sig + 1<<f.Exp
	if f.Exp < 16 && (n <= b.opts.MaxFloatRem && f.Sig <= b.opts.MaxFloatSig || b.refining) {
		r = b.fixedRem(f, n, px, py)
	} else {
		r = b.approximate("frem", f, px.sign, x, y)
	}
	r = b.Ite(b.Or(px.zero(b), py.inf(b)), x, r)
	nan := b.Or(px.expMax, py.nan(b), py.zero(b))
	return b.Ite(nan, b.FNaN(f), r)
}

// fixedRem computes the remainder in fixed point, in units of the least subnormal.
func (b *Builder) fixedRem(f FloatFormat, n int, px, py floatParts) Term {
	fixed := func(p floatParts) Term {
		sig := b.Concat(b.FromBool(1, b.Not(p.expZero)), p.frac)
		shift := b.Ite(p.expZero, b.BV(f.Exp, 0), b.Sub(p.exp, b.BV(f.Exp, 1)))
		return b.Shl(b.ZExt(n, sig), b.ZExt(n, shift))
	}
	rem := b.URem(fixed(px), fixed(py))
	ew := f.exponentWidth(n)
	sig, lead := b.normalize(rem, ew)
	// The top bit of n has the weight n-1 places above the least subnormal.
	exp := b.Sub(b.BVInt(ew, int64(n-1)+1-f.bias()-int64(f.frac())), lead)
	r := b.round(f, number{px.sign, exp, b.pad(sig, f.Sig+3)})
	return b.Ite(b.Eq(rem, b.BV(n, 0)), b.signedZero(f, px.sign), r)
}

// approximation is an operation that was replaced by a fresh variable.
type approximation struct {
	what string
	f    FloatFormat
	x, y Term
}

func (a approximation) String() string {
	return fmt.Sprintf("%s of %d bits", a.what, a.f.Width())
}

// approximate is a float of the given sign and otherwise arbitrary: an over-approximation of an operation on x and y. The
// same operation on the same operands gives the same float. Special values are the caller's matter.
func (b *Builder) approximate(what string, f FloatFormat, sign, x, y Term) Term {
	a := approximation{what, f, x, y}
	v, ok := b.standIns[a]
	if !ok {
		v = b.markedVar(a, BVSort(f.Width()-1))
		b.standIns[a] = v
	}
	return b.Concat(b.FromBool(1, sign), v)
}

// markedVar is a fresh variable that stands for an approximated operation.
func (b *Builder) markedVar(a approximation, s Sort) Term {
	v := b.FreshVar("approx."+a.what, s)
	b.nodes[v].flags |= flagApprox
	b.approx[v] = a
	return v
}

// Exact is t with every approximated operation replaced by its exact circuit, however large. It is how an answer that
// rests on an approximation is refined.
func (b *Builder) Exact(t Term) Term {
	if !b.Approximated(t) {
		return t
	}
	b.refining = true
	defer func() { b.refining = false }()
	// Operands may contain marked variables themselves: collect them all, oldest first, as operands are older.
	var all []Term
	seen := map[Term]bool{}
	for todo := b.ApproximatedBy(t); len(todo) > 0; {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if a, ok := b.approx[v]; ok && !seen[v] && a.x != 0 {
			seen[v] = true
			all = append(all, v)
			todo = append(todo, b.ApproximatedBy(a.x)...)
			todo = append(todo, b.ApproximatedBy(a.y)...)
		}
	}
	slices.Sort(all)
	m := map[Term]Term{}
	for _, v := range all {
		a := b.approx[v]
		xy := b.SubstAll([]Term{a.x, a.y}, m)
		var r Term
		switch a.what {
		case "fmul":
			r = b.FMul(a.f, xy[0], xy[1])
		case "fdiv":
			r = b.FDiv(a.f, xy[0], xy[1])
		case "fsqrt":
			r = b.FSqrt(a.f, xy[0])
		case "frem":
			r = b.FRem(a.f, xy[0], xy[1])
		}
		m[v] = b.Extract(a.f.Width()-2, 0, r)
	}
	return b.Subst(t, m)
}
