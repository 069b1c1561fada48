package decide

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/solve"
	"github.com/heddle-dev/heddle/internal/transform/unfold"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// TestStopped: a limit is told from something broken, also where both come together.
func TestStopped(t *testing.T) {
	ctx, cancel := context.WithDeadlineCause(context.Background(), time.Now().Add(-time.Second), errors.New("timeout after 9s"))
	defer cancel()
	why, cause := Stopped(ctx, While(ctx.Err(), "solving: race at a.c:1:2"), "K=2, U=2")
	if why != "timeout after 9s, while solving: race at a.c:1:2 at K=2, U=2" || cause != verdict.Limit {
		t.Errorf("%q %v", why, cause)
	}
	if why, _ := Stopped(ctx, errors.New("the trace shows something else"), "K=2, U=2"); why != "" {
		t.Errorf("a broken invariant is taken for %q", why)
	}
	if why, _ := Stopped(context.Background(), context.DeadlineExceeded, "K=2, U=2"); why != "" {
		t.Errorf("nothing ended: %q", why)
	}
}

// TestWhile: what an inner call was doing stays, and what is no error stays none.
func TestWhile(t *testing.T) {
	limit := &solve.LimitError{What: solve.Memory}
	err := While(While(limit, "solving: %s", "assert"), "climbing")
	if why, cause := Stopped(context.Background(), err, "K=1"); why != limit.Error()+", while solving: assert at K=1" || cause != verdict.Limit {
		t.Errorf("%q %v", why, cause)
	}
	if While(nil, "resting") != nil {
		t.Error("an error came of nothing")
	}
	large := fmt.Errorf("%w at a.c:1", unfold.ErrTooLarge)
	if why, cause := Stopped(context.Background(), While(large, "unfolding"), "K=1"); why != large.Error()+" (K=1)" || cause != verdict.Obstacle {
		t.Errorf("%q %v", why, cause)
	}
}

// TestShare: the first of n things gets an n-th of what is left, and without a limit there is none. A share that is over is told from the end of all time.
func TestShare(t *testing.T) {
	all, cancel := budget.Within(budget.New(t.Context()), budget.Second)
	defer cancel()
	for _, n := range []budget.Work{1, 4} {
		mine, cancel := Share(all, int(n))
		if left, limited := budget.Left(mine); !limited || left != budget.Second/n {
			t.Errorf("one of %d has %v of %v", n, left, budget.Second)
		}
		cancel()
	}
	free, cancel := Share(budget.New(t.Context()), 4)
	defer cancel()
	if _, limited := budget.Left(free); limited {
		t.Error("a part of all the work is limited")
	}
	over, cancel := Share(all, 4)
	defer cancel()
	budget.Spend(over, budget.Running, int64(budget.Second/3/budget.Running.Weight()))
	if !Interrupted(over, over.Err()) || Interrupted(all, over.Err()) {
		t.Error("a share is taken for all the work")
	}
	if why, _ := Stopped(over, over.Err(), "K=1"); why != "its share of the work, 250000 units, is spent at K=1" {
		t.Error(why)
	}
}

// TestLimits: after a finding, only the search for more of its property is limited.
func TestLimits(t *testing.T) {
	clock := budget.New(t.Context())
	now := func() budget.Work { return budget.Spent(clock) }
	pass := func(w budget.Work) { budget.Spend(clock, budget.Running, int64(w/budget.Running.Weight())) }
	f := &Found{}
	pass(10 * budget.Second)
	f.Limit(clock, now())
	f.Enter(verdict.Finding{Failure: verdict.Failure{Kind: verdict.KindRace}})
	has := func(ps ...verdict.Property) bool {
		ctx, cancel := f.Time(clock, ps...)
		defer cancel()
		_, limited := budget.Left(ctx)
		return limited
	}
	if !has(verdict.Race) || has(verdict.Assert) || has(verdict.Race, verdict.Assert) || has() {
		t.Error("wrong limits")
	}
	failed := verdict.Finding{Failure: verdict.Failure{Kind: verdict.KindAssert}}
	f.Part(clock, now()).Enter(failed)
	if has(verdict.Race, verdict.Assert) {
		t.Error("what a part finds limits what is beside it")
	}
	f.Enter(failed)
	if !has(verdict.Race, verdict.Assert) {
		t.Error("a second property is not limited")
	}
	if f.Over(clock, context.Canceled, verdict.Race) {
		t.Error("over too early")
	}
	began := now()
	pass(2 * leastExtra)
	if f.Part(clock, now()).Over(clock, context.Canceled, verdict.Race) {
		t.Error("a part that has just begun has no time for more")
	}
	if !f.Part(clock, began).Over(clock, context.Canceled, verdict.Race) {
		t.Error("a part that began long ago has more time")
	}
	if f.Over(clock, errors.New("broken"), verdict.Race) || f.Left {
		t.Error("something broken is taken for the end of the time")
	}
	if !f.Over(clock, context.Canceled, verdict.Race) || !f.Left {
		t.Error("not over")
	}
}
