package decide

import (
	"context"

	"github.com/heddle-dev/heddle/internal/analysis/reach"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/transform"
)

// walked is how much of the threads walks execute, in times their length: in tenths of the time of a formula they come to about as much.
const walked = 32

// Walk takes note of what random executions of at most so many rounds come to. They are executions of the unfolded threads, so they end where a bound cuts them, and what they come to is within the bounds.
func (t *Threads) Walk(ctx context.Context, rounds int, m *Marks, into *reach.Set) error {
	unfolded := t.After("unfold")
	var asserts []*ir.Assert
	length := 0
	for _, f := range unfolded.Program.Funcs[:t.count] {
		for in := range f.Instrs() {
			length++
			if a, ok := in.(*ir.Assert); ok {
				asserts = append(asserts, a)
			}
		}
	}
	x, err := irexec.Explore(ctx, unfolded.Program, irexec.ExploreOptions{
		VolatileIsAtomic: t.task.VolatileIsAtomic, Rounds: rounds, Cover: true, Walks: walked * length, MaxInstrs: int64(walked * length), Seed: t.task.Seed,
	})
	if err != nil {
		return err
	}
	reached := map[ir.ID]bool{}
	for _, id := range x.Reached {
		reached[id] = true
	}
	for _, a := range asserts {
		switch {
		case !reached[a.ID]:
		case transform.Internal(a.Kind) && a.Cond.IsConst(0):
			m.shown(a)
		default:
			m.passed(a, unfolded.Origin(a.ID), t, into)
		}
	}
	into.Threads, into.Ends = max(into.Threads, x.Threads), into.Ends || len(m.Hit) > 0
	return ctx.Err()
}
