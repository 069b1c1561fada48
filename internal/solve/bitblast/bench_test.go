package bitblast

import (
	"context"
	"fmt"
	"testing"

	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/solve"
)

// BenchmarkTrivial is the cost of a check that needs no search, through the interface: a formula of some size is there, and each check
// assumes one of its atoms (sat), two that exclude each other (unsat), or a term never seen before (new). The last is a formula of one pair with kept
// models turned off (models.go), so that each answer is a search that assigns every variable.
func BenchmarkTrivial(b *testing.B) {
	for _, n := range []int{1, 100, 0} {
		cfg, tag := defaultConfig(), ""
		if n == 0 {
			n, cfg.noModels, tag = 1, true, "/searched"
		}
		lb := logic.NewBuilder(logic.Options{})
		var s solve.Solver = newSolver(lb, solve.Options{}, cfg)
		var atoms []logic.Term
		for i := range n {
			x, y := lb.Var(fmt.Sprint("x", i), logic.BVSort(8)), lb.Var(fmt.Sprint("y", i), logic.BVSort(8))
			atoms = append(atoms, lb.ULt(x, y), lb.ULt(y, x))
			if err := s.Assert(lb.Not(lb.Eq(x, lb.Add(y, lb.BV(8, 3))))); err != nil {
				b.Fatal(err)
			}
		}
		ctx := context.Background()
		run := func(name string, want solve.Status, pick func(i int) []logic.Term) {
			b.Run(fmt.Sprintf("%s/pairs=%d%s", name, n, tag), func(b *testing.B) {
				b.ReportAllocs()
				i := 0
				for b.Loop() {
					if st, err := s.Check(ctx, pick(i)...); st != want || err != nil {
						b.Fatal(st, err)
					}
					i++
				}
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "checks/s")
			})
		}
		buf := make([]logic.Term, 2)
		run("sat", solve.Sat, func(i int) []logic.Term {
			buf[0] = atoms[i%len(atoms)]
			return buf[:1]
		})
		run("unsat", solve.Unsat, func(i int) []logic.Term {
			k := i % n
			buf[0], buf[1] = atoms[2*k], atoms[2*k+1]
			return buf
		})
		if tag != "" {
			continue
		}
		run("new", solve.Sat, func(i int) []logic.Term {
			buf[0] = lb.Or(atoms[i%len(atoms)], lb.Var(fmt.Sprint("z", i%n, i), logic.BoolSort))
			return buf[:1]
		})
	}
}
