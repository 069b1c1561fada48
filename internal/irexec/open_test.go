package irexec_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/irgen"
	"github.com/heddle-dev/heddle/internal/tooltest"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Inputs that are chosen when something looks at them against inputs that are chosen when they are made, on random programs full of
// undetermined values: the same failures, the same checks reached, and everything replays. Where values were left out, the late way finds
// what the early one does and perhaps more, because it answers comparisons for all values.
//
// 600 programs, 5,000 in the long run.

var openMixes = []irgen.Options{
	{Threads: 1, Ops: 2, Open: true},
	{Threads: 1, Ops: 3, Open: true},
	{Threads: 2, Ops: 2, Open: true},
	{Threads: 1, Ops: 2, Open: true, Wait: true},
	{Threads: 2, Ops: 1, Open: true, Wait: true, Exit: true},
	{Threads: 1, Ops: 2, Open: true, Free: true, TryJoin: true},
	{Threads: 1, Ops: 2, Open: true, Odd: true, Cond: true, Nested: true},
}

func TestLateEqualsEarly(t *testing.T) {
	seeds := tooltest.Seeds(t, 1, 600, 5_000)
	compared := 0
	for _, seed := range seeds {
		src := irgen.Concurrent(seed, openMixes[seed%uint64(len(openMixes))])
		why, done := compareChoices(src, seed)
		if why != "" && tooltest.Shrinks() {
			kind, _, _ := strings.Cut(why, ":")
			src = irgen.Shrink(src, func(s string) bool { w, _ := compareChoices(s, seed); return strings.HasPrefix(w, kind) })
			why, _ = compareChoices(src, seed)
		}
		if why != "" {
			t.Errorf("seed %d: %s\n%s", seed, why, src)
		}
		if done {
			compared++
		}
	}
	if n := len(seeds); compared < n/2 && n > 1 {
		t.Errorf("only %d of %d programs were small enough to compare", compared, n)
	}
}

// compareChoices says how the two differ on a program; done is false where it is too big.
func compareChoices(src string, seed uint64) (why string, done bool) {
	defer func() {
		if e := recover(); e != nil {
			why, done = fmt.Sprintf("panic: %v", e), true
		}
	}()
	p, err := irgen.ParseOpen(src)
	if err != nil {
		return "malformed: " + err.Error(), true
	}
	o := all
	switch seed / 7 % 5 {
	case 0:
		o = irexec.ExploreOptions{Assert: true, Race: true}
	case 1:
		o = irexec.ExploreOptions{Deadlock: true}
	}
	o.NoShorten = true
	for _, unreduced := range []bool{false, true} {
		o.Early, o.Unreduced, o.MaxStates = true, unreduced, 4000
		early, err := irexec.Explore(context.Background(), p, o)
		if err != nil || !early.Exhausted {
			return "", unreduced
		}
		o.Early, o.MaxStates = false, 20*early.States
		late, err := irexec.Explore(context.Background(), p, o)
		if err != nil {
			return "error: " + err.Error(), true
		}
		if !late.Exhausted {
			if early.Sampled {
				return "", unreduced
			}
			return fmt.Sprintf("more states: %d early", early.States), true
		}
		if why := differ(p, early, late); why != "" {
			return fmt.Sprintf("%s (unreduced %v)", why, unreduced), true
		}
	}
	return "", true
}

func differ(p *ir.Program, early, late *irexec.Exploration) string {
	sampled := early.Sampled
	more := func(late, early []string) bool { // than early, which may have left out values
		return slices.Equal(late, early) || sampled && !slices.ContainsFunc(early, func(s string) bool { return !slices.Contains(late, s) })
	}
	switch {
	case !more(keys(late), keys(early)):
		return fmt.Sprintf("failures: early %v, late %v", keys(early), keys(late))
	case early.Ended != late.Ended && (early.Ended || !early.Sampled):
		return fmt.Sprintf("ended: early %v, late %v", early.Ended, late.Ended)
	case !more(early.Unreached, late.Unreached):
		return fmt.Sprintf("unreached: early %v, late %v", early.Unreached, late.Unreached)
	case !more(late.Unknown, early.Unknown):
		return fmt.Sprintf("unknown: early %v, late %v", early.Unknown, late.Unknown)
	case !more(late.Assumed, early.Assumed):
		return fmt.Sprintf("assumed: early %v, late %v", early.Assumed, late.Assumed)
	case late.Sampled && !early.Sampled:
		return "sampled: late alone"
	}
	for _, f := range late.Failures {
		out, err := irexec.Run(p, f.Schedule, f.Inputs, irexec.Options{})
		if err != nil {
			return "error: " + err.Error()
		}
		shown := slices.Concat(out.Races, out.Deadlocks)
		for _, u := range out.Misuses {
			shown = append(shown, u.Failure)
		}
		if out.Failure != nil {
			shown = append(shown, *out.Failure)
		}
		if !slices.ContainsFunc(shown, func(s verdict.Failure) bool { return s.Key() == f.Key() }) {
			return fmt.Sprintf("replay: %s by %v with %v: %v %s", f.Key(), f.Schedule, f.Inputs, out.End, out.Message)
		}
	}
	return ""
}
