package logic

// Rules for Not and And. Or is Not over And, so these serve disjunctions too.
//
// What matters most is what joins of control flow make: the path conditions (p and c) and (p and not c) come back
// together and must give p again; a condition under which one already stands must vanish. So And looks one level
// into its arguments, for literals and their complements. Large Ands (more than maxScan arguments) get only the
// rules that cost n log n.

import "slices"

const (
	maxScan    = 16 // arguments up to which And compares them pairwise and looks inside
	maxFlatten = 8  // arguments up to which an And inside an And is opened
)

func (b *Builder) not(x Term) Term {
	switch {
	case x == termTrue:
		return termFalse
	case x == termFalse:
		return termTrue
	case b.is(x, KNot):
		return b.arg(x, 0)
	}
	return b.mk1(KNot, 0, x)
}

func (b *Builder) and2(x, y Term) Term { return b.and([]Term{x, y}) }

func (b *Builder) or2(x, y Term) Term { return b.not(b.and([]Term{b.not(x), b.not(y)})) }

// complements reports whether one formula is the negation of the other.
func (b *Builder) complements(x, y Term) bool {
	if x < y {
		return b.is(y, KNot) && b.arg(y, 0) == x
	}
	return b.is(x, KNot) && b.arg(x, 0) == y
}

func (b *Builder) and(xs []Term) Term {
	var buf [2 * maxScan]Term
	out := buf[:0]
	for _, x := range xs {
		switch {
		case x == termTrue:
		case x == termFalse:
			return termFalse
		case b.is(x, KAnd) && b.NumArgs(x) <= maxFlatten && len(xs) <= maxFlatten:
			out = append(out, b.Args(x)...)
		default:
			out = append(out, x)
		}
	}
	for {
		slices.Sort(out)
		out = slices.Compact(out)
		for _, x := range out {
			if b.is(x, KNot) {
				if _, found := slices.BinarySearch(out, b.arg(x, 0)); found {
					return termFalse
				}
			}
		}
		switch len(out) {
		case 0:
			return termTrue
		case 1:
			return out[0]
		}
		if len(out) > maxScan {
			break
		}
		next, changed := b.scan(out)
		if !changed {
			break
		}
		if slices.Contains(next, termFalse) {
			return termFalse
		}
		// A rule may have made an And or true; take it up like any argument, once more.
		if slices.ContainsFunc(next, func(t Term) bool { return t == termTrue || b.is(t, KAnd) }) && b.burn() {
			return b.and(slices.Clone(next))
		}
		out = next
	}
	return b.mkAnd(out)
}

// scan applies the first rule that fits two of the arguments, in place.
func (b *Builder) scan(out []Term) ([]Term, bool) {
	for i, x := range out {
		// An And too large to be opened.
		if b.is(x, KAnd) && b.NumArgs(x) <= maxScan {
			for j, y := range out {
				if i == j {
					continue
				}
				switch b.member(x, y) {
				case 1: // y is in x already
					return slices.Delete(out, j, j+1), true
				case -1:
					out[0] = termFalse
					return out[:1], true
				}
			}
		}
		// A disjunction, written Not(And(...)).
		if b.is(x, KNot) && b.is(b.arg(x, 0), KAnd) && b.NumArgs(b.arg(x, 0)) <= maxScan {
			inner := b.arg(x, 0)
			for j, y := range out {
				if i == j {
					continue
				}
				switch b.member(inner, y) {
				case -1: // a disjunct holds
					return slices.Delete(out, i, i+1), true
				case 1: // a disjunct fails
					if b.burn() {
						out[i] = b.not(b.without(inner, y))
						return out, true
					}
				}
			}
			for j := i + 1; j < len(out); j++ {
				if y := out[j]; b.is(y, KNot) {
					if r := b.resolve(inner, b.arg(y, 0)); r != 0 {
						out[i] = r
						return slices.Delete(out, j, j+1), true
					}
				}
			}
		}
	}
	for i, x := range out {
		ax, ok := b.atomOf(x)
		if !ok {
			continue
		}
		for j := i + 1; j < len(out); j++ {
			ay, ok := b.atomOf(out[j])
			if !ok || ay.x != ax.x {
				continue
			}
			switch b.meet(ax, ay) {
			case meetEmpty:
				out[0] = termFalse
				return out[:1], true
			case meetFirst:
				return slices.Delete(out, j, j+1), true
			case meetSecond:
				return slices.Delete(out, i, i+1), true
			case meetPoint:
				if b.burn() {
					out[i] = b.eq(ax.x, b.pointOf(ax, ay))
					return slices.Delete(out, j, j+1), true
				}
			}
		}
	}
	return out, false
}

// member is 1 if y is an argument of the And x, -1 if its negation is, else 0.
func (b *Builder) member(x, y Term) int {
	for _, a := range b.Args(x) {
		if a == y {
			return 1
		}
		if b.complements(a, y) {
			return -1
		}
	}
	return 0
}

// without is the And x but for its argument y.
func (b *Builder) without(x, y Term) Term {
	var rest []Term
	for _, a := range b.Args(x) {
		if a != y {
			rest = append(rest, a)
		}
	}
	switch len(rest) {
	case 0:
		return termTrue
	case 1:
		return rest[0]
	}
	return b.mkAnd(rest) // sorted and free of complements, as x was
}

// resolve is one formula for Not(x) and Not(y), where x is an And: if both have the same literals but for one each, c
// and d, then it is Not(rest and (c or d)). It is 0 if that does not fit.
func (b *Builder) resolve(x, y Term) Term {
	if !b.is(y, KAnd) || b.NumArgs(x) != b.NumArgs(y) {
		return 0
	}
	xs, ys := b.Args(x), b.Args(y)
	var rest []Term
	var c, d Term
	for i, j := 0, 0; i < len(xs) || j < len(ys); {
		switch {
		case i < len(xs) && j < len(ys) && xs[i] == ys[j]:
			rest = append(rest, xs[i])
			i++
			j++
		case j == len(ys) || i < len(xs) && xs[i] < ys[j]:
			if c != 0 {
				return 0
			}
			c = xs[i]
			i++
		default:
			if d != 0 {
				return 0
			}
			d = ys[j]
			j++
		}
	}
	if len(rest) == 0 || !b.burn() {
		return 0
	}
	return b.not(b.and(append(rest, b.or2(c, d))))
}
