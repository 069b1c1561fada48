package backend

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/solve"
	"github.com/heddle-dev/heddle/internal/tooltest"
)

// TestOpen: every name opens, and all solvers mean the same by the same interface.
func TestOpen(t *testing.T) {
	for _, name := range Names() {
		t.Run(name, func(t *testing.T) {
			if name != "embedded" {
				tooltest.Require(t, name)
			}
			b := logic.NewBuilder(logic.Options{})
			s, err := Open(context.Background(), b, name, solve.Options{Check: true})
			if err != nil {
				t.Fatal(err)
			}
			x := b.Var("x", logic.BVSort(8))
			small, large := b.ULt(x, b.BV(8, 10)), b.ULt(b.BV(8, 20), x)
			if st, err := s.Check(context.Background(), small); st != solve.Sat || err != nil || !s.Model().Bool(small) || s.Core() != nil {
				t.Errorf("%v %v", st, err)
			}
			if st, err := s.Check(context.Background(), small, large); st != solve.Unsat || err != nil || len(s.Core()) != 2 || s.Model() != nil {
				t.Errorf("%v %v", st, err)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
			if st, err := s.Check(context.Background()); st != solve.Unknown || !errors.Is(err, solve.ErrClosed) {
				t.Errorf("closed: %v %v", st, err)
			}
		})
	}
	if _, err := Open(context.Background(), nil, "yices", solve.Options{}); err == nil || !strings.Contains(err.Error(), "embedded") {
		t.Errorf("an unknown name: %v", err)
	}
}
