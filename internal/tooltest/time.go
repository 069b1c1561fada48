package tooltest

import (
	"context"
	"errors"
	"testing"
	"time"
)

// No test depends on how fast the machine is. What a test waits for may take as long as the tests of the package have;
// where that is the failure, it is told shortly before they are over.

// reserve is the part of the time of all tests that is left to say what hangs.
const reserve = 10

var errHangs = errors.New("the time of the tests is nearly over")

// Context ends with the test, or shortly before the time of all tests is over.
func Context(t testing.TB) context.Context {
	end := lastMoment(t)
	if end.IsZero() {
		return t.Context()
	}
	ctx, cancel := context.WithDeadlineCause(t.Context(), end, errHangs)
	t.Cleanup(cancel)
	return ctx
}

// Until waits until something has come about.
func Until(t testing.TB, what string, so func() bool) {
	t.Helper()
	for end := lastMoment(t); !so(); time.Sleep(time.Millisecond) {
		if !end.IsZero() && time.Now().After(end) {
			t.Fatalf("%v, and this has not come about: %s", errHangs, what)
		}
	}
}

// lastMoment is shortly before the time of all tests is over; zero: it is not limited, as that of benchmarks.
func lastMoment(t testing.TB) time.Time {
	d, ok := t.(interface{ Deadline() (time.Time, bool) })
	if !ok {
		return time.Time{}
	}
	end, limited := d.Deadline()
	if !limited {
		return time.Time{}
	}
	return end.Add(-time.Until(end) / reserve)
}
