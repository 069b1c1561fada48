package logic

// Rules by sums of products: equalities and orders of two terms whose difference is a constant or becomes small, and
// differences in which nearly everything cancels.
//
// They run last, when no local rule fits, and only where both sides have an operation that can take part; what most programs write (a
// counter plus one against a bound) is never looked at. A difference replaces the two terms only if it needs
// at most half of their additions and products, so that adders which others share are not built a second time for little.

import "slices"

// polyKeep bounds the monomials of a difference that replaces the terms it is of.
const polyKeep = 4

// arithmetic reports whether t is a sum, a product, or a part or a shift of one.
func (b *Builder) arithmetic(t Term) bool {
	n := &b.nodes[t]
	switch n.kind {
	case KAdd, KMul, KNeg:
		return true
	case KExtract:
		return n.args[2] == 0 && b.ring(n.args[0])
	case KConcat:
		return b.ring(n.args[0]) || b.isZero(n.args[0]) && b.ring(n.args[1])
	}
	return false
}

func (b *Builder) ring(t Term) bool {
	switch b.nodes[t].kind {
	case KAdd, KMul, KNeg:
		return true
	}
	return false
}

// product reports whether t has a product of two unknown factors near its top.
func (b *Builder) product(t Term, depth int) bool {
	n := b.nodes[t]
	switch n.kind {
	case KMul:
		return !b.isConst(n.args[1])
	case KAdd:
		return depth > 0 && (b.product(n.args[0], depth-1) || b.product(n.args[1], depth-1))
	case KNeg, KExtract:
		return depth > 0 && b.product(n.args[0], depth-1)
	case KConcat:
		return depth > 0 && (b.product(n.args[0], depth-1) || b.product(n.args[1], depth-1))
	}
	return false
}

// comparable reports whether the polynomials of x and y may have something in common.
func (b *Builder) comparable(x, y Term) bool {
	if b.nodes[x].sort > 64 {
		return false
	}
	if b.isConst(y) {
		return b.product(x, 3)
	}
	ax, ay := b.arithmetic(x), b.arithmetic(y)
	return ax && ay || ax && b.product(x, 3) || ay && b.product(y, 3)
}

// samePoly reports whether x and y are equal as polynomials.
func (b *Builder) samePoly(x, y Term) bool {
	if b.isConst(x) || b.isConst(y) || !b.comparable(x, y) {
		return false
	}
	d, ok := b.difference(x, y)
	return ok && len(d) == 0
}

// eqPoly is x = y, or 0 if the difference tells nothing.
func (b *Builder) eqPoly(x, y Term) Term {
	if !b.comparable(x, y) {
		return 0
	}
	d, ok := b.difference(x, y)
	if !ok {
		return 0
	}
	d, k := d.split()
	if len(d) == 0 {
		return b.Bool(k == 0)
	}
	// A power of two that divides all coefficients divides the sum.
	var all uint64
	for _, m := range d {
		all |= m.coef
	}
	if low := all & -all; k&(low-1) != 0 {
		return termFalse
	}
	// Two sides make a sum of two terms free.
	w := int(b.nodes[x].sort)
	if len(d) > polyKeep || 2*(d.cost(w)+one(k != 0)-1) > b.poly.ops || !b.burn() {
		return 0
	}
	var side [2]Term
	for _, m := range slices.Clone(d) {
		i := 0
		if m.coef>>uint(w-1) == 1 {
			m.coef, i = -m.coef, 1
		}
		if t := b.monomial(w, m); side[i] == 0 {
			side[i] = t
		} else {
			side[i] = b.add(side[i], t)
		}
	}
	switch {
	case side[0] == 0:
		return b.eq(side[1], b.word(uint32(w), k))
	case side[1] == 0:
		return b.eq(side[0], b.word(uint32(w), -k))
	}
	return b.eq(b.add(side[0], b.word(uint32(w), k)), side[1])
}

// subPoly is x + y where one is negated and most cancels, or 0.
func (b *Builder) subPoly(x, y Term) Term {
	nx, ny := b.nodes[x], b.nodes[y]
	switch {
	case ny.kind == KNeg && nx.sort <= 64:
		y = ny.args[0]
	case nx.kind == KNeg && nx.sort <= 64:
		x, y = y, nx.args[0]
	default:
		return 0
	}
	if !b.comparable(x, y) {
		return 0
	}
	d, ok := b.difference(x, y)
	if !ok {
		return 0
	}
	d, k := d.split()
	w := int(nx.sort)
	if len(d) > 1 || 2*(d.cost(w)+one(k != 0)) > b.poly.ops+1 || !b.burn() {
		return 0
	}
	if len(d) == 0 {
		return b.word(uint32(w), k)
	}
	return b.add(b.monomial(w, d[0]), b.word(uint32(w), k))
}

func one(p bool) int {
	if p {
		return 1
	}
	return 0
}

// split takes the constant off.
func (d poly) split() (poly, uint64) {
	if n := len(d); n > 0 && d[n-1].deg == 0 {
		return d[:n-1], d[n-1].coef
	}
	return d, 0
}

// cost is about the number of additions and products that a sum of w bits without a constant takes, and one.
func (d poly) cost(w int) int {
	n := len(d)
	for _, m := range d {
		n += m.deg - 1
		if c := min(m.coef, -m.coef&mask64(w)); c&(c-1) != 0 {
			n++ // shifts are free, and signs nearly so
		}
	}
	return n
}

// monomial is m as a term of width w.
func (b *Builder) monomial(w int, m monomial) Term {
	t := b.word(uint32(w), 1)
	for _, a := range m.atoms[:m.deg] {
		if aw := int(b.nodes[a].sort); aw > w {
			a = b.extract(w-1, 0, a)
		} else {
			a = b.zext(w, a)
		}
		t = b.mul(t, a)
	}
	return b.mul(t, b.word(uint32(w), m.coef))
}
