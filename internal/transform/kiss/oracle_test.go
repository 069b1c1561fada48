package kiss_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/ircheck"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/irgen"
	"github.com/heddle-dev/heddle/internal/irtext"
	"github.com/heddle-dev/heddle/internal/tooltest"
	"github.com/heddle-dev/heddle/internal/transform"
	"github.com/heddle-dev/heddle/internal/transform/inline"
	"github.com/heddle-dev/heddle/internal/transform/kiss"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// The sequential program against the concurrent one, both explored by the interpreter, on random programs: every check that fails in the
// sequential program fails in the concurrent one; and with two threads, what fails there with at most two context switches fails in the
// sequential program with ts = 1. A race has one place in the sequential program, that of the second access; it must be one of the pair's.
//
// 700 programs, 4,000 in the long run.

var kissMixes = []irgen.Options{
	{Threads: 1, Ops: 3},
	{Threads: 2, Ops: 2},
	{Threads: 1, Ops: 3, Free: true, TryJoin: true},
	{Threads: 2, Ops: 2, Free: true, Cond: true, Nested: true},
	{Threads: 1, Ops: 2, Odd: true},
	{Threads: 1, Ops: 2, Odd: true, Free: true, Exit: true},
	{Threads: 2, Ops: 1, Odd: true, Exit: true, Nested: true},
	{Threads: 2, Ops: 2, Wait: true, Cond: true},
}

const kissStates = 60_000

func TestKissAgainstExplore(t *testing.T) {
	seeds := tooltest.Seeds(t, 1, 700, 4000)
	var sum kissSum
	for _, seed := range seeds {
		src := irgen.Concurrent(seed, kissMixes[seed%uint64(len(kissMixes))])
		why := sum.compare(src)
		if why == "" {
			continue
		}
		if tooltest.Shrinks() {
			kind, _, _ := strings.Cut(why, ":")
			src = irgen.Shrink(src, func(s string) bool {
				w, _, _ := strings.Cut(new(kissSum).compare(s), ":")
				return w == kind
			})
			why = new(kissSum).compare(src)
		}
		t.Errorf("seed %d: %s\n%s", seed, why, src)
	}
	t.Logf("%+v", sum)
	if n := len(seeds); n > 1 && (sum.Compared < n || sum.Two < n/4 || sum.Failing < n/4) {
		t.Errorf("too little was compared: %+v", sum)
	}
}

// kissSum counts sequential programs: compared (of each program for ts = 0, 1, 2, asserts and races), of two threads, with failures; programs refused, explorations
// that were cut.
type kissSum struct{ Compared, Two, Failing, Missed, Refused, Cut int }

func (s *kissSum) compare(src string) (why string) {
	defer func() {
		if e := recover(); e != nil {
			why = fmt.Sprintf("panic: %v", e)
		}
	}()
	p, err := irgen.Parse(src)
	if err != nil {
		return "malformed: " + err.Error()
	}
	if bad := ircheck.Check(p); len(bad) > 0 {
		return fmt.Sprintf("malformed: %v", bad)
	}
	for _, race := range []bool{false, true} {
		what := irexec.ExploreOptions{Assert: !race, Race: race, MaxStates: kissStates, NoShorten: true}
		all := kissExplore(p, what)
		what.LimitSwitch, what.Switches = true, 2
		few := kissExplore(p, what)
		for ts := range 3 {
			q, err := kiss.Kiss(inline.Models(inline.Ranges(p)), kiss.Options{TS: ts, Asserts: !race, Races: race})
			if err != nil {
				s.Refused++
				continue
			}
			if bad := ircheck.Check(q); len(bad) > 0 {
				return fmt.Sprintf("ill formed: %v\n%s", bad, irtext.Brief(q))
			}
			seq := kissExplore(q, irexec.ExploreOptions{Assert: true, MaxStates: kissStates, NoShorten: true, Unreduced: true})
			if len(kissPlaces(seq)) > 0 {
				s.Failing++
			}
			known := kissPlaces(all)
			if all.Exhausted {
				s.Compared++
				for at := range kissPlaces(seq) {
					if !known[at] && !(race && strings.Contains(at, "section") && len(known) > 0) {
						return fmt.Sprintf("false failure: %s at ts = %d, races: %v", at, ts, race)
					}
				}
			} else {
				s.Cut++
			}
			if ts == 0 || !seq.Exhausted || !few.Exhausted || kissThreads(p) != 2 || len(seq.Unknown) > 0 {
				continue
			}
			s.Two++
			found := kissPlaces(seq)
			for _, f := range few.Failures {
				hit := race && len(f.Related) > 0 && found[kissKey("race", f.Related[0].Location.Pos.String())]
				if !hit && !found[kissKey(string(f.Kind), f.Location.Pos.String())] && !(race && found["race in a section"]) {
					return fmt.Sprintf("missed failure: %s at ts = %d", f.Key(), ts)
				}
			}
		}
	}
	return ""
}

func kissExplore(p *ir.Program, o irexec.ExploreOptions) *irexec.Exploration {
	e, err := irexec.Explore(context.Background(), p, o)
	if err != nil {
		panic(err)
	}
	return e
}

func kissKey(kind, at string) string { return kind + " " + at }

// kissPlaces is the kinds and places of the failures.
func kissPlaces(e *irexec.Exploration) map[string]bool {
	out := map[string]bool{}
	for _, f := range e.Failures {
		if transform.Internal(string(f.Kind)) {
			continue
		}
		if f.Kind == verdict.KindRace && strings.Contains(f.Message, "the section touched") {
			out["race in a section"] = true
			continue
		}
		out[kissKey(string(f.Kind), f.Location.Pos.String())] = true
		for _, r := range f.Related {
			out[kissKey(string(f.Kind), r.Location.Pos.String())] = true
		}
	}
	return out
}

// kissThreads counts the spawns in the text of a program, and the first thread.
func kissThreads(p *ir.Program) int {
	n := 1
	for _, f := range p.Funcs {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				if _, ok := in.(*ir.Spawn); ok {
					n++
				}
			}
		}
	}
	return n
}
