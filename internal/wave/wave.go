package wave

import (
	"context"

	"golang.org/x/sync/errgroup"

	"github.com/heddle-dev/heddle/internal/budget"
)

// Size is how many pieces are in a wave: what those of one leave is there for the next, so small waves waste less, and more jobs than that are idle.
const Size = 8

// Wave is what Run does with the pieces.
type Wave struct {
	Jobs int
	// Part is the work for each of the next pieces, if so much is left and so many pieces are not done; nil: an equal part of what is left.
	Part func(left budget.Work, pieces int) budget.Work
	// Over is asked between waves whether to end; may be nil.
	Over func() bool
}

// Run does n pieces. Each gets a context with a meter of its own, and the part of the work that is for it, of which the context knows nothing; without a limit on work it is 0.
func (w Wave) Run(ctx context.Context, n int, do func(ctx context.Context, i int, part budget.Work)) {
	for done := 0; done < n && !(w.Over != nil && w.Over()); done += Size {
		var part budget.Work
		if left, limited := budget.Left(ctx); limited {
			pieces := n - done
			part = left / budget.Work(pieces)
			if w.Part != nil {
				part = w.Part(left, pieces)
			}
		}
		these := min(Size, n-done)
		joins, broken := make([]func(), these), make([]any, these)
		var g errgroup.Group
		g.SetLimit(max(w.Jobs, 1))
		for i := range these {
			own, join := budget.Aside(ctx)
			joins[i] = join
			g.Go(func() error {
				defer func() { broken[i] = recover() }()
				do(own, done+i, part)
				return nil
			})
		}
		g.Wait() // no piece gives an error
		for i, join := range joins {
			join()
			if broken[i] != nil {
				panic(broken[i]) // re-raised here: a broken invariant is handled on this goroutine
			}
		}
	}
}
