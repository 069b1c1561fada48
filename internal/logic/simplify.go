package logic

// Simplification at construction: what the rewriting constructors have in common. The rules themselves stand by
// sort: simplify_bool.go, simplify_ite.go, simplify_eq.go, simplify_order.go, simplify_arith.go, simplify_bits.go,
// simplify_array.go.
//
// Each rule looks a bounded distance into its arguments, which are simplified already, and builds its result with the
// rewriting constructors again. That could run deep (an equality pushed down a long chain of Ites) or wide (one
// pushed into both branches), so each construction has fuel: a rule that builds with other rules takes one unit, and
// without fuel only folding and the plain node remain. So a construction costs at most a constant, whatever the
// arguments, and no rule needs an argument of its own for why it ends. A fixpoint rewriter over a worklist was
// rejected: its gain was small beside its cost, as everything arrives bottom-up anyway.
//
// Normal forms that rules rely on:
//   - Not is never over Not or a constant; Ite's condition is never a Not; equal arguments of And are merged, its
//     arguments sorted by handle, small Ands inside it flattened.
//   - A constant is the second argument of a commutative operation; otherwise the smaller handle is first.
//   - Sub is Add of a Neg. A constant summand is outermost.
//   - Zero extension, shifts by constants, products with powers of two and masks of one run of ones are Concats and
//     Extracts. The high part of a Concat is never a Concat.
//   - x <= y is Not(y < x). Sign tests are tests of the top bit.

const (
	// maxFuel bounds the rules applied in one construction.
	maxFuel = 48
	// maxLeaves bounds the trees of Ites over constants through which operations are lifted.
	maxLeaves = 16
)

// burn takes a unit of fuel, if there is one.
func (b *Builder) burn() bool {
	if b.fuel <= 0 {
		return false
	}
	b.fuel--
	return true
}

// settle replaces a term all of whose bits are known by the constant.
func (b *Builder) settle(t Term) Term {
	if w := b.nodes[t].sort; w <= 64 && w > 0 && b.known[t].known() == mask64(int(w)) {
		return b.constant(w, b.known[t].one)
	}
	return t
}

func (b *Builder) is(t Term, k Kind) bool { return b.nodes[t].kind == k }

// arg returns arguments of nodes that are not n-ary.
func (b *Builder) arg(t Term, i int) Term { return b.nodes[t].args[i] }

// isTree reports whether t is a small tree of Ites over constants, but no constant itself.
func (b *Builder) isTree(t Term) bool { return b.nodes[t].leaves > 1 }

// lift applies f to the leaves of a tree of Ites over constants. The tree has at most maxLeaves leaves, so this
// recursion is shallow.
func (b *Builder) lift(t Term, f func(Term) Term) Term {
	if !b.is(t, KIte) {
		return f(t)
	}
	c, x, y := b.arg(t, 0), b.arg(t, 1), b.arg(t, 2)
	p := b.lift(x, f)
	q := b.lift(y, f)
	return b.ite(c, p, q)
}

// lift2 lifts an operation over a tree and a constant, or over two trees with one condition.
func (b *Builder) lift2(k Kind, x, y Term) (Term, bool) {
	nx, ny := b.nodes[x].leaves, b.nodes[y].leaves
	switch {
	case nx == 0 || ny == 0:
		return 0, false
	case nx == 1 && ny == 1:
		return b.fold2(k, x, y), true
	case ny == 1 && b.burn():
		return b.lift(x, func(t Term) Term { return b.fold2(k, t, y) }), true
	case nx == 1 && b.burn():
		return b.lift(y, func(t Term) Term { return b.fold2(k, x, t) }), true
	case nx == 2 && ny == 2 && b.arg(x, 0) == b.arg(y, 0):
		p := b.fold2(k, b.arg(x, 1), b.arg(y, 1))
		q := b.fold2(k, b.arg(x, 2), b.arg(y, 2))
		return b.ite(b.arg(x, 0), p, q), true
	}
	return 0, false
}

// ordered puts a constant second, otherwise the smaller handle first.
func (b *Builder) ordered(x, y Term) (Term, Term) {
	if b.isConst(x) || !b.isConst(y) && y < x {
		return y, x
	}
	return x, y
}

// offset splits t into a term and a constant summand, which is 0 (no term) if there is none.
func (b *Builder) offset(t Term) (base, c Term) {
	if b.is(t, KAdd) && b.isConst(b.arg(t, 1)) {
		return b.arg(t, 0), b.arg(t, 1)
	}
	return t, 0
}

// distinct reports whether x and y, two different bit-vectors, differ under every assignment as far as a glance shows.
func (b *Builder) distinct(x, y Term) bool {
	if b.isConst(x) && b.isConst(y) {
		return x != y
	}
	kx, ky := b.known[x], b.known[y]
	if kx.zero&ky.one|kx.one&ky.zero != 0 {
		return true
	}
	bx, cx := b.offset(x)
	by, cy := b.offset(y)
	return bx == by && cx != cy // constant summands are never zero
}

// cheap reports whether extracting from t makes no node that was not there in some form: it is made of pieces.
func (b *Builder) cheap(t Term) bool {
	switch b.nodes[t].kind {
	case KConst, KConcat, KSExt:
		return true
	}
	return b.isTree(t)
}
