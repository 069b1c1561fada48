package explore

import (
	"context"

	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/irexec"
)

// worlds explores a program. Where it leaves choices to the outside, executions with a friendly one come first: only these show bugs, and there are far fewer. Then come all, which is
// what a claim is about, and a failure that only these show takes a hostile choice.
func worlds(ctx context.Context, req *engine.Request, opts irexec.ExploreOptions) (*irexec.Exploration, error) {
	if !req.Program.HasChoices() {
		return irexec.Explore(ctx, req.Program, opts)
	}
	first := opts
	first.Friendly = true
	half, cancel := ctx, func() {}
	if left, ok := budget.Left(ctx); ok {
		half, cancel = budget.Within(ctx, left/2)
	}
	defer cancel()
	friendly, err := irexec.Explore(half, req.Program, first)
	if err != nil {
		return nil, err
	}
	all, err := irexec.Explore(ctx, req.Program, opts)
	if err != nil {
		return nil, err
	}
	return friendly.Before(all), nil
}
