package logic

// Rules for Ite, of any sort. States of a program merge at joins, so most terms are Ites; what a condition says about
// the conditions inside its branches decides how large formulas get.

func (b *Builder) ite(c, x, y Term) Term {
	for {
		switch {
		case c == termTrue || x == y:
			return x
		case c == termFalse:
			return y
		case b.is(c, KNot):
			c, x, y = b.arg(c, 0), y, x
			continue
		}
		break
	}
	sort := b.nodes[x].sort
	if sort == 0 {
		if t := b.iteBool(c, x, y); t != 0 {
			return t
		}
	}
	x = b.under(c, true, x)
	y = b.under(c, false, y)
	if x == y {
		return x
	}
	if b.is(c, KEq) {
		p, q := b.arg(c, 0), b.arg(c, 1)
		if x == p && y == q || x == q && y == p {
			return y
		}
		if x == p && b.isConst(q) {
			x = q
		}
		if sort == 1 && b.nodes[p].sort == 1 && b.isOne(q) && b.isConst(x) && b.isConst(y) { // x and y differ
			if b.isOne(x) {
				return p
			}
			return b.bvnot(p)
		}
	}
	if b.fuel > 0 {
		if t := b.iteNested(c, x, y); t != 0 {
			return t
		}
		if t := b.iteFactor(c, x, y); t != 0 {
			return t
		}
	}
	return b.settle(b.mkIte(c, x, y))
}

// iteBool makes And, Or and Eq of an Ite of formulas where it is one, else 0.
func (b *Builder) iteBool(c, x, y Term) Term {
	switch {
	case x == termTrue || x == c:
		return b.or2(c, y)
	case x == termFalse || b.complements(x, c):
		return b.and2(b.not(c), y)
	case y == termTrue || b.complements(y, c):
		return b.or2(b.not(c), x)
	case y == termFalse || y == c:
		return b.and2(c, x)
	case b.complements(x, y):
		return b.eq(c, x)
	}
	return 0
}

// under is t simplified where c is known to be pol: Ites at the top of t that c decides are decided.
func (b *Builder) under(c Term, pol bool, t Term) Term {
	for range 8 {
		if !b.is(t, KIte) {
			return t
		}
		d := b.arg(t, 0)
		switch b.implied(c, pol, d) {
		case 1:
			t = b.arg(t, 1)
			continue
		case -1:
			t = b.arg(t, 2)
			continue
		}
		if pol && b.is(d, KAnd) && b.NumArgs(d) <= maxScan && b.member(d, c) == 1 && b.burn() {
			return b.ite(b.without(d, c), b.arg(t, 1), b.arg(t, 2))
		}
		return t
	}
	return t
}

// implied is 1 if d holds wherever c is pol, -1 if d fails there, 0 if neither is seen.
func (b *Builder) implied(c Term, pol bool, d Term) int {
	sign := 1
	if b.is(d, KNot) {
		d, sign = b.arg(d, 0), -1
	}
	switch {
	case c == d && pol:
		return sign
	case c == d:
		return -sign
	}
	if pol && b.is(c, KAnd) && b.NumArgs(c) <= maxScan {
		if m := b.member(c, d); m != 0 {
			return sign * m
		}
	}
	if b.is(d, KAnd) && b.NumArgs(d) <= maxScan {
		if m := b.member(d, c); m == -1 && pol || m == 1 && !pol {
			return -sign
		}
	}
	ac, ok := b.atomLit(c, !pol)
	if !ok {
		return 0
	}
	ad, ok := b.atomOf(d)
	if !ok || ad.x != ac.x {
		return 0
	}
	switch b.meet(ac, ad) {
	case meetEmpty:
		return -sign
	case meetFirst:
		return sign
	}
	return 0
}

// iteNested merges an Ite with one in a branch that shares a result with it; 0 if none does.
func (b *Builder) iteNested(c, x, y Term) Term {
	if b.is(y, KIte) {
		d, p, q := b.arg(y, 0), b.arg(y, 1), b.arg(y, 2)
		switch {
		case p == x && b.burn():
			return b.ite(b.or2(c, d), x, q)
		case q == x && b.burn():
			return b.ite(b.or2(c, b.not(d)), x, p)
		}
	}
	if b.is(x, KIte) {
		d, p, q := b.arg(x, 0), b.arg(x, 1), b.arg(x, 2)
		switch {
		case p == y && b.burn():
			return b.ite(b.and2(c, b.not(d)), q, y)
		case q == y && b.burn():
			return b.ite(b.and2(c, d), p, y)
		}
	}
	return 0
}

// iteFactor takes a common operation out of the branches; 0 if there is none.
func (b *Builder) iteFactor(c, x, y Term) Term {
	nx, ny := &b.nodes[x], &b.nodes[y]
	if nx.kind == KStore && (x != y) {
		a, i, v := nx.args[0], nx.args[1], nx.args[2]
		if ny.kind == KStore && ny.args[0] == a && ny.args[1] == i && b.burn() {
			w := ny.args[2]
			return b.store(a, i, b.ite(c, v, w))
		}
		if y == a && b.burn() {
			return b.store(a, i, b.ite(c, v, b.sel(a, i)))
		}
	}
	if ny.kind == KStore && ny.args[0] == x && b.burn() {
		i, v := ny.args[1], ny.args[2]
		return b.store(x, i, b.ite(c, b.sel(x, i), v))
	}
	if nx.kind != ny.kind {
		return 0
	}
	switch nx.kind {
	case KConcat:
		h1, l1, h2, l2 := nx.args[0], nx.args[1], ny.args[0], ny.args[1]
		if (h1 == h2 || l1 == l2) && b.burn() {
			lo := b.ite(c, l1, l2)
			return b.concat(b.ite(c, h1, h2), lo)
		}
	case KSExt:
		p, q := nx.args[0], ny.args[0]
		if b.nodes[p].sort == b.nodes[q].sort && b.burn() {
			w := int(nx.sort)
			return b.sext(w, b.ite(c, p, q))
		}
	}
	return 0
}
