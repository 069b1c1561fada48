package run

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/analysis/reach"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irtext"
)

// TestMeaningful: whatever an engine claims, BOUNDED and PROVED are left only where something was looked at.
func TestMeaningful(t *testing.T) {
	p, err := irtext.Parse("t.ir", []byte(`program lp64
entry @main
func @worker() {
  return
}
func @main() {
  %c:1 = havoc
  branch %c, on, off
on:
  spawn &worker()
  jump off
off:
  %d:32 = udiv 1:32, 0:32
  halt 0 main
}`))
	if err != nil {
		t.Fatal(err)
	}
	set := func(threads int, ends, partial bool, last int) *reach.Set {
		s := &reach.Set{Threads: threads, Ends: ends, Partial: partial}
		for id := 1; id <= last; id++ {
			s.Add(ir.ID(id))
		}
		return s
	}
	all := int(p.NextID) - 1
	for _, c := range []struct {
		name    string
		claim   engine.Verdict
		reached *reach.Set
		want    engine.Verdict
		why     string
	}{
		{"an engine that does not say", engine.Proved, nil, engine.Unknown, "does not say"},
		{"bounded without threads", engine.Bounded, set(0, true, false, all), engine.Unknown, "no thread was started"},
		{"bounded without threads, as far as is known", engine.Bounded, set(0, true, true, all), engine.Unknown, "no thread was started"},
		{"proved: there are no threads", engine.Proved, set(0, true, false, all), engine.Proved, ""},
		{"proved, but nothing ends", engine.Proved, set(0, false, false, all-1), engine.Unknown, "no thread was started"},
		{"bounded with threads", engine.Bounded, set(1, true, false, all), engine.Bounded, ""},
		{"all end at one place", engine.Bounded, set(1, false, false, all-1), engine.Unknown, "gets past"},
		{"all end at one place, proved", engine.Proved, set(1, false, false, all-1), engine.Unknown, "gets past"},
		{"a bug stays one", engine.Bug, set(0, false, false, 0), engine.Bug, ""},
	} {
		answer := &engine.Result{Reached: c.reached, Claims: []engine.Claim{{Property: engine.Assert, Verdict: c.claim}}}
		meaningful(p, answer)
		got := answer.Claims[0]
		if got.Verdict != c.want || !strings.Contains(got.Reason, c.why) || got.Verdict == engine.Unknown && got.Cause != engine.Obstacle {
			t.Errorf("%s: %v (%s), want %v (%s)", c.name, got.Verdict, got.Reason, c.want, c.why)
		}
	}
}
