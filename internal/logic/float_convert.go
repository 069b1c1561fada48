package logic

// Conversions: between formats, and between floats and integers.

import (
	"fmt"
	"math/big"
)

// FToF converts between formats, rounded to nearest.
func (b *Builder) FToF(from, to FloatFormat, x Term) Term {
	b.wantFloat("FToF", from, x)
	b.wantFloat("FToF", to)
	if from == to {
		return x
	}
	p := b.parts(from, x)
	ew := max(from.exponentWidth(0), to.exponentWidth(0)) + 1
	u := b.unpack(from, x, ew)
	u.sig = b.pad(u.sig, to.Sig+3)
	r := b.round(to, u)
	r = b.Ite(p.zero(b), b.signedZero(to, p.sign), r)
	r = b.Ite(p.inf(b), b.signedInf(to, p.sign), r)
	return b.Ite(p.nan(b), b.FNaN(to), r)
}

// SToF converts a signed integer of any width, rounded to nearest.
func (b *Builder) SToF(f FloatFormat, x Term) Term {
	w := int(b.wantBV("SToF", x))
	neg := b.Bit(x, w-1)
	return b.intToFloat(f, neg, b.Ite(neg, b.Neg(x), x))
}

// UToF converts an unsigned integer of any width, rounded to nearest.
func (b *Builder) UToF(f FloatFormat, x Term) Term {
	b.wantBV("UToF", x)
	return b.intToFloat(f, b.False(), x)
}

func (b *Builder) intToFloat(f FloatFormat, sign, mag Term) Term {
	b.wantFloat("conversion to float", f)
	w := b.Width(mag)
	ew := f.exponentWidth(w)
	sig, lead := b.normalize(mag, ew)
	exp := b.Sub(b.BVInt(ew, int64(w-1)), lead)
	r := b.round(f, number{sign, exp, b.pad(sig, f.Sig+3)})
	return b.Ite(b.Eq(mag, b.BV(w, 0)), b.signedZero(f, sign), r)
}

// integerPart is the magnitude of a float cut to an integer, in width bits, and whether that has room for it.
func (b *Builder) integerPart(f FloatFormat, width int, x Term) (mag, fits Term) {
	p := b.parts(f, x)
	ew := f.exponentWidth(width + f.Sig)
	exp := b.Add(b.ZExt(ew, p.exp), b.BVInt(ew, -f.bias()))
	below := b.SLt(exp, b.BV(ew, 0)) // less than 1
	fits = b.And(b.Not(p.expMax), b.SLt(exp, b.BVInt(ew, int64(width))))
	// The significand, one place before the point, shifted by the exponent: then the part before the point.
	n := width + f.frac()
	sig := b.ZExt(n, b.Concat(b.BV(1, 1), p.frac))
	amount := b.Extract(min(ew, n)-1, 0, exp)
	shifted := b.Shl(sig, b.ZExt(n, amount))
	mag = b.Extract(n-1, f.frac(), shifted)
	return b.Ite(below, b.BV(width, 0), mag), fits
}

// FToS converts to a signed integer of the given width, toward zero. Where the number does not fit (see FToSValid) the
// result is the least integer, as on x86.
func (b *Builder) FToS(f FloatFormat, width int, x Term) Term {
	r, ok := b.floatToInt(f, width, x, true)
	return b.Ite(ok, r, b.leastInt(width))
}

func (b *Builder) leastInt(width int) Term {
	return b.BVBig(width, new(big.Int).Lsh(big.NewInt(1), uint(width-1)))
}

// FToSValid says that x, cut to an integer, is one of the given width, signed. NaN and infinities are not.
func (b *Builder) FToSValid(f FloatFormat, width int, x Term) Term {
	_, ok := b.floatToInt(f, width, x, true)
	return ok
}

// FToU converts to an unsigned integer of the given width, toward zero. Where the number does not fit (see FToUValid) the
// result is all ones.
func (b *Builder) FToU(f FloatFormat, width int, x Term) Term {
	r, ok := b.floatToInt(f, width, x, false)
	return b.Ite(ok, r, b.BVInt(width, -1))
}

// FToUValid says that x, cut to an integer, is one of the given width, unsigned: a number above -1 will do.
func (b *Builder) FToUValid(f FloatFormat, width int, x Term) Term {
	_, ok := b.floatToInt(f, width, x, false)
	return ok
}

func (b *Builder) floatToInt(f FloatFormat, width int, x Term, signed bool) (value, valid Term) {
	b.wantFloat("conversion to integer", f, x)
	if width < 1 {
		panic(fmt.Sprintf("logic: integer of width %d", width))
	}
	mag, fits := b.integerPart(f, width, x)
	neg := b.Bit(x, f.Width()-1)
	zero := b.BV(width, 0)
	if !signed {
		return mag, b.And(fits, b.Or(b.Not(neg), b.Eq(mag, zero)))
	}
	top := b.Bit(mag, width-1)
	// -2^(width-1) fits, 2^(width-1) does not.
	least := b.Eq(mag, b.leastInt(width))
	return b.Ite(neg, b.Neg(mag), mag), b.And(fits, b.Or(b.Not(top), b.And(neg, least)))
}
