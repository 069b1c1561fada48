package logic

// Rules for the two orders.

import mathbits "math/bits"

func (b *Builder) ult(x, y Term) Term {
	if x == y || b.isZero(y) || b.isOnes(x) {
		return termFalse
	}
	if t, ok := b.lift2(KULt, x, y); ok {
		return t
	}
	w := b.nodes[x].sort
	switch {
	case b.isZero(x):
		return b.not(b.eq(y, x))
	case b.isOne(y):
		return b.eq(x, b.zero(w))
	case b.isOnes(y):
		return b.not(b.eq(x, y))
	case w == 1:
		return b.and2(b.eq(x, b.zero(1)), b.eq(y, b.ones(1)))
	}
	if w <= 64 {
		xlo, xhi := b.urange(x)
		ylo, yhi := b.urange(y)
		switch {
		case xhi < ylo:
			return termTrue
		case xlo >= yhi:
			return termFalse
		}
		if b.isConst(x) && b.nodes[x].value() == mask64(int(w))-1 {
			return b.eq(y, b.ones(w))
		}
	}
	if zx, zy := b.leadingZeros(x), b.leadingZeros(y); min(zx, zy) > 0 && b.burn() {
		hi := int(w) - min(zx, zy) - 1
		return b.ult(b.extract(hi, 0, x), b.extract(hi, 0, y))
	}
	if b.is(x, KConcat) && b.is(y, KConcat) {
		if b.arg(x, 1) == b.arg(y, 1) && b.burn() {
			return b.ult(b.arg(x, 0), b.arg(y, 0))
		}
		if b.arg(x, 0) == b.arg(y, 0) && b.burn() {
			return b.ult(b.arg(x, 1), b.arg(y, 1))
		}
	}
	if b.samePoly(x, y) {
		return termFalse
	}
	return b.mk2(KULt, 0, x, y)
}

// leadingZeros is the number of zeros at the top of t that cutting off costs nothing; less than the width.
func (b *Builder) leadingZeros(t Term) int {
	w := int(b.nodes[t].sort)
	switch b.nodes[t].kind {
	case KConst:
		if w <= 64 {
			return min(w-1, w-mathbits.Len64(b.nodes[t].value()))
		}
		return min(w-1, w-b.bigValue(t).BitLen())
	case KConcat:
		if hi := b.arg(t, 0); b.isConst(hi) {
			if b.isZero(hi) {
				return int(b.nodes[hi].sort)
			}
			return b.leadingZeros(hi)
		}
	}
	return 0
}

// signBit is 0 or 1 if the top bit of t is known, -1 otherwise.
func (b *Builder) signBit(t Term) int {
	w := int(b.nodes[t].sort)
	if w <= 64 {
		k := b.known[t]
		switch bit := uint64(1) << uint(w-1); {
		case k.zero&bit != 0:
			return 0
		case k.one&bit != 0:
			return 1
		}
		return -1
	}
	if b.is(t, KConcat) {
		t = b.arg(t, 0) // no Concat itself
	}
	if b.isConst(t) {
		if b.bigBit(t, int(b.nodes[t].sort)-1) {
			return 1
		}
		return 0
	}
	return -1
}

func (b *Builder) slt(x, y Term) Term {
	if x == y {
		return termFalse
	}
	if t, ok := b.lift2(KSLt, x, y); ok {
		return t
	}
	w := b.nodes[x].sort
	switch {
	case w == 1:
		return b.and2(b.eq(x, b.ones(1)), b.eq(y, b.zero(1)))
	case b.isZero(y):
		return b.eq(b.extract(int(w)-1, int(w)-1, x), b.ones(1))
	case b.isOnes(x):
		return b.not(b.eq(b.extract(int(w)-1, int(w)-1, y), b.ones(1)))
	}
	if sx, sy := b.signBit(x), b.signBit(y); sx >= 0 && sy >= 0 {
		if sx == sy {
			return b.ult(x, y)
		}
		return b.Bool(sx == 1)
	}
	if w <= 64 {
		xlo, xhi := b.srange(x)
		ylo, yhi := b.srange(y)
		switch {
		case xhi < ylo:
			return termTrue
		case xlo >= yhi:
			return termFalse
		}
	}
	if t := b.sltExtended(x, y); t != 0 {
		return t
	}
	if b.is(x, KConcat) && b.is(y, KConcat) && b.arg(x, 1) == b.arg(y, 1) && b.burn() {
		return b.slt(b.arg(x, 0), b.arg(y, 0))
	}
	if b.samePoly(x, y) {
		return termFalse
	}
	return b.mk2(KSLt, 0, x, y)
}

// sltExtended compares sign extensions before they were extended; 0 if that does not fit.
func (b *Builder) sltExtended(x, y Term) Term {
	w := int(b.nodes[x].sort)
	ex, ey := b.is(x, KSExt), b.is(y, KSExt)
	switch {
	case ex && ey:
		p, q := b.arg(x, 0), b.arg(y, 0)
		if b.nodes[p].sort == b.nodes[q].sort && b.burn() {
			return b.slt(p, q)
		}
	case ex && b.isConst(y) && b.burn():
		p := b.arg(x, 0)
		short := b.foldExtract(int(b.nodes[p].sort)-1, 0, y)
		if b.foldSExt(w, short) != y { // out of the range of x
			return b.Bool(!b.bigBit(y, w-1))
		}
		return b.slt(p, short)
	case ey && b.isConst(x) && b.burn():
		q := b.arg(y, 0)
		short := b.foldExtract(int(b.nodes[q].sort)-1, 0, x)
		if b.foldSExt(w, short) != x {
			return b.Bool(b.bigBit(x, w-1))
		}
		return b.slt(short, q)
	}
	return 0
}
