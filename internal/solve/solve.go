package solve

import (
	"context"
	"fmt"
	"math/big"
	"time"

	"github.com/heddle-dev/heddle/internal/logic"
)

// Status is the answer to a check. The zero value claims nothing.
type Status int8

// The three answers.
const (
	Unknown Status = iota
	Sat
	Unsat
)

func (s Status) String() string {
	switch s {
	case Sat:
		return "sat"
	case Unsat:
		return "unsat"
	}
	return "unknown"
}

// Options of a solver. The zero value has no limits and checks nothing.
type Options struct {
	Memory  int64         // bytes that one solver may use, about; 0 is no limit
	Timeout time.Duration // for one check, beside the context's deadline; 0 is no limit
	Seed    int64         // perturbs the search; the answers stay the same, models may differ
	Check   bool          // check every answer before it is returned; slow, on in tests and under --debug=check

	// CoreConflicts is the number of conflicts that may be spent on making a core smaller; 0 leaves cores as they are found.
	// Only the embedded solver uses it.
	CoreConflicts int64
}

// Solver decides conjunctions of Bool terms.
type Solver interface {
	// Builder is the builder whose terms the solver understands.
	Builder() *logic.Builder
	// Assert adds a Bool term to what every later check must satisfy.
	Assert(t logic.Term) error
	// Check decides the asserted terms together with the assumptions, which may be any Bool terms and hold for this call only.
	Check(ctx context.Context, assumptions ...logic.Term) (Status, error)
	// Model is the model found by the last check; nil unless that answered Sat. It stays valid whatever is asked later.
	Model() *Model
	// Core is the subset of the last check's assumptions that was needed; nil unless that answered Unsat.
	Core() []logic.Term
	// Close frees what the solver holds (a child process, memory). A closed solver answers with ErrClosed.
	Close() error
}

// Model gives every term of a builder its value under one assignment of the variables. Variables that the solver never met are zero.
type Model struct {
	vars logic.Assignment
	eval *logic.Evaluator
}

// NewModel makes a model from the values of variables. The assignment belongs to the model from then on.
func NewModel(b *logic.Builder, vars logic.Assignment) *Model {
	return &Model{vars, logic.NewEvaluator(b, vars)}
}

// Value is the value of t, which may be any term of the builder, also one made after the model was found.
func (m *Model) Value(t logic.Term) logic.Value { return m.eval.Value(t) }

// Assignment is the values of the variables that the solver met. It must not be changed.
func (m *Model) Assignment() logic.Assignment { return m.vars }

// Bool is the value of a Bool term.
func (m *Model) Bool(t logic.Term) bool { return m.Value(t).Bool() }

// BV is the unsigned value of a bit-vector term.
func (m *Model) BV(t logic.Term) *big.Int { return m.Value(t).Big() }

// CheckBool returns an error unless t is a term of sort Bool: the one thing a caller can get wrong about Assert and Check.
func CheckBool(b *logic.Builder, t logic.Term) error {
	if t == 0 || int(t) > b.NumTerms() {
		return fmt.Errorf("solve: term %d is not of this builder", t)
	}
	if !b.Sort(t).IsBool() {
		return fmt.Errorf("solve: a term of sort %v where Bool is needed", b.Sort(t))
	}
	return nil
}
