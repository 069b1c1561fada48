// Checking answers before they are given (Options.Check).
//
// A model is evaluated on the asserted and assumed terms by package logic's evaluator, which knows nothing of circuits, clauses or lemmas: that
// covers the whole way. An "unsat" is covered from the clauses on: the proof checker follows every step of the SAT solver and must have
// accepted the negated core, and it is made sure that the clauses it started from are those that were encoded, neither more nor
// others. The translation itself is what the tests in this package are for.
package bitblast

import (
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/sat"
	"github.com/heddle-dev/heddle/internal/sat/drat"
	"github.com/heddle-dev/heddle/internal/solve"
)

// name is what errors call this solver.
const name = "embedded"

// checker is a proof checker that accepts only our own clauses as input.
type checker struct {
	*drat.Checker
	given []sat.Lit // the clause that is being added
	alien error
}

func newChecker() *checker { return &checker{Checker: drat.New(nil)} }

// Input implements sat.ProofWriter.
func (c *checker) Input(lits []sat.Lit) {
	if !slices.Equal(lits, c.given) && c.alien == nil {
		c.alien = fmt.Errorf("the proof starts from clause %v, added was %v", lits, c.given)
	}
	c.Checker.Input(lits)
}

// verify checks an answer.
func (s *Solver) verify(st solve.Status, assumptions []logic.Term) error {
	if st == solve.Sat {
		s.model = solve.NewModel(s.b, s.assignment())
		return solve.CheckModel(name, s.model, s.asserted, assumptions)
	}
	if s.falsified {
		return nil // an assumption is the constant false: nothing was searched
	}
	err := s.check.alien
	if err == nil {
		err = s.check.CheckCore(s.sat.Core())
	}
	if err != nil {
		return &solve.CheckError{Solver: name, Answer: st, Err: err}
	}
	return nil
}
