package main

import "github.com/heddle-dev/heddle/internal/sat"

// From words to clauses: a plain bit-blaster with structural hashing and Tseitin encoding. It is the
// generator's own, kept simple and unchanging, and shares nothing with solve/bitblast.

type gateKey struct {
	kind    byte
	a, b, c sat.Lit
}

type gates struct {
	cnf  *sat.CNF
	next sat.Var
	one  sat.Lit
	hash map[gateKey]sat.Lit
	bits map[*word][]sat.Lit
}

func newGates() *gates {
	g := &gates{cnf: &sat.CNF{}, hash: map[gateKey]sat.Lit{}, bits: map[*word][]sat.Lit{}}
	g.one = g.fresh()
	g.cnf.Add(g.one)
	return g
}

func (g *gates) fresh() sat.Lit {
	l := sat.MkLit(g.next, false)
	g.next++
	return l
}

func (g *gates) and(a, b sat.Lit) sat.Lit {
	zero := g.one.Neg()
	switch {
	case a == zero || b == zero || a == b.Neg():
		return zero
	case a == g.one || a == b:
		return b
	case b == g.one:
		return a
	}
	if a > b {
		a, b = b, a
	}
	k := gateKey{'&', a, b, 0}
	if o, ok := g.hash[k]; ok {
		return o
	}
	o := g.fresh()
	g.hash[k] = o
	g.cnf.Add(o.Neg(), a)
	g.cnf.Add(o.Neg(), b)
	g.cnf.Add(o, a.Neg(), b.Neg())
	return o
}

func (g *gates) or(a, b sat.Lit) sat.Lit { return g.and(a.Neg(), b.Neg()).Neg() }

func (g *gates) xor(a, b sat.Lit) sat.Lit {
	switch {
	case a == b:
		return g.one.Neg()
	case a == b.Neg():
		return g.one
	case a == g.one:
		return b.Neg()
	case a == g.one.Neg():
		return b
	case b == g.one:
		return a.Neg()
	case b == g.one.Neg():
		return a
	}
	flip := a.Sign() != b.Sign()
	a, b = a&^1, b&^1
	if a > b {
		a, b = b, a
	}
	k := gateKey{'^', a, b, 0}
	o, ok := g.hash[k]
	if !ok {
		o = g.fresh()
		g.hash[k] = o
		g.cnf.Add(o.Neg(), a, b)
		g.cnf.Add(o.Neg(), a.Neg(), b.Neg())
		g.cnf.Add(o, a.Neg(), b)
		g.cnf.Add(o, a, b.Neg())
	}
	if flip {
		return o.Neg()
	}
	return o
}

func (g *gates) mux(c, a, b sat.Lit) sat.Lit {
	zero := g.one.Neg()
	switch {
	case c == g.one || a == b:
		return a
	case c == zero:
		return b
	case a == g.one || a == c:
		return g.or(c, b)
	case a == zero || a == c.Neg():
		return g.and(c.Neg(), b)
	case b == g.one || b == c.Neg():
		return g.or(c.Neg(), a)
	case b == zero || b == c:
		return g.and(c, a)
	case a == b.Neg():
		return g.xor(c, b)
	}
	if c.Sign() {
		c, a, b = c.Neg(), b, a
	}
	k := gateKey{'?', c, a, b}
	if o, ok := g.hash[k]; ok {
		return o
	}
	o := g.fresh()
	g.hash[k] = o
	g.cnf.Add(c.Neg(), a.Neg(), o)
	g.cnf.Add(c.Neg(), a, o.Neg())
	g.cnf.Add(c, b.Neg(), o)
	g.cnf.Add(c, b, o.Neg())
	return o
}

func (g *gates) fullAdder(a, b, c sat.Lit) (sum, carry sat.Lit) {
	x := g.xor(a, b)
	return g.xor(x, c), g.or(g.and(a, b), g.and(x, c))
}

func (g *gates) addBits(a, b []sat.Lit, carry sat.Lit) []sat.Lit {
	out := make([]sat.Lit, len(a))
	for i := range a {
		out[i], carry = g.fullAdder(a[i], b[i], carry)
	}
	return out
}

// mulBits is a shift-and-add array multiplier.
func (g *gates) mulBits(a, b []sat.Lit) []sat.Lit {
	n := len(a)
	zero := g.one.Neg()
	acc := make([]sat.Lit, n)
	for i := range acc {
		acc[i] = zero
	}
	for i := range n {
		row := make([]sat.Lit, n)
		for j := range n {
			row[j] = zero
			if j >= i {
				row[j] = g.and(a[j-i], b[i])
			}
		}
		acc = g.addBits(acc, row, zero)
	}
	return acc
}

func (g *gates) less(a, b []sat.Lit) sat.Lit {
	lt := g.one.Neg()
	for i := range a {
		lt = g.mux(g.xor(a[i], b[i]), b[i], lt)
	}
	return lt
}

// lower returns the bits of t, least significant first. Nodes are visited in order of creation, which is
// topological.
func (g *gates) lower(w *words, root *word) sat.Lit {
	need := make([]bool, len(w.all))
	need[root.id] = true
	for i := len(w.all) - 1; i >= 0; i-- {
		if need[i] {
			for _, a := range w.all[i].args {
				need[a.id] = true
			}
		}
	}
	for i, t := range w.all {
		if need[i] {
			g.bits[t] = g.node(t)
		}
	}
	return g.bits[root][0]
}

func (g *gates) node(t *word) []sat.Lit {
	n := max(t.width, 1)
	arg := func(i int) []sat.Lit { return g.bits[t.args[i]] }
	out := make([]sat.Lit, n)
	zip := func(f func(a, b sat.Lit) sat.Lit) {
		for i := range out {
			out[i] = f(arg(0)[i], arg(1)[i])
		}
	}
	switch t.op {
	case opVar:
		for i := range out {
			out[i] = g.fresh()
		}
	case opConst:
		for i := range out {
			out[i] = g.one.Neg()
			if t.val>>i&1 == 1 {
				out[i] = g.one
			}
		}
	case opNot:
		for i := range out {
			out[i] = arg(0)[i].Neg()
		}
	case opAnd:
		zip(g.and)
	case opOr:
		zip(g.or)
	case opXor:
		zip(g.xor)
	case opAdd:
		out = g.addBits(arg(0), arg(1), g.one.Neg())
	case opSub:
		inv := make([]sat.Lit, n)
		for i, l := range arg(1) {
			inv[i] = l.Neg()
		}
		out = g.addBits(arg(0), inv, g.one)
	case opMul:
		out = g.mulBits(arg(0), arg(1))
	case opEq:
		r := g.one
		for i := range arg(0) {
			r = g.and(r, g.xor(arg(0)[i], arg(1)[i]).Neg())
		}
		out[0] = r
	case opUlt:
		out[0] = g.less(arg(0), arg(1))
	case opIte:
		for i := range out {
			out[i] = g.mux(arg(0)[0], arg(1)[i], arg(2)[i])
		}
	case opShl:
		out = g.shiftLeft(arg(0), arg(1))
	case opConcat:
		out = append(append(out[:0], arg(1)...), arg(0)...)
	case opExtract:
		copy(out, arg(0)[t.val&255:])
	default:
		panic("gates: arrays have no clauses")
	}
	return out
}

// shiftLeft is a barrel shifter.
func (g *gates) shiftLeft(a, b []sat.Lit) []sat.Lit {
	n := len(a)
	cur := a
	for k, s := range b {
		d := n
		if k < 20 {
			d = 1 << k
		}
		next := make([]sat.Lit, n)
		for i := range next {
			from := g.one.Neg()
			if i-d >= 0 {
				from = cur[i-d]
			}
			next[i] = g.mux(s, from, cur[i])
		}
		cur = next
	}
	return cur
}
