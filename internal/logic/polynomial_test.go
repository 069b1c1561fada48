package logic

import (
	"math/big"
	"testing"
)

// The polynomial of a term has the term's value, whatever the number of bits that matter.
func TestPolynomialValues(t *testing.T) {
	found := 0
	for seed := range int64(150) {
		g := newGen(seed, [][]int{{4, 8}, {3, 5, 16}, {8, 32, 64}, {1, 2, 60}, {2, 6, 100}}[seed%5], false)
		g.ring = true
		if seed%3 == 0 {
			g.s = NewBuilder(Options{NoSimplify: true}) // shapes that are otherwise rewritten
			g = remake(g, seed)
		}
		evs := make([]*Evaluator, assignments)
		for i := range evs {
			evs[i] = NewEvaluator(g.s, g.assignS[i])
		}
		for range 100 {
			it := g.step()
			if !it.vals[0].Sort().IsBV() {
				continue
			}
			v := 1 + g.rng.Intn(64)
			p := &g.s.poly
			p.steps, p.stack = polySteps, p.stack[:0]
			if _, ok := g.s.polyOf(it.s, v); !ok {
				continue
			}
			if len(p.stack) > 1 {
				found++
			}
			for i, ev := range evs {
				got := new(big.Int)
				for _, m := range p.stack {
					x := new(big.Int).SetUint64(m.coef)
					for _, a := range m.atoms[:m.deg] {
						x.Mul(x, ev.Value(a).Big())
					}
					got.Add(got, x)
				}
				got.And(got, maskBig(v))
				if want := new(big.Int).And(it.vals[i].Big(), maskBig(v)); got.Cmp(want) != 0 {
					t.Fatalf("seed %d, %s = %s: %v modulo 2^%d, want %v", seed, g.last, dump(g.s, it.s), got, v, want)
				}
			}
		}
	}
	if found < 1000 {
		t.Errorf("only %d terms were sums", found)
	}
}

// remake enters the variables of a new generator with the builder of g.
func remake(g *gen, seed int64) *gen {
	n := newGen(seed, g.widths, g.arrays)
	n.ring = g.ring
	n.s, n.pool, n.sorts = g.s, map[Sort][]item{}, nil
	for i := range assignments {
		n.assignS[i], n.assignR[i] = Assignment{}, Assignment{}
	}
	n.variable("p", BoolSort)
	for _, w := range n.widths {
		n.variable("x"+string(rune('0'+w%64)), BVSort(w))
		n.variable("y"+string(rune('0'+w%64)), BVSort(w))
	}
	return n
}

// Expansion stops at its bounds: powers of sums, long sums, deep terms.
func TestPolynomialBounds(t *testing.T) {
	b := NewBuilder(Options{})
	x := b.Var("x", BVSort(32))
	for i := range 60 {
		y := b.Var("y"+string(rune('0'+i)), BVSort(32))
		x = b.Add(b.Mul(x, b.Add(x, y)), y)
		if b.Eq(x, b.Mul(x, y)) == termTrue {
			t.Fatal("equal")
		}
	}
	if n := cap(b.poly.stack); n > 1<<12 {
		t.Errorf("%d monomials", n)
	}
	if n := b.NumTerms(); n > 2000 {
		t.Errorf("%d terms", n)
	}
}

// Terms with one name are equal, and laws of rings give one name.
func TestSumOfProducts(t *testing.T) {
	b := NewBuilder(Options{})
	x, y, z := b.Var("x", BVSort(16)), b.Var("y", BVSort(16)), b.Var("z", BVSort(16))
	name := func(t Term) string {
		s, _ := b.SumOfProducts(t)
		return s
	}
	same := [][2]Term{
		{b.Mul(b.Mul(x, y), z), b.Mul(x, b.Mul(y, z))},
		{b.Mul(x, b.Add(y, z)), b.Add(b.Mul(x, z), b.Mul(x, y))},
	}
	for i, c := range same {
		if c[0] == c[1] || name(c[0]) == "" || name(c[0]) != name(c[1]) {
			t.Errorf("case %d: %q, %q", i, name(c[0]), name(c[1]))
		}
	}
	if name(b.Mul(x, y)) == name(b.Mul(x, z)) || name(b.Mul(x, y)) == name(b.Mul(b.Extract(7, 0, x), b.Extract(7, 0, y))) {
		t.Error("different products with one name")
	}
	if name(b.Add(x, y)) != "" || name(b.Mul(x, b.BV(16, 3))) != "" {
		t.Error("a sum without products has a name")
	}
}
