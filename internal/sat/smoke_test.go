package sat

import (
	"context"
	"math/rand"
	"testing"
)

func TestSmoke(t *testing.T) {
	for seed := int64(0); seed < 3000; seed++ {
		r := rand.New(rand.NewSource(seed))
		n := 3 + r.Intn(8)
		m := r.Intn(5 * n)
		s := New(Options{})
		for range n {
			s.NewVar()
		}
		var cls [][]Lit
		for range m {
			var c []Lit
			for range 1 + r.Intn(3) {
				c = append(c, MkLit(Var(r.Intn(n)), r.Intn(2) == 0))
			}
			cls = append(cls, c)
			s.AddClause(c...)
		}
		want := Unsat
		for a := 0; a < 1<<n; a++ {
			ok := true
			for _, c := range cls {
				g := false
				for _, l := range c {
					g = g || (a>>l.Var()&1 == 1) != l.Sign()
				}
				ok = ok && g
			}
			if ok {
				want = Sat
				break
			}
		}
		st, err := s.Solve(context.Background())
		if err != nil || st != want {
			t.Fatal(seed, st, want, err)
		}
		if st == Sat {
			for _, c := range cls {
				g := false
				for _, l := range c {
					g = g || s.Value(l)
				}
				if !g {
					t.Fatal(seed, "model")
				}
			}
		}
	}
}
