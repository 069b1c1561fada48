package main

// Instances about arithmetic circuits, written as words.

// commute: is there a product that depends on the order of its factors? Two different array multipliers in CNF.
func commute(n int) func(w *words) *word {
	return func(w *words) *word {
		a, b := w.variable("a", n), w.variable("b", n)
		x, y := w.zext(a, 2*n), w.zext(b, 2*n)
		return w.not(w.eq(w.mul(x, y), w.mul(y, x)))
	}
}

// distribute: a*(b+c) against a*b + a*c, all modulo 2^n.
func distribute(n int) func(w *words) *word {
	return func(w *words) *word {
		a, b, c := w.variable("a", n), w.variable("b", n), w.variable("c", n)
		return w.not(w.eq(w.mul(a, w.add(b, c)), w.add(w.mul(a, b), w.mul(a, c))))
	}
}

// associate: (a*b)*c against a*(b*c), modulo 2^n.
func associate(n int) func(w *words) *word {
	return func(w *words) *word {
		a, b, c := w.variable("a", n), w.variable("b", n), w.variable("c", n)
		return w.not(w.eq(w.mul(w.mul(a, b), c), w.mul(a, w.mul(b, c))))
	}
}

// squares: (a+b)*(a-b) against a*a - b*b.
func squares(n int) func(w *words) *word {
	return func(w *words) *word {
		a, b := w.variable("a", n), w.variable("b", n)
		return w.not(w.eq(w.mul(w.add(a, b), w.sub(a, b)), w.sub(w.mul(a, a), w.mul(b, b))))
	}
}

// shiftAdd: an array multiplier against a sum of shifted words guarded by the bits of the other factor, added
// in a balanced tree.
func shiftAdd(n int) func(w *words) *word {
	return func(w *words) *word {
		a, b := w.variable("a", n), w.variable("b", n)
		x := w.zext(a, 2*n)
		var rows []*word
		for i := range n {
			bit := w.eq(w.extract(i, i, b), w.num(1, 1))
			rows = append(rows, w.ite(bit, w.shl(x, w.num(2*n, uint64(i))), w.num(2*n, 0)))
		}
		for len(rows) > 1 {
			var next []*word
			for i := 0; i+1 < len(rows); i += 2 {
				next = append(next, w.add(rows[i], rows[i+1]))
			}
			if len(rows)%2 == 1 {
				next = append(next, rows[len(rows)-1])
			}
			rows = next
		}
		return w.not(w.eq(w.mul(x, w.zext(b, 2*n)), rows[0]))
	}
}

// factor asks for two factors of n bits of a number, both above one, the first not greater.
func factor(n int, number uint64) func(w *words) *word {
	return func(w *words) *word {
		a, b := w.variable("a", n), w.variable("b", n)
		return w.all2(
			w.eq(w.mul(w.zext(a, 2*n), w.zext(b, 2*n)), w.num(2*n, number)),
			w.ult(w.num(n, 1), a), w.ult(w.num(n, 1), b), w.ule(a, b))
	}
}

// sorter: does odd-even transposition sort anything wrongly, or change the sum of what it sorts?
func sorter(n, width, rounds int) func(w *words) *word {
	return func(w *words) *word {
		var xs []*word
		for i := range n {
			xs = append(xs, w.variable("x"+string(rune('a'+i)), width))
		}
		sum := w.num(width+4, 0)
		for _, x := range xs {
			sum = w.add(sum, w.zext(x, width+4))
		}
		ys := append([]*word(nil), xs...)
		for r := range rounds {
			for i := r % 2; i+1 < n; i += 2 {
				c := w.ult(ys[i+1], ys[i])
				ys[i], ys[i+1] = w.ite(c, ys[i+1], ys[i]), w.ite(c, ys[i], ys[i+1])
			}
		}
		bad := w.bool(false)
		out := w.num(width+4, 0)
		for i := range n {
			out = w.add(out, w.zext(ys[i], width+4))
			if i+1 < n {
				bad = w.or(bad, w.ult(ys[i+1], ys[i]))
			}
		}
		return w.or(bad, w.not(w.eq(sum, out)))
	}
}
