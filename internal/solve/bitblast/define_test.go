package bitblast

import (
	"context"
	"fmt"
	"math/rand"
	"testing"

	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/solve"
	"github.com/heddle-dev/heddle/internal/tooltest"
)

// TestOnDemand: of many definitions those are asserted that the answer depends on.
func TestOnDemand(t *testing.T) {
	b := logic.NewBuilder(logic.Options{})
	s := New(b, solve.Options{Check: true})
	defer s.Close()
	width := logic.BVSort(16)
	var asked, roots []logic.Term
	for i := range 100 {
		x := b.Var(fmt.Sprintf("x%d", i), width)
		square := b.FreshVar("square", width)
		b.Define(square, func() (is, also logic.Term) { return b.Mul(x, x), b.True() })
		q := b.Var(fmt.Sprintf("q%d", i), logic.BoolSort)
		if err := s.Assert(b.Implies(q, b.And(b.ULt(x, b.BV(16, 100)), b.Eq(square, b.BV(16, 144))))); err != nil {
			t.Fatal(err)
		}
		asked, roots = append(asked, q), append(roots, x)
	}
	st, err := s.Check(context.Background(), asked[3])
	if st != solve.Sat || err != nil {
		t.Fatalf("%v, %v", st, err)
	}
	if v := s.Model().BV(roots[3]).Uint64(); v != 12 {
		t.Errorf("the root of 144 is %d", v)
	}
	if s.defs.made == 0 || s.defs.made >= 50 {
		t.Errorf("%d of 100 definitions were asserted", s.defs.made)
	}
	if st, err := s.Check(context.Background(), asked[4], b.Eq(roots[4], b.BV(16, 13))); st != solve.Unsat || err != nil {
		t.Errorf("13 squared is 144: %v, %v", st, err)
	}
}

// TestRuns: reads through long chains of stores at constant indices, hit and missed, at known and unknown indices.
func TestRuns(t *testing.T) {
	b := logic.NewBuilder(logic.Options{})
	s := New(b, solve.Options{Check: true})
	defer s.Close()
	so := logic.ArraySort(32, 8)
	base := b.Var("base", so)
	a, stores := base, tooltest.Few(3000)
	for i := range stores {
		a = b.Store(a, b.BV(32, uint64(4*i)), b.BV(8, uint64(i%251)))
	}
	i := b.Var("i", logic.BVSort(32))
	x := b.Select(a, i)
	ask := func(want solve.Status, ts ...logic.Term) {
		t.Helper()
		if st, err := s.Check(context.Background(), ts...); st != want || err != nil {
			t.Errorf("%v, %v; want %v", st, err, want)
		}
	}
	low := b.ULt(i, b.BV(32, uint64(4*stores)))
	grid := b.Eq(b.Extract(1, 0, i), b.BV(2, 0))
	ask(solve.Sat, low, grid, b.Eq(x, b.BV(8, 250)))
	ask(solve.Unsat, low, grid, b.Eq(x, b.BV(8, 252)))
	ask(solve.Sat, low, b.Not(grid), b.Eq(x, b.BV(8, 252)))
	ask(solve.Unsat, b.Eq(i, b.BV(32, 5)), b.Not(b.Eq(x, b.Select(base, i))))
	ask(solve.Sat, b.Not(low), b.Eq(x, b.BV(8, 252)))
}

// TestStopsOnDemand: a check that is abandoned while it reads arrays that definitions speak of leaves nothing half known.
func TestStopsOnDemand(t *testing.T) {
	for seed := range int64(tooltest.Few(100)) {
		b := logic.NewBuilder(logic.Options{})
		s := &interrupted{Solver: newSolver(b, solve.Options{Check: true}, config{pairs: 2}), r: rand.New(rand.NewSource(seed))}
		a, i := b.Var("a", logic.ArraySort(32, 8)), b.Var("i", logic.BVSort(32))
		for k := range uint64(8) {
			sum := b.FreshVar("sum", logic.BVSort(8))
			at := b.BVXor(i, b.BV(32, 5*k))
			old := a
			b.Define(sum, func() (is, also logic.Term) { return b.Add(b.Select(old, at), b.Select(old, i)), b.True() })
			a = b.Store(a, b.Add(at, b.BV(32, k)), sum)
			q := b.Eq(b.Select(a, i), b.BV(8, 3))
			want, err := New(b, solve.Options{}).Check(context.Background(), q)
			if err != nil {
				t.Fatal(err)
			}
			if st, err := s.Check(context.Background(), q); st != want || err != nil {
				t.Fatalf("seed %d, %d: %v, %v; want %v", seed, k, st, err, want)
			}
		}
		s.Close()
	}
}

// TestReadsThroughDefinitions: a read that comes down to a defined array, whose definition reads another array there, is repaired beyond it.
func TestReadsThroughDefinitions(t *testing.T) {
	for seed := range int64(tooltest.Few(300)) {
		r := rand.New(rand.NewSource(seed))
		b := logic.NewBuilder(logic.Options{})
		so := logic.ArraySort(32, 8)
		var indices []logic.Term
		for k := range 3 {
			indices = append(indices, b.Var(fmt.Sprintf("i%d", k), logic.BVSort(32)))
		}
		index := func() logic.Term { return b.Add(indices[r.Intn(3)], b.BV(32, uint64(r.Intn(3)))) }
		// Each array with one that is the same without definitions.
		defined, plain := b.Var("a", so), b.Var("a", so)
		first := plain
		for range 4 + r.Intn(8) {
			at, value, c := index(), b.BV(8, uint64(r.Intn(4))), b.Var(fmt.Sprintf("c%d", r.Intn(3)), logic.BoolSort)
			switch r.Intn(3) {
			case 0:
				defined, plain = b.Store(defined, at, value), b.Store(plain, at, value)
			case 1:
				other := b.Store(first, at, value)
				defined, plain = b.Ite(c, defined, other), b.Ite(c, plain, other)
			case 2:
				same, old := b.FreshVar("same", so), defined
				b.DefineArray(same, func(i logic.Term) (is, also logic.Term) { return b.Select(old, i), b.True() })
				defined = same
			}
		}
		lazy, eager := newSolver(b, solve.Options{Check: true}, config{pairs: 2}), New(b, solve.Options{})
		for k := range 6 {
			var ask, want []logic.Term
			for range 1 + k/2 {
				at, value := index(), b.BV(8, uint64(r.Intn(5)))
				ask, want = append(ask, b.Eq(b.Select(defined, at), value)), append(want, b.Eq(b.Select(plain, at), value))
			}
			got, err := lazy.Check(context.Background(), ask...)
			if err != nil {
				t.Fatalf("seed %d, %d: %v", seed, k, err)
			}
			if st, err := eager.Check(context.Background(), want...); st != got || err != nil {
				t.Fatalf("seed %d, %d: %v, without definitions %v, %v", seed, k, got, st, err)
			}
		}
		lazy.Close()
		eager.Close()
	}
}
