package logic

// Sums of products: a bit-vector of at most 64 bits as a polynomial modulo 2^width.
//
// Sums, differences, products, shifts by constants and complements are ring operations, and so is cutting off high bits. A
// term made of these is a polynomial over its other parts, the atoms, and two terms with one polynomial are equal, however
// they associate, commute or distribute. A solver that sees only bits needs seconds for that at six bits and
// does not end at twelve.
//
// The polynomial is never what a term is turned into: expanding shares nothing, (a+b)*(c+d) alone would be four multipliers for one. It
// is computed on the side where it may close a question (an equality, an order, a difference, in simplify_poly.go; equal
// products, when they become circuits) and forgotten. Everything is bounded: steps, monomials, degree. A term beyond a bound is left alone.
//
// An atom stands for its value as a number, whatever its width, so that x and its zero extensions are one atom. That needs two ways
// to look at a term t, told apart by v, the number of bits that matter: up to the width of t all of the above are ring operations
// modulo 2^v; above it, only operations that cannot overflow are (which is what narrowing of products leaves behind).
//
// Rejected: keeping all sums and products in such a normal form (partial sums that others use are lost, and with
// them the sharing of adders); a fingerprint by values at random points (equal functions, but no certainty).

import (
	"encoding/binary"
	"slices"
)

const (
	polySteps  = 96 // terms visited in one polynomial
	polyMonos  = 32 // monomials at any moment
	polyDegree = 6
)

// monomial is coef times the product of the first deg atoms, which are sorted.
type monomial struct {
	coef  uint64
	deg   int
	atoms [polyDegree]Term
}

// compare orders monomials by their atoms, products before single atoms, the constant last.
func (m *monomial) compare(o *monomial) int {
	if m.deg != o.deg {
		return o.deg - m.deg
	}
	return slices.Compare(m.atoms[:m.deg], o.atoms[:o.deg])
}

// poly is a polynomial: monomials in order, no two with the same atoms, no coefficient zero.
type poly []monomial

// polynomials computes them; one belongs to a builder and keeps its memory.
type polynomials struct {
	steps int // left
	ops   int // additions, products and negations visited
	muls  int // products of two terms that are no constants, among them
	stack poly
}

// polyOf is the polynomial of t modulo 2^v, at the end of the stack, from the returned index on.
func (b *Builder) polyOf(t Term, v int) (at int, ok bool) {
	p := &b.poly
	at = len(p.stack)
	n := b.nodes[t]
	if p.steps--; p.steps < 0 {
		return at, false
	}
	exact := v > int(n.sort) // the value as a number
	x, y := n.args[0], n.args[1]
	switch n.kind {
	case KConst:
		p.push(monomial{coef: b.known[t].one}, v)
		return at, true
	case KAdd:
		if !exact || b.bitLength(x) < int(n.sort) && b.bitLength(y) < int(n.sort) {
			return b.polySum(x, y, v)
		}
	case KBVOr:
		if n.sort <= 64 && b.known[x].zero|b.known[y].zero == mask64(int(n.sort)) { // no two ones meet
			return b.polySum(x, y, v)
		}
	case KNeg, KBVNot:
		if exact && n.kind == KNeg {
			break
		}
		if _, ok := b.polyOf(x, v); !ok {
			return at, false
		}
		p.scale(at, ^uint64(0), v)
		p.ops++
		if n.kind == KBVNot {
			p.push(monomial{coef: mask64(int(n.sort))}, v)
			return at, p.collect(at, v)
		}
		return at, true
	case KMul:
		if exact && b.bitLength(x)+b.bitLength(y) > int(n.sort) {
			break
		}
		p.ops++
		if !b.isConst(y) {
			p.muls++
		}
		if _, ok := b.polyOf(x, v); !ok {
			return at, false
		}
		mid, ok := b.polyOf(y, v)
		return at, ok && p.multiply(at, mid, v)
	case KExtract:
		if n.args[2] == 0 && !exact {
			return b.polyOf(x, v)
		}
	case KConcat:
		lw := int(b.nodes[y].sort)
		if v <= lw || b.isZero(x) {
			return b.polyOf(y, v)
		}
		if !b.isConst(y) {
			break
		}
		if _, ok := b.polyOf(x, v-lw); !ok {
			return at, false
		}
		p.scale(at, 1<<uint(lw), v)
		if _, ok := b.polyOf(y, v); !ok {
			return at, false
		}
		return at, p.collect(at, v)
	}
	m := monomial{coef: 1, deg: 1}
	m.atoms[0] = t
	p.push(m, v)
	return at, true
}

func (b *Builder) polySum(x, y Term, v int) (at int, ok bool) {
	p := &b.poly
	p.ops++
	at, ok = b.polyOf(x, v)
	if !ok {
		return at, false
	}
	if _, ok = b.polyOf(y, v); !ok {
		return at, false
	}
	return at, p.collect(at, v)
}

func (p *polynomials) push(m monomial, v int) {
	if m.coef &= mask64(v); m.coef != 0 {
		p.stack = append(p.stack, m)
	}
}

// scale multiplies what is on the stack from at on by k.
func (p *polynomials) scale(at int, k uint64, v int) {
	rest := p.stack[at:]
	p.stack = p.stack[:at]
	for _, m := range rest {
		m.coef *= k
		p.push(m, v)
	}
}

// collect makes one polynomial of the monomials from at on.
func (p *polynomials) collect(at, v int) bool {
	rest := p.stack[at:]
	slices.SortFunc(rest, func(x, y monomial) int { return x.compare(&y) })
	p.stack = p.stack[:at]
	for i := 0; i < len(rest); {
		m := rest[i]
		for i++; i < len(rest) && rest[i].compare(&m) == 0; i++ {
			m.coef += rest[i].coef
		}
		p.push(m, v)
	}
	return len(p.stack)-at <= polyMonos
}

// multiply replaces the polynomials from at and from mid on by their product.
func (p *polynomials) multiply(at, mid, v int) bool {
	end := len(p.stack)
	if (mid-at)*(end-mid) > 4*polyMonos {
		return false
	}
	for i := at; i < mid; i++ {
		for j := mid; j < end; j++ {
			x, y := &p.stack[i], &p.stack[j]
			m := monomial{coef: x.coef * y.coef, deg: x.deg + y.deg}
			if m.deg > polyDegree {
				return false
			}
			copy(m.atoms[:], x.atoms[:x.deg])
			copy(m.atoms[x.deg:], y.atoms[:y.deg])
			slices.Sort(m.atoms[:m.deg])
			p.push(m, v)
		}
	}
	p.stack = append(p.stack[:at], p.stack[end:]...)
	return p.collect(at, v)
}

// difference is the polynomial of x - y, two terms of one width of at most 64 bits. It is valid until the next
// one is computed.
func (b *Builder) difference(x, y Term) (poly, bool) {
	p := &b.poly
	w := int(b.nodes[x].sort)
	p.steps, p.ops, p.muls, p.stack = polySteps, 0, 0, p.stack[:0]
	if _, ok := b.polyOf(y, w); !ok {
		return nil, false
	}
	p.scale(0, ^uint64(0), w)
	if _, ok := b.polyOf(x, w); !ok || !p.collect(0, w) {
		return nil, false
	}
	return p.stack, true
}

// SumOfProducts is a name for the value of t as a sum of products, if it has a product of unknown factors in it and few enough parts: two terms
// of one width with the same name are equal under every assignment.
func (b *Builder) SumOfProducts(t Term) (name string, ok bool) {
	w := int(b.nodes[t].sort)
	if w > 64 || !b.product(t, 3) {
		return "", false
	}
	p := &b.poly
	p.steps, p.stack = polySteps, p.stack[:0]
	if _, ok := b.polyOf(t, w); !ok {
		return "", false
	}
	buf := binary.AppendUvarint(nil, uint64(w))
	for _, m := range p.stack {
		buf = binary.AppendUvarint(buf, uint64(m.deg))
		for _, a := range m.atoms[:m.deg] {
			buf = binary.AppendUvarint(buf, uint64(a))
		}
		buf = binary.AppendUvarint(buf, m.coef)
	}
	return string(buf), true
}
