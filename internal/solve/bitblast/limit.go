// Limits while the graph is built.
//
// One multiplication can ask for more gates than the machine has memory, deep inside circuit.go, where threading an error through
// every operation would double the code. So construction is abandoned by a panic with a private type, raised in one place
// (Solver.poll, called every few thousand nodes and clauses) and caught in one place (Solver.guard). It is safe to go on afterwards:
// nodes are hash-consed and correct one by one, a term's vector is recorded only when it is complete, and clauses scheduled but
// not yet added stay on the encoder's stack, which every check empties before it searches.
package bitblast

import (
	"errors"
	"fmt"

	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/sat"
	"github.com/heddle-dev/heddle/internal/solve"
)

type stop struct{ err error }

func limitError(what solve.Resource, format string, args ...any) error {
	return &solve.LimitError{What: what, Detail: fmt.Sprintf(format, args...)}
}

// poll ends the construction if the context is done or the memory is used up.
func (s *Solver) poll() {
	s.spend()
	if s.ctx != nil && s.ctx.Err() != nil {
		panic(stop{solve.ContextError(s.ctx)})
	}
	if m := s.opts.Memory; m > 0 {
		if have := s.bytes(); have > graphShare(m) {
			panic(stop{limitError(solve.Memory, "the circuit takes %d MiB of the %d MiB allowed", have>>20, m>>20)})
		}
	}
}

// spend counts the gates and clauses that were built since it was called last.
func (s *Solver) spend() {
	if s.ctx != nil {
		s.held.Set(budget.Of(s.ctx), s.bytes()+s.b.Memory())
		n := int64(len(s.g.nodes) + s.enc.drained)
		budget.Spend(s.ctx, budget.Blasting, n-s.spent)
		s.spent = n
		budget.Spend(s.ctx, budget.Reading, s.val.given)
		s.val.given = 0
		budget.Spend(s.ctx, budget.Terms, s.b.Fresh())
	}
}

// maxVector is the longest vector that is built; no program has one, but text may ask for it.
const maxVector = 1 << 26

// reserve refuses a term whose vector alone is too large. Small ones pass even if there is no memory left, so that a solver which has
// hit its limit still answers small questions about what it knows; poll ends that, too, after a few thousand gates.
func (s *Solver) reserve(t logic.Term) {
	n := s.bitsOf(s.b.Sort(t))
	if n > maxVector {
		panic(stop{limitError(solve.Size, "a term of %d bits", n)})
	}
	if m := s.opts.Memory; m > 0 && n > growEvery && s.bytes()+int64(n)*20 > graphShare(m) {
		panic(stop{limitError(solve.Memory, "a term of %d bits in %d MiB", n, m>>20)})
	}
}

// graphShare is the part of the memory that the graph may take; the rest is the SAT solver's, which needs more for the same gates.
func graphShare(memory int64) int64 { return memory / 3 }

// guard runs f and turns a stop into its error.
func (s *Solver) guard(f func()) (err error) {
	defer func() {
		if r := recover(); r != nil {
			st, ok := r.(stop)
			if !ok {
				panic(r)
			}
			err = st.err
			s.stack = s.stack[:0]
		}
	}()
	f()
	return nil
}

// satError translates an error of the SAT solver's.
func (s *Solver) satError(err error) error {
	var l *sat.LimitError
	if errors.As(err, &l) {
		what := solve.Size
		if l.What == "memory" {
			what = solve.Memory
		}
		return &solve.LimitError{What: what, Detail: l.Error()}
	}
	if s.ctx != nil && s.ctx.Err() != nil {
		return solve.ContextError(s.ctx)
	}
	return err
}
