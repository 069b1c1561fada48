package unfold

import (
	"context"
	"errors"

	"github.com/heddle-dev/heddle/internal/analysis/pointsto"
	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform"
)

// How many instructions an unfolded program may have: what comes after makes ten to twenty of each.
const (
	fits = 300_000
	most = 2_000_000 // if nothing makes it smaller
)

// Pass is the pass that unfolds a program. Where it does not fit, loops that cost most are cut earlier. size is how large allocations are taken to be; waits
// says that it will be asked who waits for whom. It finds a *transform.Unfolded.
func Pass(opt Options, size func(*ir.Alloc) int64, waits bool) transform.Pass {
	return transform.Pass{Name: "unfold", Run: func(ctx context.Context, w *transform.Work) (*transform.Output, error) {
		opt := opt
		opt.Callees = pointsto.Callees(w.Program, size)
		opt.Stop = func() error {
			budget.Spend(ctx, budget.Passing, stopEvery)
			return ctx.Err()
		}
		if waits {
			opt.Caps = transform.Capabilities(w.Program)
		}
		var first error // it says where a user could help
		for opt.Tight, opt.Limit = 0, fits; ; opt.Tight++ {
			if opt.Tight == MostTight {
				opt.Limit = most
			}
			out, err := Unfold(w.Program, opt)
			switch {
			case err == nil:
				return &transform.Output{Program: out.Program, Back: out.Back, Found: &out.Unfolded}, nil
			case !errors.Is(err, ErrTooLarge):
				return nil, err
			case first == nil:
				first = err
			}
			if opt.Tight == MostTight {
				return nil, first
			}
		}
	}}
}
