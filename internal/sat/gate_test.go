package sat_test

import (
	"context"
	"testing"

	"github.com/heddle-dev/heddle/internal/sat"
)

// A definition x = a | b next to both (x, a) and (x, -a): the definition must be made of the right one of the two.
// Found by session 103299.
func TestGateWithBothPolarities(t *testing.T) {
	s := sat.New(sat.Options{InprocessAlways: true})
	for range 8 {
		s.NewVar()
	}
	clauses := [][]int{
		{7, 6, -4}, {7, -6, -6}, {-7, 6, 4}, {5, 7}, {-4, 1}, {7, 4, -5}, {4, -1}, {6, -3}, {-8, -6}, {-8, 1}, {8, 6, -1},
	}
	for _, c := range clauses {
		var cl []sat.Lit
		for _, n := range c {
			cl = append(cl, sat.FromDimacs(n))
		}
		s.AddClause(cl...)
	}
	if st, err := s.Solve(context.Background()); st != sat.Sat || err != nil {
		t.Fatal(st, err)
	}
	for _, c := range clauses {
		ok := false
		for _, n := range c {
			ok = ok || s.Value(sat.FromDimacs(n))
		}
		if !ok {
			t.Errorf("the model violates %v", c)
		}
	}
}
