package decide

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

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
	all, cancel := context.WithTimeout(context.Background(), time.Hour)
	defer cancel()
	end, _ := all.Deadline()
	for _, n := range []int{1, 4} {
		mine, cancel := Share(all, n)
		if until, ok := mine.Deadline(); !ok || until.After(end) || n > 1 && until.After(end.Add(-40*time.Minute)) {
			t.Errorf("one of %d has until %v of %v", n, until, end)
		}
		cancel()
	}
	free, cancel := Share(context.Background(), 4)
	defer cancel()
	if _, limited := free.Deadline(); limited {
		t.Error("a part of all the time is limited")
	}
	over, cancel := context.WithTimeoutCause(all, 0, errors.New("its share is over"))
	defer cancel()
	if !Interrupted(over, over.Err()) || Interrupted(all, over.Err()) {
		t.Error("a share is taken for all the time")
	}
}

// TestLimits: after a finding, only the search for more of its property is limited.
func TestLimits(t *testing.T) {
	f := &Found{}
	f.Limit(time.Now())
	f.Enter(verdict.Finding{Failure: verdict.Failure{Kind: verdict.KindRace}})
	has := func(ps ...verdict.Property) bool {
		ctx, cancel := f.Time(context.Background(), ps...)
		defer cancel()
		_, limited := ctx.Deadline()
		return limited
	}
	if !has(verdict.Race) || has(verdict.Assert) || has(verdict.Race, verdict.Assert) || has() {
		t.Error("wrong limits")
	}
	f.Part(time.Now()).Enter(verdict.Finding{Failure: verdict.Failure{Kind: verdict.KindAssert}})
	if !has(verdict.Race, verdict.Assert) {
		t.Error("a part does not share the limits")
	}
	if f.Over(context.Background(), context.DeadlineExceeded, verdict.Race) {
		t.Error("over too early")
	}
	f.limits.first[verdict.Race] = failed{time.Now().Add(-time.Hour), time.Minute}
	if f.Part(time.Now()).Over(context.Background(), context.DeadlineExceeded, verdict.Race) {
		t.Error("a part that has just begun has no time for more")
	}
	if !f.Part(time.Now().Add(-time.Hour/2)).Over(context.Background(), context.DeadlineExceeded, verdict.Race) {
		t.Error("a part that began long ago has more time")
	}
	if f.Over(context.Background(), errors.New("broken"), verdict.Race) || f.Left {
		t.Error("something broken is taken for the end of the time")
	}
	if !f.Over(context.Background(), context.DeadlineExceeded, verdict.Race) || !f.Left {
		t.Error("not over")
	}
}
