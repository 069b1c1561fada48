package bitblast

import (
	"fmt"
	"testing"

	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/solve"
	"github.com/heddle-dev/heddle/internal/tooltest"
)

// TestArrayTheorems: facts about arrays, each with and without what it needs, under every way of treating them.
func TestArrayTheorems(t *testing.T) {
	for n, cfg := range configs {
		cfg.always = false // minutes of it here; the random sessions have it
		for _, width := range []int{2, 32} {
			t.Run(fmt.Sprintf("config%d/index%d", n, width), func(t *testing.T) {
				f := newFixture(t, checked, cfg)
				b := f.b
				so := logic.ArraySort(width, 8)
				a, c, d := b.Var("a", so), b.Var("c", so), b.Var("d", so)
				i, j, k := b.Var("i", so.IndexSort()), b.Var("j", so.IndexSort()), b.Var("k", so.IndexSort())
				x, y := b.Var("x", so.Elem()), b.Var("y", so.Elem())
				p := b.Var("p", logic.BoolSort)
				eq, ne := b.Eq, func(x, y logic.Term) logic.Term { return b.Not(b.Eq(x, y)) }
				zero, one := b.ConstArray(width, b.BV(8, 0)), b.ConstArray(width, b.BV(8, 1))

				// Congruence and read over write.
				f.want(solve.Unsat, eq(i, j), ne(b.Select(a, i), b.Select(a, j)))
				f.want(solve.Sat, ne(i, j), ne(b.Select(a, i), b.Select(a, j)))
				f.want(solve.Unsat, ne(b.Select(b.Store(a, i, x), j), x), eq(i, j))
				f.want(solve.Unsat, ne(b.Select(b.Store(a, i, x), j), b.Select(a, j)), ne(i, j))
				f.want(solve.Sat, ne(b.Select(b.Store(a, i, x), j), b.Select(a, j)))

				// Extensionality.
				f.want(solve.Unsat, eq(a, c), ne(b.Select(a, i), b.Select(c, i)))
				f.want(solve.Unsat, eq(a, c), eq(c, d), ne(b.Select(a, i), b.Select(d, i)))
				f.want(solve.Unsat, eq(a, c), eq(c, d), ne(a, d))
				f.want(solve.Sat, eq(a, c), ne(c, d), ne(a, d))
				ab := b.Store(b.Store(a, i, x), j, y)
				ba := b.Store(b.Store(a, j, y), i, x)
				f.want(solve.Unsat, ne(ab, ba), ne(i, j))
				f.want(solve.Sat, ne(ab, ba))
				f.want(solve.Unsat, ne(b.Store(a, i, b.Select(a, i)), a))
				f.want(solve.Unsat, eq(b.Store(a, i, x), b.Store(c, i, y)), ne(x, y))
				f.want(solve.Unsat, eq(b.Store(a, i, x), b.Store(c, i, x)), ne(b.Select(a, j), b.Select(c, j)), ne(i, j))

				// Constant arrays, and the indices that nobody names.
				f.want(solve.Unsat, eq(a, zero), ne(b.Select(a, i), b.BV(8, 0)))
				f.want(solve.Unsat, eq(a, zero), eq(c, one), eq(a, c))
				f.want(solve.Unsat, eq(b.Store(a, i, x), zero), eq(b.Store(a, j, y), one))
				f.want(solve.Unsat, eq(b.ConstArray(width, x), b.ConstArray(width, y)), ne(x, y))
				f.want(solve.Unsat, eq(b.ConstArray(width, x), b.Store(a, i, y)), ne(x, y))
				f.want(solve.Sat, eq(b.ConstArray(width, x), b.Store(a, i, y)), ne(b.Select(a, i), y))
				f.want(solve.Sat, eq(a, zero), eq(c, zero), eq(a, c))
				f.want(solve.Sat, eq(b.Store(a, i, x), b.Store(zero, j, y)), ne(i, j))

				// Choices between arrays.
				f.want(solve.Unsat, eq(b.Ite(p, a, c), zero), p, ne(b.Select(a, k), b.BV(8, 0)))
				f.want(solve.Sat, eq(b.Ite(p, a, c), zero), b.Not(p), ne(b.Select(a, k), b.BV(8, 0)))
				f.want(solve.Unsat, ne(b.Select(b.Ite(p, b.Store(a, i, x), a), i), x), p)
			})
		}
	}
}

// TestEveryIndexNamed: with two indices in all, both named, there is no room for a default. Three constant arrays that differ from a in
// one place each cannot all be had.
func TestEveryIndexNamed(t *testing.T) {
	f := newFixture(t, checked, config{cellBits: 0, expand: -1, pairs: 0})
	b := f.b
	so := logic.ArraySort(1, 4)
	a := b.Var("a", so)
	i, j := b.Var("i", logic.BVSort(1)), b.Var("j", logic.BVSort(1))
	both := b.Store(b.Store(a, i, b.BV(4, 3)), j, b.BV(4, 3))
	three, four := b.ConstArray(1, b.BV(4, 3)), b.ConstArray(1, b.BV(4, 4))
	f.want(solve.Unsat, b.Not(b.Eq(i, j)), b.Not(b.Eq(both, three)))
	f.want(solve.Sat, b.Eq(a, four), b.Eq(both, three))
	f.want(solve.Unsat, b.Eq(a, four), b.Eq(both, three), b.Eq(i, j))
}

// TestLongHistory: a read through many stores at unknown indices.
func TestLongHistory(t *testing.T) {
	for _, n := range []int{20, tooltest.Few(100)} {
		f := newFixture(t, checked, defaultConfig())
		b := f.b
		so := logic.ArraySort(32, 16)
		m := b.Var("m", so)
		a := m
		for i := range n {
			a = b.Store(a, b.Var(fmt.Sprint("i", i), so.IndexSort()), b.Add(b.Var("x", so.Elem()), b.BV(16, uint64(i))))
		}
		k, x := b.Var("k", so.IndexSort()), b.Var("x", so.Elem())
		r := b.Select(a, k)
		f.want(solve.Sat, b.Not(b.Eq(r, b.Select(m, k))))
		f.want(solve.Sat, b.Eq(r, b.Add(x, b.BV(16, 7))))
		// The last store wins; no value below x can come out if the array held none.
		f.assert(b.ULt(x, b.BV(16, 1000)), b.ULe(x, b.Select(m, k)))
		f.want(solve.Unsat, b.ULt(r, x))
		f.want(solve.Unsat, b.Eq(k, b.Var(fmt.Sprint("i", n-1), so.IndexSort())), b.Not(b.Eq(r, b.Add(x, b.BV(16, uint64(n-1))))))
		t.Logf("%d stores: %d refinements, %d reads, %d lemmas", n, f.s.arr.rounds, len(f.s.arr.reads), len(f.s.arr.have))
	}
}

// TestConstantCells: reads and writes at constant indices need neither reads in the abstraction nor refinements.
func TestConstantCells(t *testing.T) {
	f := newFixture(t, checked, defaultConfig())
	b := f.b
	so := logic.ArraySort(64, 8)
	m := b.Var("m", so)
	a := m
	for i := range uint64(100) {
		a = b.Store(a, b.BV(64, 0x1000+8*i), b.Var(fmt.Sprint("v", i%10), so.Elem()))
	}
	sum := b.BV(8, 0)
	for i := range uint64(200) {
		sum = b.Add(sum, b.Select(a, b.BV(64, 0x1000+8*i)))
	}
	f.want(solve.Sat, b.Eq(sum, b.BV(8, 77)))
	if got := f.s.Model().BV(sum).Int64(); got != 77 {
		t.Errorf("sum %d", got)
	}
	if f.s.arr.rounds != 0 || len(f.s.arr.have) != 0 || f.s.arr.lazy() {
		t.Errorf("%d refinements, %d lemmas", f.s.arr.rounds, len(f.s.arr.have))
	}
}
