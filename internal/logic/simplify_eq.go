package logic

// Rules for equality.

func (b *Builder) eq(x, y Term) Term {
	if x == y {
		return termTrue
	}
	x, y = b.ordered(x, y)
	switch s := b.nodes[x].sort; {
	case s == 0:
		return b.eqBool(x, y)
	case s&arrayBit != 0:
		return b.eqArray(x, y)
	}
	if b.distinct(x, y) {
		return termFalse
	}
	if t, ok := b.lift2(KEq, x, y); ok {
		return t
	}
	var t Term
	if b.isConst(y) {
		t = b.eqConst(x, y)
	} else {
		t = b.eqTerms(x, y)
	}
	if t == 0 {
		t = b.eqPoly(x, y)
	}
	if t != 0 {
		return t
	}
	return b.mk2(KEq, 0, x, y)
}

func (b *Builder) eqBool(x, y Term) Term {
	switch y {
	case termTrue:
		return x
	case termFalse:
		return b.not(x)
	}
	neg := false
	if b.is(x, KNot) {
		x, neg = b.arg(x, 0), !neg
	}
	if b.is(y, KNot) {
		y, neg = b.arg(y, 0), !neg
	}
	var t Term
	switch {
	case x == y:
		t = termTrue
	case x < y:
		t = b.mk2(KEq, 0, x, y)
	default:
		t = b.mk2(KEq, 0, y, x)
	}
	if neg {
		return b.not(t)
	}
	return t
}

// eqConst is x = k for a constant k, or 0 if no rule fits.
func (b *Builder) eqConst(x, k Term) Term {
	n := b.nodes[x] // a copy: the arena moves
	w := n.sort
	p, q := n.args[0], n.args[1]
	switch n.kind {
	case KIte:
		if b.isConst(q) && b.burn() {
			rest := b.eq(n.args[2], k)
			if q == k {
				return b.or2(p, rest)
			}
			return b.and2(b.not(p), rest)
		}
		if b.isConst(n.args[2]) && b.burn() {
			rest := b.eq(q, k)
			if n.args[2] == k {
				return b.or2(b.not(p), rest)
			}
			return b.and2(p, rest)
		}
	case KAdd:
		if b.isConst(q) && b.burn() {
			return b.eq(p, b.fold2(KAdd, k, b.foldNeg(q)))
		}
		if b.isZero(k) && b.burn() {
			if b.is(q, KNeg) {
				return b.eq(p, b.arg(q, 0))
			}
			if b.is(p, KNeg) {
				return b.eq(q, b.arg(p, 0))
			}
		}
	case KNeg:
		if b.burn() {
			return b.eq(p, b.foldNeg(k))
		}
	case KBVNot:
		if b.burn() {
			return b.eq(p, b.foldNot(k))
		}
	case KBVXor:
		if b.isConst(q) && b.burn() {
			return b.eq(p, b.fold2(KBVXor, k, q))
		}
		if b.isZero(k) && b.burn() {
			return b.eq(p, q)
		}
	case KBVOr:
		if b.isZero(k) && b.burn() {
			return b.and2(b.eq(p, k), b.eq(q, k))
		}
	case KBVAnd:
		if b.isOnes(k) && b.burn() {
			return b.and2(b.eq(p, k), b.eq(q, k))
		}
	case KMul:
		if b.isConst(q) && w <= 64 && b.nodes[q].value()&1 == 1 && b.burn() {
			return b.eq(p, b.fold2(KMul, k, b.word(w, inverse(b.nodes[q].value()))))
		}
	case KConcat:
		if b.burn() {
			lw := int(b.nodes[q].sort)
			lo := b.eq(q, b.foldExtract(lw-1, 0, k))
			if lo == termFalse {
				return lo
			}
			return b.and2(b.eq(p, b.foldExtract(int(w)-1, lw, k)), lo)
		}
	case KSExt:
		if b.burn() {
			pw := int(b.nodes[p].sort)
			short := b.foldExtract(pw-1, 0, k)
			if b.foldSExt(int(w), short) != k {
				return termFalse
			}
			return b.eq(p, short)
		}
	}
	if w == 1 {
		if b.isZero(k) && b.burn() {
			return b.not(b.eq(x, b.constant(1, 1)))
		}
		switch n.kind {
		case KBVOr:
			if b.burn() {
				return b.or2(b.eq(p, k), b.eq(q, k))
			}
		case KBVXor:
			if b.burn() {
				return b.not(b.eq(b.eq(p, k), b.eq(q, k)))
			}
		case KIte:
			if b.burn() {
				return b.ite(p, b.eq(q, k), b.eq(n.args[2], k))
			}
		}
	}
	return 0
}

// eqTerms is x = y for two terms that are no constants, or 0 if no rule fits.
func (b *Builder) eqTerms(x, y Term) Term {
	n, m := b.nodes[x], b.nodes[y]
	if n.sort == 1 && (b.isTree(x) || b.isTree(y)) && b.burn() {
		one := b.constant(1, 1)
		return b.eq(b.eq(x, one), b.eq(y, one))
	}
	if n.kind == KIte && m.kind == KIte && n.args[0] == m.args[0] && b.burn() {
		c := n.args[0]
		p := b.eq(n.args[1], m.args[1])
		q := b.eq(n.args[2], m.args[2])
		if b.isConst(p) || b.isConst(q) {
			return b.ite(c, p, q)
		}
		return 0
	}
	for range 2 {
		if n.kind == KIte && (n.args[1] == y || n.args[2] == y) && b.burn() {
			if n.args[1] == y {
				return b.or2(n.args[0], b.eq(n.args[2], y))
			}
			return b.or2(b.not(n.args[0]), b.eq(n.args[1], y))
		}
		// x = x op z
		if n.kind == KAdd || n.kind == KBVXor {
			z := Term(0)
			switch y {
			case n.args[0]:
				z = n.args[1]
			case n.args[1]:
				z = n.args[0]
			}
			if z != 0 && b.burn() {
				return b.eq(z, b.zero(n.sort))
			}
		}
		n, m, x, y = m, n, y, x
	}
	if n.kind != m.kind {
		return 0
	}
	p1, q1, p2, q2 := n.args[0], n.args[1], m.args[0], m.args[1]
	switch n.kind {
	case KBVNot, KNeg:
		if b.burn() {
			return b.eq(p1, p2)
		}
	case KSExt:
		if b.nodes[p1].sort == b.nodes[p2].sort && b.burn() {
			return b.eq(p1, p2)
		}
	case KAdd, KBVXor:
		if n.kind == KAdd && b.isConst(q1) && b.isConst(q2) && b.burn() {
			return b.eq(b.add(p1, b.fold2(KAdd, q1, b.foldNeg(q2))), p2)
		}
		for _, c := range [4][4]Term{{p1, q1, p2, q2}, {p1, q1, q2, p2}, {q1, p1, p2, q2}, {q1, p1, q2, p2}} {
			if c[0] == c[2] && b.burn() {
				return b.eq(c[1], c[3])
			}
		}
	case KConcat:
		if b.burn() {
			w := int(n.sort)
			cut := int(max(b.nodes[q1].sort, b.nodes[q2].sort))
			lo := b.eq(b.extract(cut-1, 0, x), b.extract(cut-1, 0, y))
			if lo == termFalse {
				return lo
			}
			hi := b.eq(b.extract(w-1, cut, x), b.extract(w-1, cut, y))
			return b.and2(hi, lo)
		}
	}
	return 0
}

func (b *Builder) eqArray(x, y Term) Term {
	n, m := b.nodes[x], b.nodes[y]
	if n.kind == KConstArray && m.kind == KConstArray && b.burn() {
		return b.eq(n.args[0], m.args[0])
	}
	if n.kind == KStore && m.kind == KStore && n.args[0] == m.args[0] && n.args[1] == m.args[1] && b.burn() {
		return b.eq(n.args[2], m.args[2])
	}
	for range 2 {
		if n.kind == KStore && n.args[0] == y && b.burn() {
			return b.eq(b.sel(y, n.args[1]), n.args[2])
		}
		n, x, y = m, y, x
	}
	return b.mk2(KEq, 0, min(x, y), max(x, y))
}

// inverse is the inverse of an odd number modulo 2^64, by Newton's iteration: each step doubles the correct bits.
func inverse(v uint64) uint64 {
	r := v // 3 bits
	for range 5 {
		r *= 2 - v*r
	}
	return r
}

// bigBit reports bit i of a constant of any width.
func (b *Builder) bigBit(k Term, i int) bool {
	n := &b.nodes[k]
	if n.sort <= 64 {
		return n.value()>>uint(i)&1 == 1
	}
	return b.bigs[n.args[1]].Bit(i) == 1
}
