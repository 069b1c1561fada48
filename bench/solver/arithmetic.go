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

// preimage asks for an input of a small add-rotate-xor hash with the given digest; free is how many input bits are
// not given.
func preimage(rounds, free int, key uint64) func(w *words) *word {
	const n = 16
	return func(w *words) *word {
		hash := func(x, y *word) (*word, *word) {
			for r := range rounds {
				x = w.add(w.rotl(x, 9), y)
				x = w.xor(x, w.num(n, 0x9E37*uint64(r+1)))
				y = w.xor(w.rotl(y, 2), x)
			}
			return x, y
		}
		k := w.num(2*n, key)
		dx, dy := hash(w.extract(2*n-1, n, k), w.extract(n-1, 0, k))
		in := w.variable("in", 2*n)
		x, y := hash(w.extract(2*n-1, n, in), w.extract(n-1, 0, in))
		r := w.and(w.eq(x, dx), w.eq(y, dy))
		if free < 2*n {
			r = w.and(r, w.eq(w.extract(2*n-1, free, in), w.extract(2*n-1, free, k)))
		}
		return r
	}
}

// collision asks for two different inputs with the same truncated digest.
func collision(rounds, bits int) func(w *words) *word {
	const n = 16
	return func(w *words) *word {
		hash := func(x, y *word) *word {
			for r := range rounds {
				x = w.add(w.rotl(x, 5), w.mul(y, w.num(n, 0x6A5)))
				y = w.xor(w.rotl(y, 3), w.add(x, w.num(n, uint64(r+1)*0x3C7)))
			}
			return w.extract(bits-1, 0, w.add(x, y))
		}
		a, b := w.variable("a", n), w.variable("b", n)
		c, d := w.variable("c", n), w.variable("d", n)
		return w.and(w.not(w.and(w.eq(a, c), w.eq(b, d))), w.eq(hash(a, b), hash(c, d)))
	}
}

// sorted: does an odd-even transposition sort with a comparator left out still sort everything?
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
