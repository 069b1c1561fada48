package bitblast

import (
	"context"
	"fmt"
	"testing"

	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/solve"
)

// eval runs a graph on concrete inputs.
func (g *aig) eval(e edge, in map[uint32]bool) bool {
	val := make([]bool, e.node()+1)
	get := func(e edge) bool { return val[e.node()] != e.neg() }
	for n := uint32(1); n <= e.node(); n++ {
		if g.isInput(n) {
			val[n] = in[n]
		} else {
			val[n] = get(g.nodes[n].left) && get(g.nodes[n].right)
		}
	}
	return get(e)
}

type operator struct {
	name string
	mk   func(b *logic.Builder, x, y logic.Term) logic.Term
}

func operators(w int) []operator {
	type bld = *logic.Builder
	type term = logic.Term
	ops := []operator{
		{"not", func(b bld, x, _ term) term { return b.BVNot(x) }},
		{"neg", func(b bld, x, _ term) term { return b.Neg(x) }},
		{"add", bld.Add},
		{"sub", bld.Sub},
		{"mul", bld.Mul},
		{"udiv", bld.UDiv},
		{"urem", bld.URem},
		{"sdiv", bld.SDiv},
		{"srem", bld.SRem},
		{"smod", bld.SMod},
		{"and", bld.BVAnd},
		{"or", bld.BVOr},
		{"xor", bld.BVXor},
		{"shl", bld.Shl},
		{"lshr", bld.LShr},
		{"ashr", bld.AShr},
		{"ult", bld.ULt},
		{"ule", bld.ULe},
		{"slt", bld.SLt},
		{"sle", bld.SLe},
		{"eq", bld.Eq},
		{"concat", bld.Concat},
		{"zext", func(b bld, x, _ term) term { return b.ZExt(w+3, x) }},
		{"sext", func(b bld, x, _ term) term { return b.SExt(w+3, x) }},
		{"ite", func(b bld, x, y term) term { return b.Ite(b.ULt(x, y), x, y) }},
		{"square", func(b bld, x, _ term) term { return b.Mul(x, x) }},
		{"distinct", func(b bld, x, y term) term { return b.Distinct(x, y, b.Add(x, y)) }},
	}
	for hi := range w {
		for lo := range hi + 1 {
			ops = append(ops, operator{
				fmt.Sprintf("extract %d %d", hi, lo),
				func(b bld, x, _ term) term { return b.Extract(hi, lo, x) },
			})
		}
	}
	return ops
}

// TestOperators runs every operator at widths 1 to 4 on all inputs: variables, one side constant, with and without simplification, against
// the evaluator. The circuit is evaluated directly; TestOperatorsSolved goes through clauses.
func TestOperators(t *testing.T) {
	for w := 1; w <= 4; w++ {
		for _, op := range operators(w) {
			for _, raw := range []bool{false, true} {
				for side := range 3 { // none, left, right constant
					testOperator(t, w, op, raw, side)
				}
			}
		}
	}
}

func testOperator(t *testing.T, w int, op operator, raw bool, side int) {
	b := logic.NewBuilder(logic.Options{NoSimplify: raw})
	s := New(b, solve.Options{})
	x, y := b.Var("x", logic.BVSort(w)), b.Var("y", logic.BVSort(w))
	s.blast(x)
	s.blast(y)
	for u := range uint64(1) << w {
		for v := range uint64(1) << w {
			p, q := x, y
			switch side {
			case 1:
				p = b.BV(w, u)
			case 2:
				q = b.BV(w, v)
			}
			r := op.mk(b, p, q)
			want := b.Eval(r, logic.Assignment{x: logic.BVValue(w, u), y: logic.BVValue(w, v)})
			bits := s.blast(r)
			in := map[uint32]bool{}
			for i := range w {
				in[s.vec.of(x)[i].node()] = u>>i&1 != 0
				in[s.vec.of(y)[i].node()] = v>>i&1 != 0
			}
			for i, e := range bits {
				if s.g.eval(e, in) != want.Bit(i) {
					t.Fatalf("%s at width %d (raw %v, side %d) of %d, %d: bit %d is wrong, want %v", op.name, w, raw, side, u, v, i, want)
				}
			}
		}
	}
}

// TestOperatorsSolved: for all inputs the solver finds the result and refuses any other.
func TestOperatorsSolved(t *testing.T) {
	ctx := context.Background()
	for w := 1; w <= 3; w++ {
		for _, op := range operators(w) {
			b := logic.NewBuilder(logic.Options{NoSimplify: true})
			s := New(b, solve.Options{Check: true})
			x, y := b.Var("x", logic.BVSort(w)), b.Var("y", logic.BVSort(w))
			term := op.mk(b, x, y)
			r := b.Var("r", b.Sort(term))
			if err := s.Assert(b.Eq(r, term)); err != nil {
				t.Fatal(err)
			}
			for u := range uint64(1) << w {
				for v := range uint64(1) << w {
					want := b.Eval(term, logic.Assignment{x: logic.BVValue(w, u), y: logic.BVValue(w, v)})
					at := []logic.Term{b.Eq(x, b.BV(w, u)), b.Eq(y, b.BV(w, v))}
					st, err := s.Check(ctx, at...)
					if err != nil || st != solve.Sat || !s.Model().Value(r).Equal(want) {
						t.Fatalf("%s at width %d of %d, %d: %v %v", op.name, w, u, v, st, err)
					}
					st, err = s.Check(ctx, append(at, b.Not(b.Eq(r, b.Const(want))))...)
					if err != nil || st != solve.Unsat {
						t.Fatalf("%s at width %d of %d, %d is not only %v: %v %v", op.name, w, u, v, want, st, err)
					}
				}
			}
		}
	}
}

// TestMultipliers compares the shapes of multiplier with one another on all inputs of width 5, constants included.
func TestMultipliers(t *testing.T) {
	const w = 5
	g := newAIG()
	a, b := g.inputs(w), g.inputs(w)
	rows, cols, last := g.rows(a, b), g.columns(a, b), g.lastFirst(a, b)
	for u := range 1 << w {
		for v := range 1 << w {
			in := map[uint32]bool{}
			for i := range w {
				in[a[i].node()], in[b[i].node()] = u>>i&1 != 0, v>>i&1 != 0
			}
			byConst := g.multiplyConst(a, g.constVec(w, func(i int) bool { return v>>i&1 != 0 }))
			for i := range w {
				want := u*v>>i&1 != 0
				if g.eval(rows[i], in) != want || g.eval(cols[i], in) != want || g.eval(last[i], in) != want || g.eval(byConst[i], in) != want {
					t.Fatalf("%d * %d, bit %d", u, v, i)
				}
			}
		}
	}
}
