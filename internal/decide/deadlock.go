package decide

import (
	"context"
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/solve"
	"github.com/heddle-dev/heddle/internal/trace"
	"github.com/heddle-dev/heddle/internal/transform/sequence"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Deadlocks are asked for one set after another: a model in which some thread belongs to a deadlocked set is replayed, what the
// interpreter then finds in the last state is reported (the smallest sets, each with its places), and the next question
// excludes all models in which the same threads wait at the same places. One question per set of places would need to know
// them all beforehand; one per place would miss that the same wait can close different circles.

// deadlocked finds all deadlocks of a rung.
func (q *Questions) deadlocked(ctx context.Context) error {
	b := q.Formula.B
	any := b.False()
	var checks []int
	for i, c := range q.Formula.Checks {
		if c.Assert.Kind == sequence.Deadlock && !b.IsFalse(c.Fails) {
			checks = append(checks, i)
			any = b.Or(any, c.Fails)
		}
	}
	if len(checks) == 0 {
		return nil
	}
	q.Open++
	var known []logic.Term
	for more := true; more; {
		var err error
		if more, known, err = q.deadlockedOnce(ctx, checks, any, known); err != nil {
			return err
		}
	}
	return nil
}

// deadlockedOnce asks once, beside the deadlocks that are known.
func (q *Questions) deadlockedOnce(ctx context.Context, checks []int, any logic.Term, known []logic.Term) (bool, []logic.Term, error) {
	ctx, cancel := q.Found.Time(ctx, verdict.Deadlock)
	defer cancel()
	st, err := q.Session.Check(ctx, append(append(q.noFault(), any), known...)...)
	if err != nil || st != solve.Sat {
		return false, known, err
	}
	m := q.Model()
	first := checks[slices.IndexFunc(checks, func(i int) bool { return m.Bool(q.Formula.Checks[i].Fails) })]
	more, err := q.circle(checks, q.shorten(ctx, first, m, known))
	if err != nil {
		return false, known, q.tried(err)
	}
	return true, append(known, more...), nil
}

// circle reports the deadlocks of a model and gives what excludes it from further questions.
func (q *Questions) circle(checks []int, m *solve.Model) ([]logic.Term, error) {
	b := q.Formula.B
	var waits []logic.Term // of the threads of the guessed set, in their order
	first := -1
	for _, i := range checks {
		if c := q.Formula.Checks[i]; m.Bool(c.Fails) {
			waits = append(waits, c.Fails)
			if first < 0 {
				first = i
			}
		}
	}
	c := q.Formula.Checks[first]
	r, err := q.replay(c, m)
	if err != nil {
		return nil, err
	}
	if len(r.out.Deadlocks) == 0 || len(r.trace.Stops) != len(waits) {
		return nil, fmt.Errorf("the trace of a deadlock at %s shows none: %v: %s at %s", c.Assert.Pos.Pos, r.out.End, r.out.Message, r.out.At.Pos)
	}
	all := b.True()
	for _, w := range waits {
		all = b.And(all, w)
	}
	known := []logic.Term{b.Not(all)}
	for i := range r.out.Deadlocks {
		d := &r.out.Deadlocks[i]
		q.Found.Enter(q.show(r, d))
		these, inside := b.True(), true
		for _, t := range d.Threads {
			k := slices.IndexFunc(r.trace.Stops, func(s trace.Stop) bool { return s.Thread == t })
			if inside = inside && k >= 0; inside {
				these = b.And(these, waits[k])
			}
		}
		if inside {
			known = append(known, b.Not(these))
		}
	}
	return known, nil
}
