package decide

import (
	"context"
	"fmt"

	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/sat"
	"github.com/heddle-dev/heddle/internal/solve"
	"github.com/heddle-dev/heddle/internal/solve/backend"
)

// Session is a solver that is asked more than once: assert, check under assumptions, model, core. It knows nothing of threads and bounds; Questions are
// what is asked about those.
type Session struct{ solve.Solver }

// Open starts the solver of a task over the terms of a builder. Close ends it.
func (t *Task) Open(ctx context.Context, b *logic.Builder) (Session, error) {
	name := t.Solver
	if name == "" {
		name = "embedded"
	}
	s, err := backend.Open(ctx, b, name, solve.Options{Memory: t.Memory, Seed: t.Seed})
	return Session{s}, err
}

// Size says how large the formula is.
func (s Session) Size() string {
	size := fmt.Sprintf("%d terms", s.Builder().NumTerms())
	if c, ok := s.Solver.(interface{ Stats() sat.Stats }); ok {
		size += fmt.Sprintf(", %d clauses", c.Stats().Given)
	}
	return size
}
