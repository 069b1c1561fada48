package logic

// Atoms: formulas that bound one bit-vector by constants, as sets of values. Two of them about the same term decide each
// other, or join to one; that is all the reasoning about order that happens before the solver, and it is what loop
// counters, array bounds and switch cases need.

// atom is x in [lo, hi], or x different from lo if ne. A signed atom has its bounds with the sign bit flipped, which
// turns the signed order into the unsigned one. A point (lo == hi, or ne) is never signed.
type atom struct {
	x      Term
	lo, hi uint64
	ne     bool
	signed bool
}

func (a atom) point() bool { return a.ne || a.lo == a.hi && !a.signed }

// atomOf reads a formula as an atom.
func (b *Builder) atomOf(t Term) (atom, bool) {
	if b.is(t, KNot) {
		return b.atomLit(b.arg(t, 0), true)
	}
	return b.atomLit(t, false)
}

// atomLit reads t, negated if neg, as an atom.
func (b *Builder) atomLit(t Term, neg bool) (atom, bool) {
	n := &b.nodes[t]
	switch n.kind {
	case KEq, KULt, KSLt:
	default:
		return atom{}, false
	}
	x, y := n.args[0], n.args[1]
	w := b.nodes[x].sort
	if w == 0 || w > 64 {
		return atom{}, false
	}
	top := mask64(int(w))
	var flip uint64
	if n.kind == KSLt {
		flip = 1 << (w - 1)
	}
	a := atom{hi: top, signed: flip != 0}
	switch {
	case b.isConst(y):
		v := b.nodes[y].value() ^ flip
		a.x = x
		switch {
		case n.kind == KEq:
			a.lo, a.hi, a.ne = v, v, neg
		case neg:
			a.lo = v
		case v == 0:
			return atom{}, false
		default:
			a.hi = v - 1
		}
	case b.isConst(x) && n.kind != KEq:
		v := b.nodes[x].value() ^ flip
		a.x = y
		switch {
		case neg:
			a.hi = v
		case v == top:
			return atom{}, false
		default:
			a.lo = v + 1
		}
	default:
		return atom{}, false
	}
	if a.signed && a.lo == a.hi {
		a.lo, a.hi, a.signed = a.lo^flip, a.hi^flip, false
	}
	return a, true
}

// What the conjunction of two atoms about one term is.
type meeting int

const (
	meetNothing meeting = iota // nothing simpler
	meetEmpty                  // false
	meetFirst                  // the first, which implies the second
	meetSecond                 // the second, which implies the first
	meetPoint                  // one value: pointOf
)

func (b *Builder) signOf(x Term) uint64 { return 1 << (b.nodes[x].sort - 1) }

// align brings two atoms into the same order, if that can be done.
func align(p, q atom, sign uint64) (atom, atom, bool) {
	if p.signed == q.signed {
		return p, q, true
	}
	if p.signed {
		if !q.point() {
			return p, q, false
		}
		q.lo ^= sign
		q.hi ^= sign
		return p, q, true
	}
	if !p.point() {
		return p, q, false
	}
	p.lo ^= sign
	p.hi ^= sign
	return p, q, true
}

func (b *Builder) meet(p, q atom) meeting {
	p, q, ok := align(p, q, b.signOf(p.x))
	if !ok {
		return meetNothing
	}
	switch {
	case p.ne && q.ne:
		return meetNothing
	case p.ne:
		return meetHole(p.lo, q, meetSecond)
	case q.ne:
		return meetHole(q.lo, p, meetFirst)
	}
	lo, hi := max(p.lo, q.lo), min(p.hi, q.hi)
	switch {
	case lo > hi:
		return meetEmpty
	case lo == p.lo && hi == p.hi:
		return meetFirst
	case lo == q.lo && hi == q.hi:
		return meetSecond
	case lo == hi:
		return meetPoint
	}
	return meetNothing
}

func meetHole(hole uint64, q atom, implied meeting) meeting {
	switch {
	case hole < q.lo || hole > q.hi:
		return implied
	case q.lo == q.hi:
		return meetEmpty
	}
	return meetNothing
}

// pointOf is the constant where two atoms with meetPoint meet.
func (b *Builder) pointOf(p, q atom) Term {
	sign := b.signOf(p.x)
	p, q, _ = align(p, q, sign)
	v := max(p.lo, q.lo)
	if p.signed || q.signed {
		v ^= sign
	}
	return b.constant(b.nodes[p.x].sort, v)
}
