package logic

// Rules for arithmetic: sums with the constant outermost, cancellation, products and divisions by constants, and
// narrowing of products and remainders whose operands have zeros on top, which is what C's promotions leave behind.

func (b *Builder) neg(x Term) Term {
	n := b.nodes[x]
	if n.kind == KConst {
		return b.foldNeg(x)
	}
	if n.sort == 1 {
		return x
	}
	if n.leaves > 1 && b.burn() {
		return b.lift(x, b.foldNeg)
	}
	p, q := n.args[0], n.args[1]
	switch n.kind {
	case KNeg:
		return p
	case KAdd:
		if b.isConst(q) && b.burn() {
			return b.add(b.neg(p), b.foldNeg(q))
		}
		if (b.is(q, KNeg) || b.is(p, KNeg)) && b.burn() {
			return b.add(b.neg(p), b.neg(q))
		}
	case KBVNot:
		if b.burn() {
			return b.add(p, b.word1(n.sort))
		}
	case KMul:
		if b.isConst(q) && b.burn() {
			return b.mul(p, b.foldNeg(q))
		}
	case KConcat:
		if b.isZero(q) && b.burn() {
			return b.concat(b.neg(p), q)
		}
	}
	return b.settle(b.mk1(KNeg, n.sort, x))
}

// word1 is the constant 1 of any width.
func (b *Builder) word1(w uint32) Term { return b.BV(int(w), 1) }

func (b *Builder) add(x, y Term) Term {
	x, y = b.ordered(x, y)
	if b.isZero(y) {
		return x
	}
	if t, ok := b.lift2(KAdd, x, y); ok {
		return t
	}
	w := b.nodes[x].sort
	if w == 1 {
		return b.bitwise(KBVXor, x, y)
	}
	if b.isConst(y) {
		if t := b.addConst(x, y); t != 0 {
			return t
		}
		return b.settle(b.mk2(KAdd, w, x, y))
	}
	// Constants outermost.
	bx, cx := b.offset(x)
	by, cy := b.offset(y)
	if (cx != 0 || cy != 0) && b.burn() {
		sum := b.add(bx, by)
		switch {
		case cx == 0:
			return b.add(sum, cy)
		case cy == 0:
			return b.add(sum, cx)
		}
		return b.add(sum, b.fold2(KAdd, cx, cy))
	}
	if t := b.cancel(x, y); t != 0 {
		return t
	}
	if t := b.cancel(y, x); t != 0 {
		return t
	}
	if t := b.subPoly(x, y); t != 0 {
		return t
	}
	if x == y && b.burn() {
		return b.concat(b.extract(int(w)-2, 0, x), b.zero(1))
	}
	if w <= 64 && b.known[x].zero|b.known[y].zero == mask64(int(w)) && b.burn() {
		return b.bitwise(KBVOr, x, y) // no two bits meet, no carry
	}
	return b.settle(b.mk2(KAdd, w, x, y))
}

// cancel is x + y where y is the negation or the complement of (a part of) x, else 0.
func (b *Builder) cancel(x, y Term) Term {
	w := b.nodes[x].sort
	switch b.nodes[y].kind {
	case KNeg:
		z := b.arg(y, 0)
		if z == x {
			return b.zero(w)
		}
		if b.is(x, KAdd) {
			switch z {
			case b.arg(x, 0):
				return b.arg(x, 1)
			case b.arg(x, 1):
				return b.arg(x, 0)
			}
		}
	case KBVNot:
		if b.arg(y, 0) == x {
			return b.ones(w)
		}
	case KAdd:
		for i := range 2 {
			if z := b.arg(y, i); b.is(z, KNeg) && b.arg(z, 0) == x {
				return b.arg(y, 1-i)
			}
		}
	}
	return 0
}

// addConst is x + k for a constant k that is not zero, or 0 if no rule fits.
func (b *Builder) addConst(x, k Term) Term {
	n := b.nodes[x]
	switch n.kind {
	case KAdd:
		if b.isConst(n.args[1]) {
			return b.add(n.args[0], b.fold2(KAdd, n.args[1], k))
		}
	case KBVNot:
		if b.burn() {
			return b.add(b.neg(n.args[0]), b.fold2(KAdd, k, b.ones(n.sort)))
		}
	case KConcat:
		// With a constant at the bottom the carry out of it is known.
		low := x
		for b.is(low, KConcat) {
			low = b.arg(low, 1)
		}
		if b.isConst(low) && b.burn() {
			w, lw := int(n.sort), int(b.nodes[low].sort)
			klo := b.foldExtract(lw-1, 0, k)
			khi := b.foldExtract(w-1, lw, k)
			sum := b.fold2(KAdd, low, klo)
			if b.fold2(KULt, sum, low) == termTrue {
				khi = b.fold2(KAdd, khi, b.word1(uint32(w-lw)))
			}
			return b.concat(b.add(b.extract(w-1, lw, x), khi), sum)
		}
	}
	return 0
}

// bitLength is a bound on the number of bits that t needs, at least 1.
func (b *Builder) bitLength(t Term) int {
	w := int(b.nodes[t].sort)
	if w <= 64 {
		return max(1, bitLen(w, b.known[t]))
	}
	return w - b.leadingZeros(t)
}

func (b *Builder) zext(w int, x Term) Term {
	if xw := int(b.nodes[x].sort); xw < w {
		return b.concat(b.zero(uint32(w-xw)), x)
	}
	return x
}

// power is the exponent if t is a constant power of two, else -1.
func (b *Builder) power(t Term) int {
	n := &b.nodes[t]
	if n.kind != KConst {
		return -1
	}
	if n.sort <= 64 {
		if e, ok := log2(n.value()); ok {
			return e
		}
		return -1
	}
	v := b.bigs[n.args[1]]
	if e := int(v.TrailingZeroBits()); v.Sign() > 0 && v.BitLen() == e+1 {
		return e
	}
	return -1
}

func (b *Builder) mul(x, y Term) Term {
	x, y = b.ordered(x, y)
	if t, ok := b.lift2(KMul, x, y); ok {
		return t
	}
	w := b.nodes[x].sort
	if w == 1 {
		return b.bitwise(KBVAnd, x, y)
	}
	if b.isConst(y) {
		switch e := b.power(y); {
		case b.isZero(y):
			return y
		case e == 0:
			return x
		case e > 0 && b.burn():
			return b.concat(b.extract(int(w)-e-1, 0, x), b.zero(uint32(e)))
		case b.isOnes(y) && b.burn():
			return b.neg(x)
		}
		n := b.nodes[x]
		switch n.kind {
		case KMul:
			if b.isConst(n.args[1]) && b.burn() {
				return b.mul(n.args[0], b.fold2(KMul, n.args[1], y))
			}
		case KAdd:
			if b.isConst(n.args[1]) && b.burn() {
				return b.add(b.mul(n.args[0], y), b.fold2(KMul, n.args[1], y))
			}
		case KNeg:
			if b.burn() {
				return b.mul(n.args[0], b.foldNeg(y))
			}
		}
	}
	if l := b.bitLength(x) + b.bitLength(y); l < int(w) && b.burn() {
		return b.zext(int(w), b.mul(b.extract(l-1, 0, x), b.extract(l-1, 0, y)))
	}
	return b.settle(b.mk2(KMul, w, x, y))
}

func (b *Builder) udiv(x, y Term) Term {
	if t, ok := b.lift2(KUDiv, x, y); ok {
		return t
	}
	w := int(b.nodes[x].sort)
	if b.isConst(y) {
		if b.isZero(y) {
			return b.ones(uint32(w))
		}
		switch e := b.power(y); {
		case e == 0:
			return x
		case e > 0 && b.burn():
			return b.zext(w, b.extract(w-1, e, x))
		}
		lx, ly := b.bitLength(x), b.bitLength(y)
		if lx < ly {
			return b.zero(uint32(w))
		}
		if lx < w && b.burn() { // y is not zero, so no all-ones result is cut
			return b.zext(w, b.udiv(b.extract(lx-1, 0, x), b.foldExtract(lx-1, 0, y)))
		}
	}
	return b.settle(b.mk2(KUDiv, uint32(w), x, y))
}

func (b *Builder) urem(x, y Term) Term {
	if x == y || b.isOne(y) {
		return b.zero(b.nodes[x].sort)
	}
	if b.isZero(y) || b.isZero(x) {
		return x
	}
	if t, ok := b.lift2(KURem, x, y); ok {
		return t
	}
	w := int(b.nodes[x].sort)
	if e := b.power(y); e > 0 && b.burn() {
		return b.zext(w, b.extract(e-1, 0, x))
	}
	lx, ly := b.bitLength(x), b.bitLength(y)
	if b.isConst(y) && lx < ly {
		return x
	}
	// The remainder by zero is x, which is cut without loss too.
	if l := max(lx, ly); l < w && b.burn() {
		return b.zext(w, b.urem(b.extract(l-1, 0, x), b.extract(l-1, 0, y)))
	}
	return b.settle(b.mk2(KURem, uint32(w), x, y))
}
