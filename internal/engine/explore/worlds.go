package explore

import (
	"context"

	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/irexec"
)

// firstPart is what each of the two worlds gets before the other has its turn. It doubles.
const firstPart = 10 * budget.Millisecond

// worlds explores a program. Where it leaves choices to the outside, there are two explorations by turns: of the executions with a friendly one, which alone show bugs, and are far fewer, and of all, which is
// what a claim is about. A failure that only these show takes a hostile choice.
func worlds(ctx context.Context, req *engine.Request, opts irexec.ExploreOptions) (*irexec.Exploration, error) {
	if !req.Program.HasChoices() {
		return irexec.Explore(ctx, req.Program, opts)
	}
	most, _ := budget.Left(ctx)
	if most >= budget.Unlimited {
		most = 0
	}
	opts.MaxMemory /= 2
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var friendly, all *irexec.Exploration
	var errs [2]error
	one := budget.Begin(ctx, most/2, func(ctx context.Context) {
		first := opts
		first.Friendly = true
		friendly, errs[0] = irexec.Explore(ctx, req.Program, first)
	})
	both := budget.Begin(ctx, most/2, func(ctx context.Context) { all, errs[1] = irexec.Explore(ctx, req.Program, opts) })
	step := func(t *budget.Task, part budget.Work) (over bool) {
		if !t.Over() && ctx.Err() == nil {
			left, _ := budget.Left(ctx)
			t.Step(min(part, left+1))
			t.Join(ctx)
		}
		return t.Over()
	}
	for part := budget.Work(firstPart); (!one.Over() || !both.Over()) && ctx.Err() == nil; part *= 2 {
		step(one, part)
		if step(both, part) && (errs[1] != nil || all.Exhausted && len(all.Failures) == 0) {
			break // nothing is left for the other
		}
	}
	cancel()
	for i, t := range []*budget.Task{one, both} {
		t.Finish()
		t.Join(ctx)
		if errs[i] != nil {
			return nil, errs[i]
		}
	}
	return friendly.Before(all), nil
}
