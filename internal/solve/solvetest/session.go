package solvetest

import (
	"context"
	"fmt"
	"math/rand"
	"slices"

	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/solve"
)

// Oracle decides a conjunction in some way that has nothing to do with the solver under test.
type Oracle interface {
	// Decide answers for all of ts together. Each list is one that was given before, or extends or cuts it.
	Decide(ts []logic.Term) (solve.Status, error)
}

// Counts says what happened, so that a test can tell that it tested something.
type Counts struct {
	Checks, Sat, Unsat, Terms, Cores int
}

// Run plays one session with a solver: batches of new terms, assertions, checks under assumptions. It returns an error at the first
// wrong answer, model or core.
func Run(seed int64, steps int, shape func(*rand.Rand) Shape, lopts logic.Options,
	mk func(*logic.Builder) (solve.Solver, error), mkOracle func(*logic.Builder, *Gen) (Oracle, error),
) (c Counts, err error) {
	r := rand.New(rand.NewSource(seed))
	b := logic.NewBuilder(lopts)
	g := NewGen(b, r, shape(r))
	s, err := mk(b)
	if err != nil {
		return c, err
	}
	defer func() { err = first(err, s.Close()) }()
	oracle, err := mkOracle(b, g)
	if err != nil {
		return c, err
	}
	var asserted []logic.Term
	for step := range steps {
		g.Grow()
		if step > 0 || r.Intn(2) == 0 {
			t := g.Bool()
			if r.Intn(2) == 0 {
				t = b.Or(t, g.Bool())
			}
			asserted = append(asserted, t)
			if err := s.Assert(t); err != nil {
				return c, err
			}
		}
		for range 1 + r.Intn(3) {
			var as []logic.Term
			for range r.Intn(4) {
				as = append(as, g.Bool())
			}
			if err := one(s, oracle, asserted, as, &c); err != nil {
				return c, fmt.Errorf("seed %d, step %d: %w", seed, step, err)
			}
		}
	}
	c.Terms = b.NumTerms()
	return c, nil
}

func first(errs ...error) error {
	for _, e := range errs {
		if e != nil {
			return e
		}
	}
	return nil
}

func one(s solve.Solver, oracle Oracle, asserted, as []logic.Term, c *Counts) error {
	st, err := s.Check(context.Background(), as...)
	if err != nil {
		return err
	}
	c.Checks++
	want, err := oracle.Decide(append(slices.Clone(asserted), as...))
	if err != nil {
		return err
	}
	if st != want {
		return fmt.Errorf("answer %v, the oracle says %v (asserted %v, assumed %v)", st, want, asserted, as)
	}
	if st == solve.Sat {
		c.Sat++
		if s.Core() != nil {
			return fmt.Errorf("a core after sat")
		}
		return solve.CheckModel("under test", s.Model(), asserted, as)
	}
	c.Unsat++
	if s.Model() != nil {
		return fmt.Errorf("a model after unsat")
	}
	core := s.Core()
	for _, t := range core {
		if !slices.Contains(as, t) {
			return fmt.Errorf("core %v is not among the assumptions %v", core, as)
		}
	}
	if len(core) < len(as) {
		c.Cores++
		if want, err = oracle.Decide(append(slices.Clone(asserted), core...)); err != nil {
			return err
		}
		if want != solve.Unsat {
			return fmt.Errorf("core %v of %v is no core", core, as)
		}
	}
	return nil
}
