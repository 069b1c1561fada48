package engine

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/analysis/reach"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irtext"
	"github.com/heddle-dev/heddle/internal/verdict"
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
	tried := func(s *reach.Set) *reach.Set {
		s.Tried = true
		return s
	}
	all := int(p.NextID) - 1
	for _, c := range []struct {
		name    string
		claim   verdict.Verdict
		reached *reach.Set
		want    verdict.Verdict
		why     string
	}{
		{"an engine that does not say", verdict.Proved, nil, verdict.Unknown, "does not say"},
		{"bounded without threads", verdict.Bounded, set(0, true, false, all), verdict.Unknown, "no thread was started"},
		{"bounded without threads, as far as is known", verdict.Bounded, set(0, true, true, all), verdict.Unknown, "no thread was started"},
		{"proved: there are no threads", verdict.Proved, set(0, true, false, all), verdict.Proved, ""},
		{"proved, but nothing ends", verdict.Proved, set(0, false, false, all-1), verdict.Unknown, "no thread was started"},
		{"bounded with threads", verdict.Bounded, set(1, true, false, all), verdict.Bounded, ""},
		{"all end at one place", verdict.Bounded, set(1, false, false, all-1), verdict.Unknown, "gets past"},
		{"all end at one place, proved", verdict.Proved, set(1, false, false, all-1), verdict.Unknown, "gets past"},
		{"all that were tried end at one place", verdict.Proved, tried(set(1, false, true, all-1)), verdict.Unknown, "gets past"},
		{"some were cut", verdict.Proved, set(1, false, true, all-1), verdict.Proved, ""},
		{"one that was tried ends", verdict.Proved, tried(set(1, true, true, all-1)), verdict.Proved, ""},
		{"a bug stays one", verdict.Bug, set(0, false, false, 0), verdict.Bug, ""},
	} {
		answer := &Result{Reached: c.reached, Claims: []verdict.Claim{{Property: verdict.Assert, Verdict: c.claim}}}
		Meaningful(p, answer)
		got := answer.Claims[0]
		if got.Verdict != c.want || !strings.Contains(got.Reason, c.why) || got.Verdict == verdict.Unknown && got.Cause != verdict.Obstacle {
			t.Errorf("%s: %v (%s), want %v (%s)", c.name, got.Verdict, got.Reason, c.want, c.why)
		}
	}
}
