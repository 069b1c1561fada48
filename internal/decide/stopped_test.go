package decide

import (
	"context"
	"errors"
	"testing"
	"time"

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
	f.Part().Enter(verdict.Finding{Failure: verdict.Failure{Kind: verdict.KindAssert}})
	if !has(verdict.Race, verdict.Assert) {
		t.Error("a part does not share the limits")
	}
	if f.Over(context.Background(), context.DeadlineExceeded, verdict.Race) {
		t.Error("over too early")
	}
	f.limits.until[verdict.Race] = time.Now().Add(-time.Second)
	if f.Over(context.Background(), errors.New("broken"), verdict.Race) || f.Left {
		t.Error("something broken is taken for the end of the time")
	}
	if !f.Over(context.Background(), context.DeadlineExceeded, verdict.Race) || !f.Left {
		t.Error("not over")
	}
}
