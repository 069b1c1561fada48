package pairs

import (
	"context"

	"github.com/heddle-dev/heddle/internal/budget"
)

// span is some work that several have in turn; without an end if it is zero.
type span struct{ end budget.Work }

func newSpan(ctx context.Context, most budget.Work) span {
	if most == 0 {
		return span{}
	}
	return span{budget.Spent(ctx) + most}
}

// part is a part of what is left.
func (b span) part(ctx context.Context, n budget.Work) span {
	if b.end == 0 {
		return b
	}
	return newSpan(ctx, max((b.end-budget.Spent(ctx))/n, 1))
}

// context ends when it is spent.
func (b span) context(ctx context.Context) (context.Context, context.CancelFunc) {
	if b.end == 0 {
		return context.WithCancel(ctx)
	}
	return budget.Within(ctx, b.end-budget.Spent(ctx))
}

// leastWalks is what random executions need to show anything.
const leastWalks = 30 * budget.Millisecond

// leastTime is what an engine needs to build and solve anything.
const leastTime = 300 * budget.Millisecond

// over reports whether there is not enough for anything more.
func (b span) over(ctx context.Context) bool {
	return b.end != 0 && b.end-budget.Spent(ctx) < leastTime
}
