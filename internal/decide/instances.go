package decide

import (
	"maps"
	"math/bits"
	"slices"

	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/solve"
)

// Instances of a quantifier about memory. A solver that looks for values x which contradict "for all x: not condition(x)" finds one after another; what proves that an input is left out is mostly that the
// condition looks at the same place as the program does. So where the condition looks at an address that is linear in x, and the program at some address e, the x that makes them equal is
// put in: a term over the program's own terms. Every instance follows from the quantifier, whatever is put in, so nothing has to be checked. (Matching, as solvers do for functions, by solving one equation.)

// mostInstances is how many are made at once.
const mostInstances = 64

// match is a variable that makes an address one at which the program looks.
type match struct{ at, v, e, is logic.Term }

// matches are those of a law.
func matches(b *logic.Builder, l *law) (out []match) {
	for _, at := range lookedAt(b, l.body) {
		for _, v := range l.bound {
			if !slices.Contains(b.VarsOf(at), v) {
				continue
			}
			for _, e := range l.at {
				if len(out) == mostInstances {
					return out
				}
				if mentions(b, e, l.bound) {
					continue
				}
				switch w := b.Width(at); {
				case b.Width(e) < w:
					e = b.ZExt(w, e)
				case b.Width(e) > w:
					e = b.Extract(w-1, 0, e)
				}
				if is, ok := solveFor(b, at, v, e); ok && !mentions(b, is, l.bound) {
					out = append(out, match{at, v, e, is})
				}
			}
		}
	}
	return out
}

// instances are those of a law that look where the program does. Variables may be left in them.
func instances(b *logic.Builder, l *law) (out []logic.Term) {
	for _, m := range matches(b, l) {
		if t := b.Subst(l.body, map[logic.Term]logic.Term{m.v: m.is}); !b.IsTrue(t) && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}

// alike are the instances of a law that in a model look at the same place as one with some values does.
func alike(b *logic.Builder, l *law, values map[logic.Term]logic.Term, m *solve.Model) (out []logic.Term) {
	for _, x := range matches(b, l) {
		if !m.Value(b.Subst(x.at, values)).Equal(m.Value(x.e)) {
			continue
		}
		with := maps.Clone(values)
		with[x.v] = x.is
		if t := b.Subst(l.body, with); !b.IsTrue(t) && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}

// lookedAt are the addresses at which some terms look: indices of arrays, and what is compared with the addresses of several cells, or with numbers that stand for these.
func lookedAt(b *logic.Builder, ts ...logic.Term) (out []logic.Term) {
	compared := map[logic.Term]int{}
	for _, t := range b.Cone(ts...) {
		switch b.Kind(t) {
		case logic.KSelect:
			if at := b.Arg(t, 1); !b.IsConst(at) && !slices.Contains(out, at) {
				out = append(out, at)
			}
		case logic.KEq:
			x, y := b.Arg(t, 0), b.Arg(t, 1)
			if b.IsConst(x) {
				x, y = y, x
			}
			if !b.IsConst(y) || !b.Sort(x).IsBV() {
				continue
			}
			if compared[x]++; compared[x] == severalCells && !slices.Contains(out, x) {
				out = append(out, x)
			}
		}
	}
	return out
}

// severalCells is how many.
const severalCells = 4

// solveFor is the value of a variable for which one term is another, if the first is the variable times a power of two and something else.
func solveFor(b *logic.Builder, t, v, e logic.Term) (logic.Term, bool) {
	w := b.Width(t)
	if !b.Sort(v).IsBV() || b.Width(v) > w {
		return 0, false
	}
	put := func(k uint64) logic.Term {
		return b.SubstAll([]logic.Term{t}, map[logic.Term]logic.Term{v: b.BV(b.Width(v), k)})[0]
	}
	scale, ok := b.Uint64(b.Sub(put(1), put(0)))
	if !ok || scale == 0 || scale&(scale-1) != 0 {
		return 0, false
	}
	k := bits.TrailingZeros64(scale)
	return b.Extract(min(w, k+b.Width(v))-1, k, b.Sub(e, put(0))), k+b.Width(v) <= w
}
