// Circuits of the bit-vector operations, over little-endian vectors of edges.
//
// Addition is a ripple of full adders: a prefix adder is shallower, but depth is not what a SAT solver pays for, and the ripple's
// carries propagate completely. Comparison is the borrow chain of a subtraction, one majority per bit. Shifts are barrels of
// multiplexers, one row per bit of the amount that matters, and the amount's other bits select the fill.
//
// Division is the restoring circuit, which yields quotient and remainder together (both are kept, see vectors.go) and gives
// SMT-LIB's values for a zero divisor without a special case: nothing is ever borrowed, so the quotient is all ones and the
// remainder is the dividend. Rejected: fresh q and r with q*d + r = n as a constraint. It is smaller, but then the constraint
// holds in every query that comes later whether the quotient matters there or not, and a value is no longer a function of the inputs.
//
// Multiplication is in multiply.go.
package bitblast

func (g *aig) constVec(width int, bit func(i int) bool) []edge {
	v := make([]edge, width)
	for i := range v {
		v[i] = boolEdge(bit(i))
	}
	return v
}

func (g *aig) inputs(width int) []edge {
	v := make([]edge, width)
	for i := range v {
		v[i] = g.input()
	}
	return v
}

func (g *aig) mapBits(a, b []edge, f func(x, y edge) edge) []edge {
	v := make([]edge, len(a))
	for i := range v {
		v[i] = f(a[i], b[i])
	}
	return v
}

func notVec(a []edge) []edge {
	v := make([]edge, len(a))
	for i := range v {
		v[i] = a[i].not()
	}
	return v
}

func (g *aig) iteVec(c edge, t, e []edge) []edge {
	v := make([]edge, len(t))
	for i := range v {
		v[i] = g.ite(c, t[i], e[i])
	}
	return v
}

// add returns a + b + carry modulo 2^width.
func (g *aig) add(a, b []edge, carry edge) []edge {
	v := make([]edge, len(a))
	for i := range v {
		if i == len(v)-1 {
			v[i] = g.xor(g.xor(a[i], b[i]), carry)
			break
		}
		v[i], carry = g.fullAdder(a[i], b[i], carry)
	}
	return v
}

func (g *aig) sum(a, b []edge) []edge { return g.add(a, b, edgeFalse) }

func (g *aig) sub(a, b []edge) []edge { return g.add(a, notVec(b), edgeTrue) }

func (g *aig) negate(a []edge) []edge {
	return g.add(notVec(a), make([]edge, len(a)), edgeTrue)
}

// andAll and orAll are balanced, which keeps walks over the graph shallow; cnf.go flattens them anyway.
func (g *aig) andAll(v []edge) edge {
	w := append([]edge(nil), v...)
	for len(w) > 1 {
		k := 0
		for i := 0; i < len(w); i += 2 {
			if i+1 < len(w) {
				w[k] = g.and(w[i], w[i+1])
			} else {
				w[k] = w[i]
			}
			k++
		}
		w = w[:k]
	}
	if len(w) == 0 {
		return edgeTrue
	}
	return w[0]
}

func (g *aig) orAll(v []edge) edge { return g.andAll(notVec(v)).not() }

func (g *aig) equal(a, b []edge) edge {
	if apart(a, b) {
		return edgeFalse
	}
	v := make([]edge, len(a))
	for i := range v {
		v[i] = g.iff(a[i], b[i])
		if v[i] == edgeFalse {
			return edgeFalse
		}
	}
	return g.andAll(v)
}

// apart reports whether a bit of one vector is the complement of the other's: most comparisons of indices end there.
func apart(a, b []edge) bool {
	for i, e := range a {
		if e == b[i].not() {
			return true
		}
	}
	return false
}

// less is the borrow out of a - b: unsigned a < b, or a <= b if orEqual.
func (g *aig) less(a, b []edge, orEqual bool) edge {
	borrow := boolEdge(orEqual)
	for i := range a {
		borrow = g.maj(a[i].not(), b[i], borrow)
	}
	return borrow
}

// signedLess is less with the sign bits exchanged.
func (g *aig) signedLess(a, b []edge, orEqual bool) edge {
	n := len(a) - 1
	return g.maj(a[n], b[n].not(), g.less(a[:n], b[:n], orEqual))
}

type shiftKind uint8

const (
	shiftLeft shiftKind = iota
	shiftRightLogical
	shiftRightArithmetic
)

func (g *aig) shift(kind shiftKind, a, amount []edge) []edge {
	n := len(a)
	fill := edgeFalse
	if kind == shiftRightArithmetic {
		fill = a[n-1]
	}
	v := append([]edge(nil), a...)
	stage := 0
	for ; stage < len(amount) && 1<<stage < n; stage++ {
		step := 1 << stage
		next := make([]edge, n)
		for i := range next {
			from := i + step
			if kind == shiftLeft {
				from = i - step
			}
			in := fill
			if from >= 0 && from < n {
				in = v[from]
			}
			next[i] = g.ite(amount[stage], in, v[i])
		}
		v = next
	}
	if over := g.orAll(amount[stage:]); over != edgeFalse {
		for i := range v {
			v[i] = g.ite(over, fill, v[i])
		}
	}
	return v
}

// divide returns quotient and remainder, unsigned. After t steps the partial remainder is below 2^t, so only t bits of it exist;
// the divisor's higher bits enter through one shared chain of disjunctions.
func (g *aig) divide(a, d []edge) (quo, rem []edge) {
	n := len(a)
	above := make([]edge, n+1) // above[k]: some bit of d from k on is set
	above[n] = edgeFalse
	for k := n - 1; k >= 0; k-- {
		above[k] = g.or(d[k], above[k+1])
	}
	quo = make([]edge, n)
	for t := 1; t <= n; t++ {
		rem = append([]edge{a[n-t]}, rem...)
		fits := g.and(above[t].not(), g.less(d[:t], rem, true))
		quo[n-t] = fits
		if fits == edgeFalse {
			continue
		}
		rem = g.iteVec(fits, g.sub(rem, d[:t]), rem)
	}
	return quo, rem
}
