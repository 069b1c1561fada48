package bitblast

import (
	"context"
	"fmt"
	"testing"

	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/solve"
)

// columns is the carry-save alternative: all partial products of a weight are reduced by full adders, first in first out.
func (g *aig) columns(a, b []edge) []edge {
	n := len(a)
	cols := make([][]edge, n+1)
	for i := range a {
		for j := 0; i+j < n; j++ {
			if p := g.and(a[i], b[j]); p != edgeFalse {
				cols[i+j] = append(cols[i+j], p)
			}
		}
	}
	sum := make([]edge, n)
	for w := range sum {
		col := cols[w]
		for len(col) > 2 {
			s, c := g.fullAdder(col[0], col[1], col[2])
			col = append(col[3:], s)
			cols[w+1] = append(cols[w+1], c)
		}
		if len(col) == 2 {
			s, c := g.fullAdder(col[0], col[1], edgeFalse)
			cols[w+1] = append(cols[w+1], c)
			col = []edge{s}
		}
		if len(col) == 1 {
			sum[w] = col[0]
		}
	}
	return sum
}

// lastFirst reduces a column from its newest end: sums and carries are combined at once, as rows would.
func (g *aig) lastFirst(a, b []edge) []edge {
	n := len(a)
	cols := make([][]edge, n+1)
	for i := range a {
		for j := 0; i+j < n; j++ {
			if p := g.and(a[i], b[j]); p != edgeFalse {
				cols[i+j] = append(cols[i+j], p)
			}
		}
	}
	sum := make([]edge, n)
	for w := range sum {
		col := cols[w]
		for len(col) > 1 {
			k := len(col)
			c := edgeFalse
			if k > 2 {
				c = col[k-3]
				col = col[:k-3]
			} else {
				col = col[:k-2]
			}
			s, carry := g.fullAdder(cols[w][k-1], cols[w][k-2], c)
			col = append(col, s)
			cols[w] = col
			cols[w+1] = append(cols[w+1], carry)
		}
		if len(col) == 1 {
			sum[w] = col[0]
		}
	}
	return sum
}

// BenchmarkMultiplier is where the choice of multiplier was measured:
//
//	go test ./internal/solve/bitblast -run xxx -bench Multiplier -benchtime 3x
func BenchmarkMultiplier(b *testing.B) {
	shapes := []struct {
		name string
		f    func(g *aig, a, b []edge) []edge
	}{{"rows", (*aig).rows}, {"columns", (*aig).columns}, {"lastfirst", (*aig).lastFirst}}
	type problem struct {
		name string
		want solve.Status
		mk   func(b *logic.Builder) logic.Term
	}
	v := func(b *logic.Builder, n string, w int) logic.Term { return b.Var(n, logic.BVSort(w)) }
	var problems []problem
	for _, w := range []int{6, 7} {
		problems = append(problems, problem{fmt.Sprint("commute", w), solve.Unsat, func(b *logic.Builder) logic.Term {
			x, y := v(b, "x", w), v(b, "y", w)
			return b.Not(b.Eq(b.Mul(x, y), b.Neg(b.Mul(y, b.Neg(x)))))
		}})
	}
	for _, w := range []int{5, 6} {
		problems = append(problems, problem{fmt.Sprint("distribute", w), solve.Unsat, func(b *logic.Builder) logic.Term {
			x, y, z := v(b, "x", w), v(b, "y", w), v(b, "z", w)
			return b.Not(b.Eq(b.Mul(x, b.Add(y, z)), b.Add(b.Mul(x, y), b.Mul(x, z))))
		}})
	}
	for _, n := range []uint64{65521 * 3, 239 * 251, 1021 * 1019, 4093 * 4091} {
		problems = append(problems, problem{fmt.Sprint("factor", n), solve.Sat, func(b *logic.Builder) logic.Term {
			x, y := b.ZExt(32, v(b, "x", 16)), b.ZExt(32, v(b, "y", 16))
			return b.And(b.Eq(b.Mul(x, y), b.BV(32, n)), b.ULt(b.BV(32, 1), x), b.ULt(x, y))
		}})
	}
	problems = append(problems,
		problem{"prime65521", solve.Unsat, func(b *logic.Builder) logic.Term {
			x, y := b.ZExt(24, v(b, "x", 12)), b.ZExt(24, v(b, "y", 12))
			return b.And(b.Eq(b.Mul(x, y), b.BV(24, 65521)), b.ULt(b.BV(24, 1), x), b.ULt(x, y))
		}},
		problem{"square", solve.Unsat, func(b *logic.Builder) logic.Term {
			x := v(b, "x", 20)
			return b.Eq(b.BVAnd(b.Mul(x, x), b.BV(20, 7)), b.BV(20, 5))
		}},
		problem{"inverse", solve.Sat, func(b *logic.Builder) logic.Term {
			x := v(b, "x", 24)
			return b.Eq(b.Mul(b.Mul(x, x), x), b.BV(24, 0x3f1d3b))
		}},
	)
	for _, p := range problems {
		for _, shape := range shapes {
			b.Run(p.name+"/"+shape.name, func(b *testing.B) {
				seed := int64(0)
				for b.Loop() {
					seed++
					// As written: sums of products would be seen equal before they are circuits.
					lb := logic.NewBuilder(logic.Options{NoSimplify: true})
					cfg := defaultConfig()
					cfg.noSums = true
					s := newSolver(lb, solve.Options{Seed: seed}, cfg)
					s.g.product = shape.f
					if st, err := s.Check(context.Background(), p.mk(lb)); st != p.want || err != nil {
						b.Fatal(st, err)
					}
				}
			})
		}
	}
}

// Terms that are equal as sums of products share a circuit, under whatever they stand.
func TestEqualProductsShare(t *testing.T) {
	f := newFixture(t, solve.Options{Check: true}, defaultConfig())
	b := f.b
	v := func(n string) logic.Term { return b.Var(n, logic.BVSort(32)) }
	x, y, z := v("x"), v("y"), v("z")
	shift := func(t logic.Term) logic.Term { return b.LShr(t, b.BVAnd(z, b.BV(32, 7))) }
	p := b.ULt(shift(b.Mul(b.Mul(x, y), z)), shift(b.Mul(x, b.Mul(y, z))))
	q := b.ULt(shift(b.Mul(x, b.Add(y, z))), shift(b.Add(b.Mul(x, y), b.Mul(x, z))))
	if b.IsConst(p) || b.IsConst(q) {
		t.Fatal("seen by the builder, nothing to test")
	}
	f.want(solve.Unsat, p)
	f.want(solve.Unsat, q)
	f.want(solve.Sat, b.Eq(b.Mul(b.Mul(x, y), z), b.BV(32, 30)), b.Eq(x, b.BV(32, 2)), b.Eq(y, b.BV(32, 3)))
	if got, _ := f.s.Model().Value(z).Uint64(); got*6&(1<<32-1) != 30 {
		t.Errorf("z is %d", got)
	}
}
