package sat_test

import (
	"context"
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/heddle-dev/heddle/internal/sat"
	"github.com/heddle-dev/heddle/internal/sat/drat"
	"github.com/heddle-dev/heddle/internal/tooltest"
)

// Larger incremental sessions without an oracle: every answer carries its own certificate. A model is evaluated on all
// clauses, an Unsat answer is checked by its proof, which ends with the core.

func certifiedSession(seed int64) error {
	r := rand.New(rand.NewSource(seed))
	proof := drat.New(nil)
	s := sat.New(sat.Options{Proof: proof, InprocessAlways: r.Intn(4) > 0, Seed: seed})
	n := 20 + r.Intn(50)
	for range n {
		s.NewVar()
	}
	var clauses [][]sat.Lit
	add := func(cl ...sat.Lit) {
		clauses = append(clauses, slices.Clone(cl))
		s.AddClause(cl...)
	}
	ratio := 2 + 2*r.Float64()
	for round := range 4 {
		for range int(float64(n) * ratio / float64(1+round)) {
			var cl []sat.Lit
			for range 2 + r.Intn(3) {
				cl = append(cl, randomLit(r, n))
			}
			if len(cl) == 2 && r.Intn(3) > 0 {
				cl = append(cl, randomLit(r, n))
			}
			add(cl...)
		}
		for range n / 4 {
			a, b := randomLit(r, n), randomLit(r, n)
			x := sat.MkLit(s.NewVar(), r.Intn(2) == 0)
			n++
			switch c := randomLit(r, n-1); r.Intn(3) {
			case 0:
				add(x.Neg(), a)
				add(x.Neg(), b)
				add(x, a.Neg(), b.Neg())
			case 1:
				add(x.Neg(), a, b)
				add(x.Neg(), a.Neg(), b.Neg())
				add(x, a.Neg(), b)
				add(x, a, b.Neg())
			default:
				add(x.Neg(), c.Neg(), a)
				add(x.Neg(), c, b)
				add(x, c.Neg(), a.Neg())
				add(x, c, b.Neg())
			}
		}
		for range 3 {
			var as []sat.Lit
			for range r.Intn(8) {
				as = append(as, randomLit(r, n))
			}
			st, err := s.Solve(context.Background(), as...)
			if err != nil {
				return err
			}
			if err := proof.Err(); err != nil {
				return err
			}
			if st == sat.Unsat {
				if err := proof.CheckCore(s.Core()); err != nil {
					return err
				}
				continue
			}
			for _, cl := range clauses {
				if !slices.ContainsFunc(cl, s.Value) {
					return fmt.Errorf("the model violates %v", cl)
				}
			}
			for _, l := range as {
				if !s.Value(l) {
					return fmt.Errorf("the model violates the assumption %v", l)
				}
			}
		}
	}
	return nil
}

func TestCertified(t *testing.T) {
	for _, seed := range tooltest.Seeds(t, 0, 500, 25_000) {
		if err := certifiedSession(int64(seed)); err != nil {
			t.Fatalf("session %d: %v", seed, err)
		}
	}
}
