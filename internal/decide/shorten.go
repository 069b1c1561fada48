package decide

import (
	"context"

	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/solve"
	"github.com/heddle-dev/heddle/internal/transform"
)

// Short traces. People follow a trace from switch to switch, so of all models of a failing check the one is wanted in which the
// fewest turns are taken: a turn is a thread's part of a round, and a thread that does nothing in it causes no switch. The solver that
// found a model is asked again, incrementally, for one with fewer turns than the best so far, until there is none or it has
// had as much time as the search for the first. Only the lazy sequentialization says which turns are taken (transform.Turn).
//
// Rejected: shortening the schedule by trial replays. It needs no solver, but it gets stuck where only different inputs
// allow fewer switches.

// leastShorten is what shortening may always take.
const leastShorten = 500 * budget.Millisecond

// shorten gives a model of check i, under the assumptions but, with the fewest turns that can be found in time, or m itself.
func (q *Questions) shorten(ctx context.Context, i int, m *solve.Model, but []logic.Term) *solve.Model {
	b := q.Formula.B
	width := 1
	var turns []logic.Term
	for _, c := range q.Formula.Checks {
		if c.Assert.Kind == transform.Turn {
			turns = append(turns, c.Fails)
		}
	}
	for 1<<width <= len(turns) {
		width++
	}
	sum := b.BV(width, 0)
	for _, t := range turns {
		sum = b.Add(sum, b.Ite(t, b.BV(width, 1), b.BV(width, 0)))
	}
	ctx, cancel := budget.Within(ctx, max(budget.Since(ctx, q.Start)/2, leastShorten))
	defer cancel()
	for {
		n := m.BV(sum).Uint64()
		if n == 0 {
			return m
		}
		st, err := q.feasibleWith(ctx, i, append([]logic.Term{b.ULt(sum, b.BV(width, n))}, but...))
		if err != nil || st != solve.Sat {
			return m
		}
		m = q.Model()
	}
}
