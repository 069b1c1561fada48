package tooltest

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// timed is a test whose package has so much time left.
type timed struct {
	recorder
	ctx context.Context
	end time.Time
}

func (t *timed) Deadline() (time.Time, bool) { return t.end, true }
func (t *timed) Context() context.Context    { return t.ctx }

// What hangs is told before the time is over, and what comes about late is waited for.
func TestWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		of := &timed{recorder{TB: t}, t.Context(), time.Now().Add(5 * time.Minute)}
		late := time.Now().Add(4 * time.Minute)
		Until(of, "an end", func() bool { return time.Now().After(late) })
		ctx := Context(of)
		if end, ok := ctx.Deadline(); !ok || !end.Before(of.end) || end.Before(time.Now()) {
			t.Errorf("until %v of %v", end, of.end)
		}
		<-ctx.Done()
		if err := context.Cause(ctx); !errors.Is(err, errHangs) {
			t.Error(err)
		}
		done := make(chan struct{})
		go func() {
			defer close(done)
			Until(of, "a wonder", func() bool { return false })
		}()
		<-done
		if !strings.Contains(of.failed, "not come about: a wonder") || !time.Now().Before(of.end) {
			t.Errorf("%q at %v of %v", of.failed, time.Now(), of.end)
		}
	})
	var b testing.B
	if end := lastMoment(&b); !end.IsZero() {
		t.Errorf("a benchmark has until %v", end)
	}
}
