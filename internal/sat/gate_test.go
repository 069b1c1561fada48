package sat_test

import (
	"context"
	"testing"

	"github.com/heddle-dev/heddle/internal/sat"
)

// A definition x = a | b next to both (x, a) and (x, -a): the definition must be made of the right one of the two.
// Found by random session 103299.
func TestGateWithBothPolarities(t *testing.T) {
	s := sat.New(sat.Options{InprocessAlways: true})
	for range 8 {
		s.NewVar()
	}
	var all [][]sat.Lit
	for _, batch := range [][][]int{
		{{7, 6, -4}, {7, -6, -6}, {-7, 6, 4}},
		{{5, 7}, {-4, 1}, {7, 4, -5}, {4, -1}, {6, -3}, {-8, -6}, {-8, 1}, {8, 6, -1}},
	} {
		for _, c := range batch {
			var cl []sat.Lit
			for _, n := range c {
				cl = append(cl, sat.FromDimacs(n))
			}
			all = append(all, cl)
			s.AddClause(cl...)
		}
		if st, err := s.Solve(context.Background()); st != sat.Sat || err != nil {
			t.Fatal(st, err)
		}
		for _, cl := range all {
			ok := false
			for _, l := range cl {
				ok = ok || s.Value(l)
			}
			if !ok {
				t.Errorf("the model violates %v", cl)
			}
		}
	}
}
