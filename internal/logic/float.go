package logic

// IEEE 754 floats as bit-vectors: formats, classes, comparisons, and the two halves that all arithmetic shares, taking
// a number apart and rounding one. The operations themselves stand in float_arith.go and float_convert.go.
//
// An operation is an exact circuit made of terms. Its operands are taken apart into sign, exponent and significand; the
// significand is computed exactly but for one sticky bit, which says whether anything nonzero was cut off; round
// then makes the nearest float of it. One rounding routine for all operations keeps the delicate cases (ties,
// subnormals, overflow, carries) in one place. Bits above the fraction being the exponent, a carry out of the
// fraction is the next binade and, at the top, infinity: so rounding up is one addition to the packed number.
//
// Native floats of the solvers (SMT-LIB's FloatingPoint) were rejected: the embedded solver would need the same
// circuits anyway, and there they would be out of the simplifier's sight.
//
// Rounding is to nearest, ties to even, as C programs have it unless they change it. A result that is not a number
// is always the same quiet NaN (positive, top fraction bit set); hardware keeps payloads and chooses signs in ways that
// differ by machine, and a program that looks at the bits of a NaN sees ours.

import (
	"fmt"
	mathbits "math/bits"
)

// FloatFormat is an IEEE 754 interchange format, as SMT-LIB counts: Exp bits of exponent, and Sig bits of significand
// with the hidden bit. The width is Exp + Sig.
type FloatFormat struct{ Exp, Sig int }

// The usual formats.
var (
	Float32 = FloatFormat{8, 24}
	Float64 = FloatFormat{11, 53}
)

// Width is the number of bits of a float.
func (f FloatFormat) Width() int { return f.Exp + f.Sig }

func (f FloatFormat) bias() int64 { return 1<<(f.Exp-1) - 1 }

// frac is the number of fraction bits.
func (f FloatFormat) frac() int { return f.Sig - 1 }

// exponentWidth is a width in which all exponents that an operation on f and numbers of n bits computes fit, signed.
func (f FloatFormat) exponentWidth(n int) int {
	return max(f.Exp, mathbits.Len(uint(max(n, f.Sig)))) + 3
}

func (b *Builder) wantFloat(op string, f FloatFormat, xs ...Term) {
	if f.Exp < 2 || f.Sig < 2 || f.Exp > 30 {
		panic(fmt.Sprintf("logic: float format %d, %d", f.Exp, f.Sig))
	}
	for _, x := range xs {
		if b.Width(x) != f.Width() {
			b.ill(fmt.Sprintf("%s (float of %d bits)", op, f.Width()), xs...)
		}
	}
}

// floatParts is a float taken apart.
type floatParts struct {
	sign            Term // Bool: negative
	exp, frac       Term // the fields
	expZero, expMax Term // Bool: exponent field all zeros, all ones
	fracZero        Term // Bool
}

func (b *Builder) parts(f FloatFormat, x Term) floatParts {
	w := f.Width()
	p := floatParts{
		sign: b.Bit(x, w-1), exp: b.Extract(w-2, f.frac(), x), frac: b.Extract(f.frac()-1, 0, x),
	}
	p.expZero = b.Eq(p.exp, b.BV(f.Exp, 0))
	p.expMax = b.Eq(p.exp, b.BVInt(f.Exp, -1))
	p.fracZero = b.Eq(p.frac, b.BV(f.frac(), 0))
	return p
}

func (p floatParts) nan(b *Builder) Term  { return b.And(p.expMax, b.Not(p.fracZero)) }
func (p floatParts) inf(b *Builder) Term  { return b.And(p.expMax, p.fracZero) }
func (p floatParts) zero(b *Builder) Term { return b.And(p.expZero, p.fracZero) }

// FNaN is the NaN that operations return.
func (b *Builder) FNaN(f FloatFormat) Term {
	b.wantFloat("FNaN", f)
	v := maskBig(f.Exp + 1)
	return b.BVBig(f.Width(), v.Lsh(v, uint(f.frac()-1)))
}

// FInf is positive or negative infinity.
func (b *Builder) FInf(f FloatFormat, negative bool) Term {
	b.wantFloat("FInf", f)
	v := maskBig(f.Exp)
	v.Lsh(v, uint(f.frac()))
	if negative {
		v.SetBit(v, f.Width()-1, 1)
	}
	return b.BVBig(f.Width(), v)
}

// FIsNaN says that x is not a number.
func (b *Builder) FIsNaN(f FloatFormat, x Term) Term {
	b.wantFloat("FIsNaN", f, x)
	return b.parts(f, x).nan(b)
}

// FIsInf says that x is infinite.
func (b *Builder) FIsInf(f FloatFormat, x Term) Term {
	b.wantFloat("FIsInf", f, x)
	return b.parts(f, x).inf(b)
}

// FIsZero says that x is a zero of either sign.
func (b *Builder) FIsZero(f FloatFormat, x Term) Term {
	b.wantFloat("FIsZero", f, x)
	return b.Eq(b.Extract(f.Width()-2, 0, x), b.BV(f.Width()-1, 0))
}

// FNeg flips the sign, also of a NaN.
func (b *Builder) FNeg(f FloatFormat, x Term) Term {
	b.wantFloat("FNeg", f, x)
	w := f.Width()
	return b.Concat(b.BVNot(b.Extract(w-1, w-1, x)), b.Extract(w-2, 0, x))
}

// FEq is equality of floats: zeros are equal, a NaN is equal to nothing.
func (b *Builder) FEq(f FloatFormat, x, y Term) Term {
	b.wantFloat("FEq", f, x, y)
	return b.And(b.Not(b.FIsNaN(f, x)), b.Not(b.FIsNaN(f, y)),
		b.Or(b.Eq(x, y), b.And(b.FIsZero(f, x), b.FIsZero(f, y))))
}

// FLt is the order of floats, false where one is a NaN.
func (b *Builder) FLt(f FloatFormat, x, y Term) Term {
	b.wantFloat("FLt", f, x, y)
	return b.floatOrder(f, x, y, false)
}

// FLe is the order or equality of floats, false where one is a NaN.
func (b *Builder) FLe(f FloatFormat, x, y Term) Term {
	b.wantFloat("FLe", f, x, y)
	return b.floatOrder(f, x, y, true)
}

func (b *Builder) floatOrder(f FloatFormat, x, y Term, orEqual bool) Term {
	w := f.Width()
	nx, ny := b.Bit(x, w-1), b.Bit(y, w-1)
	mx, my := b.Extract(w-2, 0, x), b.Extract(w-2, 0, y) // magnitudes are ordered like numbers
	zeros := b.And(b.FIsZero(f, x), b.FIsZero(f, y))
	less := func(p, q Term) Term {
		if orEqual {
			return b.ULe(p, q)
		}
		return b.ULt(p, q)
	}
	var r Term
	if orEqual {
		r = b.Or(zeros, b.Ite(nx, b.Or(b.Not(ny), less(my, mx)), b.And(b.Not(ny), less(mx, my))))
	} else {
		r = b.And(b.Not(zeros), b.Ite(nx, b.Or(b.Not(ny), less(my, mx)), b.And(b.Not(ny), less(mx, my))))
	}
	return b.And(b.Not(b.FIsNaN(f, x)), b.Not(b.FIsNaN(f, y)), r)
}

// number is a finite number that is not zero: (-1)^sign * sig * 2^(exp - width(sig) + 1), the top bit of sig being 1,
// so that sig stands for something from 1 to below 2. The exponent is signed.
type number struct{ sign, exp, sig Term }

// normalize shifts x left until its top bit is 1, and returns by how much, in w bits. (Of zero it makes zero.)
func (b *Builder) normalize(x Term, w int) (sig, shift Term) {
	n := b.Width(x)
	shift = b.BV(w, 0)
	for k := mathbits.Len(uint(n-1)) - 1; k >= 0; k-- {
		s := 1 << k
		if s >= n {
			continue
		}
		zero := b.Eq(b.Extract(n-1, n-s, x), b.BV(s, 0))
		x = b.Ite(zero, b.Concat(b.Extract(n-s-1, 0, x), b.BV(s, 0)), x)
		shift = b.BVOr(shift, b.Ite(zero, b.BV(w, uint64(s)), b.BV(w, 0)))
	}
	return x, shift
}

// unpack takes a finite nonzero float apart, subnormals normalized; exponents have w bits.
func (b *Builder) unpack(f FloatFormat, x Term, w int) number {
	p := b.parts(f, x)
	sub := b.Concat(b.BV(1, 0), p.frac)
	sig, lead := b.normalize(sub, w)
	exp := b.Add(b.ZExt(w, p.exp), b.BVInt(w, -f.bias()))
	subExp := b.Sub(b.BVInt(w, 1-f.bias()), lead)
	return number{
		sign: p.sign,
		exp:  b.Ite(p.expZero, subExp, exp),
		sig:  b.Ite(p.expZero, sig, b.Concat(b.BV(1, 1), p.frac)),
	}
}

// shiftSticky shifts x right by n; what is shifted out is kept as one bit, or-ed into the lowest.
func (b *Builder) shiftSticky(x, n Term) Term {
	w, nw := b.Width(x), b.Width(n)
	lost := b.False()
	for k := range nw {
		bit := b.Bit(n, k)
		if k >= 31 || 1<<k >= w {
			// So far that everything goes.
			lost = b.Or(lost, b.And(bit, b.Not(b.Eq(x, b.BV(w, 0)))))
			x = b.Ite(bit, b.BV(w, 0), x)
			continue
		}
		s := 1 << k
		lost = b.Or(lost, b.And(bit, b.Not(b.Eq(b.Extract(s-1, 0, x), b.BV(s, 0)))))
		x = b.Ite(bit, b.Concat(b.BV(s, 0), b.Extract(w-1, s, x)), x)
	}
	return b.BVOr(x, b.FromBool(w, lost))
}

// pad makes a significand at least n bits wide, by zeros below.
func (b *Builder) pad(sig Term, n int) Term {
	if w := b.Width(sig); w < n {
		return b.Concat(sig, b.BV(n-w, 0))
	}
	return sig
}

// round is the float nearest to a number, the lowest bit of whose significand may be sticky. The significand must have
// at least two bits more than the format's.
func (b *Builder) round(f FloatFormat, x number) Term {
	w, m, fr := b.Width(x.exp), b.Width(x.sig), f.frac()
	least := b.BVInt(w, 1-f.bias())
	most := b.BVInt(w, f.bias())
	// Below the least exponent the number is shifted to it. Beyond Sig+1 places only the sticky bit is left.
	under := b.SLt(x.exp, least)
	dist := b.Sub(least, x.exp)
	far := b.BV(w, uint64(f.Sig+1))
	dist = b.Ite(b.ULt(dist, far), dist, far)
	nw := min(w, mathbits.Len(uint(f.Sig+1)))
	shifted := b.shiftSticky(x.sig, b.Extract(nw-1, 0, dist))
	sig := b.Ite(under, shifted, x.sig)
	// Fields: of a subnormal the hidden bit is 0 and so is the exponent.
	field := b.Extract(f.Exp-1, 0, b.Add(x.exp, b.BVInt(w, f.bias())))
	exp := b.Ite(under, b.BV(f.Exp, 0), field)
	mant := b.Extract(m-2, m-1-fr, sig)
	guard := b.Bit(sig, m-2-fr)
	sticky := b.Not(b.Eq(b.Extract(m-3-fr, 0, sig), b.BV(m-2-fr, 0)))
	odd := b.Bit(sig, m-1-fr)
	up := b.And(guard, b.Or(sticky, odd))
	packed := b.Add(b.Concat(exp, mant), b.FromBool(f.Exp+fr, up))
	infinite := b.Extract(f.Exp+fr-1, 0, b.FInf(f, false))
	packed = b.Ite(b.SLt(most, x.exp), infinite, packed)
	return b.Concat(b.FromBool(1, x.sign), packed)
}

// signedZero and signedInf have a sign that is a formula.
func (b *Builder) signedZero(f FloatFormat, sign Term) Term {
	return b.Concat(b.FromBool(1, sign), b.BV(f.Width()-1, 0))
}

func (b *Builder) signedInf(f FloatFormat, sign Term) Term {
	return b.Concat(b.FromBool(1, sign), b.Extract(f.Width()-2, 0, b.FInf(f, false)))
}
