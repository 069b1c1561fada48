package solvetest

import (
	"fmt"
	"math/rand"

	"github.com/heddle-dev/heddle/internal/logic"
)

// Shape says what random terms are made of.
type Shape struct {
	Bools  int
	Vars   map[int]int  // bit-vector variables by width
	Arrays []logic.Sort // one or more variables of each
	Copies int          // variables per array sort
	Ops    int          // operations per batch of terms
	Muls   int          // most multiplications and divisions (they are what z3 is slow on)
	Wide   int          // widest term that operations make

	NoConstArrays bool
	Defined       bool // names for terms and arrays with ranges, which are not compared
}

// Tiny has few enough bits to try every assignment.
func Tiny(r *rand.Rand) Shape {
	s := Shape{Bools: 1, Vars: map[int]int{2: 2}, Ops: 18, Muls: 4, Wide: 6, Copies: 1, Defined: r.Intn(2) == 0}
	switch r.Intn(4) {
	case 0:
		s.Vars = map[int]int{1: 1, 3: 2}
	case 1:
		s.Vars = map[int]int{1: 2}
		s.Arrays, s.Copies = []logic.Sort{logic.ArraySort(1, 2)}, 2
	case 2:
		s.Vars = map[int]int{2: 1}
		s.Arrays = []logic.Sort{logic.ArraySort(2, 2)}
	}
	return s
}

// Small is for comparison with another solver.
func Small(r *rand.Rand) Shape {
	s := Shape{Bools: 2, Vars: map[int]int{8: 2, 1 + r.Intn(12): 2}, Ops: 30, Muls: 2, Wide: 24, Copies: 2, Defined: r.Intn(2) == 0}
	switch r.Intn(4) {
	case 0:
		s.Arrays = []logic.Sort{logic.ArraySort(8, 8)}
	case 1:
		s.Arrays = []logic.Sort{logic.ArraySort(8, 4), logic.ArraySort(3, 8)}
	case 2:
		s.Arrays = []logic.Sort{logic.ArraySort(5, 3)}
		s.Vars[5] = 2
	}
	return s
}

// Gen makes random terms over one builder.
type Gen struct {
	B     *logic.Builder
	R     *rand.Rand
	shape Shape
	bools []logic.Term
	bvs   map[int][]logic.Term
	width []int // of bvs, in order of first use
	arrs  map[logic.Sort][]logic.Term
	muls  int
}

// NewGen makes the variables.
func NewGen(b *logic.Builder, r *rand.Rand, s Shape) *Gen {
	g := &Gen{B: b, R: r, shape: s, bvs: map[int][]logic.Term{}, arrs: map[logic.Sort][]logic.Term{}}
	for i := range s.Bools {
		g.add(b.Var(fmt.Sprintf("p%d", i), logic.BoolSort))
	}
	for w := 1; w <= s.Wide; w++ {
		for i := range s.Vars[w] {
			g.add(b.Var(fmt.Sprintf("x%d_%d", w, i), logic.BVSort(w)))
		}
	}
	for _, so := range s.Arrays {
		for i := range s.Copies {
			g.add(b.Var(fmt.Sprintf("m%d_%d_%d", so.Index, so.Width, i), so))
		}
	}
	return g
}

func (g *Gen) add(t logic.Term) {
	switch so := g.B.Sort(t); {
	case so.IsBool():
		g.bools = append(g.bools, t)
	case so.IsBV():
		if g.bvs[so.Width] == nil {
			g.width = append(g.width, so.Width)
		}
		g.bvs[so.Width] = append(g.bvs[so.Width], t)
	default:
		g.arrs[so] = append(g.arrs[so], t)
	}
}

// pick prefers what was made last, so that terms grow deep.
func (g *Gen) pick(ts []logic.Term) logic.Term {
	n := len(ts)
	if n > 6 && g.R.Intn(3) > 0 {
		return ts[n-1-g.R.Intn(6)]
	}
	return ts[g.R.Intn(n)]
}

// Bool is one of the Bool terms made so far, perhaps negated.
func (g *Gen) Bool() logic.Term {
	t := g.pick(g.bools)
	if g.R.Intn(2) == 0 {
		return g.B.Not(t)
	}
	return t
}

// bv is a term of the given width, made if there is none.
func (g *Gen) bv(w int) logic.Term {
	if ts := g.bvs[w]; len(ts) > 0 && g.R.Intn(8) > 0 {
		return g.pick(ts)
	}
	switch g.R.Intn(3) {
	case 0:
		return g.B.BV(w, uint64(g.R.Intn(4)))
	case 1:
		return g.B.BVNot(g.B.BV(w, uint64(g.R.Intn(3))))
	}
	return g.resize(g.anyBV(), w)
}

func (g *Gen) anyBV() logic.Term {
	if len(g.width) == 0 {
		return g.B.BV(1+g.R.Intn(g.shape.Wide), uint64(g.R.Int63()))
	}
	return g.pick(g.bvs[g.width[g.R.Intn(len(g.width))]])
}

func (g *Gen) resize(t logic.Term, w int) logic.Term {
	switch have := g.B.Width(t); {
	case have > w:
		lo := g.R.Intn(have - w + 1)
		return g.B.Extract(lo+w-1, lo, t)
	case have < w && g.R.Intn(2) == 0:
		return g.B.SExt(w, t)
	case have < w:
		return g.B.ZExt(w, t)
	}
	return t
}

func (g *Gen) array() (logic.Term, logic.Sort) {
	so := g.shape.Arrays[g.R.Intn(len(g.shape.Arrays))]
	return g.pick(g.arrs[so]), so
}

// Grow makes the next batch of terms.
func (g *Gen) Grow() {
	for range g.shape.Ops {
		switch k := g.R.Intn(10); {
		case k < 5 || k < 8 && len(g.shape.Arrays) == 0:
			g.add(g.named(g.operation()))
		case k < 8:
			g.add(g.arrayOperation())
		default:
			g.add(g.named(g.formula()))
		}
	}
	g.add(g.formula())
}

// named is a term, or a name for it.
func (g *Gen) named(t logic.Term) logic.Term {
	if g.shape.Defined && g.R.Intn(4) == 0 {
		return g.B.Named("named", t)
	}
	return t
}

// overwritten is an array of which a range was filled or copied into.
func (g *Gen) overwritten(a logic.Term, so logic.Sort) logic.Term {
	b := g.B
	from, n := g.bv(so.Index), g.bv(so.Index)
	value, source, shift := g.bv(so.Width), g.pick(g.arrs[so]), g.bv(so.Index)
	also := b.True()
	fill := g.R.Intn(2) == 0
	x := b.FreshVar("range", so)
	b.DefineArray(x, func(i logic.Term) (logic.Term, logic.Term) {
		v := value
		if !fill {
			v = b.Select(source, b.Add(i, shift))
		}
		return b.Ite(b.ULt(b.Sub(i, from), n), v, b.Select(a, i)), also
	})
	return x
}

func (g *Gen) operation() logic.Term {
	b, x := g.B, g.anyBV()
	w := b.Width(x)
	y := g.bv(w)
	k := g.R.Intn(20)
	if k >= 17 {
		if g.muls >= g.shape.Muls || w > 8 {
			k -= 10
		} else {
			g.muls++
		}
	}
	switch k {
	case 0, 1:
		return b.Add(x, y)
	case 2:
		return b.Sub(x, y)
	case 3:
		return b.Neg(x)
	case 4:
		return b.BVNot(x)
	case 5:
		return b.BVAnd(x, y)
	case 6:
		return b.BVOr(x, y)
	case 7:
		return b.BVXor(x, y)
	case 8:
		return b.Shl(x, y)
	case 9:
		return b.LShr(x, y)
	case 10:
		return b.AShr(x, y)
	case 11, 12:
		return b.Ite(g.Bool(), x, y)
	case 13:
		if z := g.anyBV(); w+b.Width(z) <= g.shape.Wide {
			return b.Concat(x, z)
		}
		return b.Extract(w-1, w/2, x)
	case 14:
		return g.resize(x, 1+g.R.Intn(g.shape.Wide))
	case 15:
		return b.Mul(x, b.BV(w, uint64(g.R.Intn(256))))
	case 16:
		if w <= 8 {
			return b.UDiv(x, b.BV(w, uint64(g.R.Intn(12))))
		}
		return b.Add(x, b.BV(w, 1))
	case 17:
		return b.Mul(x, y)
	case 18:
		if g.R.Intn(2) == 0 {
			return b.UDiv(x, y)
		}
		return b.URem(x, y)
	default:
		switch g.R.Intn(3) {
		case 0:
			return b.SDiv(x, y)
		case 1:
			return b.SRem(x, y)
		}
		return b.SMod(x, y)
	}
}

func (g *Gen) arrayOperation() logic.Term {
	b := g.B
	a, so := g.array()
	if g.shape.Defined && g.R.Intn(3) == 0 {
		return g.overwritten(a, so)
	}
	switch g.R.Intn(8) {
	case 0, 1, 2:
		return b.Store(a, g.bv(so.Index), g.bv(so.Width))
	case 3, 4, 5:
		return b.Select(a, g.bv(so.Index))
	case 6:
		other := g.pick(g.arrs[so])
		return b.Ite(g.Bool(), a, other)
	default:
		if g.shape.NoConstArrays {
			return b.Store(a, b.BV(so.Index, 0), g.bv(so.Width))
		}
		return b.ConstArray(so.Index, g.bv(so.Width))
	}
}

func (g *Gen) formula() logic.Term {
	b := g.B
	x := g.anyBV()
	y := g.bv(b.Width(x))
	switch g.R.Intn(12) {
	case 0, 1:
		return b.Eq(x, y)
	case 2:
		return b.ULt(x, y)
	case 3:
		return b.SLt(x, y)
	case 4:
		return b.ULe(x, y)
	case 5:
		return b.SLe(x, y)
	case 6:
		return b.Or(g.Bool(), g.Bool(), g.Bool())
	case 7:
		return b.And(g.Bool(), g.Bool())
	case 8:
		return b.Xor(g.Bool(), g.Bool())
	case 9:
		return b.Ite(g.Bool(), g.Bool(), g.Bool())
	default:
		if len(g.shape.Arrays) > 0 && !g.shape.Defined {
			a, so := g.array()
			return b.Eq(a, g.pick(g.arrs[so]))
		}
		return b.Distinct(x, y, g.bv(b.Width(x)))
	}
}
