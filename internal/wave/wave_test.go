package wave

import (
	"context"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/heddle-dev/heddle/internal/budget"
)

// TestJobs: what each piece has and sees depends on the waves before its own, and not on the number of jobs.
func TestJobs(t *testing.T) {
	const pieces = 3*Size + 1
	type seen struct {
		part, left budget.Work
		before     int
	}
	run := func(jobs int) (all []seen, spent budget.Work) {
		ctx, cancel := budget.Within(budget.New(t.Context()), budget.Second)
		defer cancel()
		all = make([]seen, pieces)
		var done atomic.Int64
		waves := 0 // pieces of earlier waves
		w := Wave{Jobs: jobs, Over: func() bool { waves = int(done.Load()); return false }}
		w.Run(ctx, pieces, func(ctx context.Context, i int, part budget.Work) {
			left, _ := budget.Left(ctx)
			all[i] = seen{part, left, waves}
			budget.Spend(ctx, budget.Running, int64(part/budget.Running.Weight())/int64(1+i%3))
			done.Add(1)
		})
		return all, budget.Spent(ctx)
	}
	one, spent := run(1)
	if one[0].part != budget.Second/pieces || one[Size].part <= one[0].part || one[pieces-1].before != 3*Size {
		t.Errorf("%+v", one)
	}
	for _, jobs := range []int{2, 8, 100} {
		if many, also := run(jobs); !slices.Equal(one, many) || also != spent {
			t.Errorf("%d jobs: %+v %v, one has %+v %v", jobs, many, also, one, spent)
		}
	}
}

// TestOver: no wave begins once it is over, and a piece that panics does so for who asked, after its wave.
func TestOver(t *testing.T) {
	var done atomic.Int64
	Wave{Jobs: 2, Over: func() bool { return done.Load() > 0 }}.Run(t.Context(), 5*Size, func(context.Context, int, budget.Work) { done.Add(1) })
	if done.Load() != Size {
		t.Errorf("%d pieces", done.Load())
	}
	done.Store(0)
	defer func() {
		if p := recover(); p != "broken" || done.Load() != Size-1 {
			t.Errorf("%v after %d", p, done.Load())
		}
	}()
	Wave{Jobs: 2}.Run(t.Context(), 2*Size, func(_ context.Context, i int, _ budget.Work) {
		if i == 1 {
			panic("broken")
		}
		done.Add(1)
	})
}
