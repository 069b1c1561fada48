package pairs

import (
	"context"
	"maps"
	"math"
	"slices"

	"github.com/heddle-dev/heddle/internal/analysis/kinds"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/transform/threads"
)

// What it takes for a thread to come is seen in an execution. A request may be served only once another thread has
// started the device, or has woken who serves it: the way to a thread is not all that has to be started. So a random
// execution of the whole program is looked for that comes to the thread, and of all that is started there the least
// is kept with which executions still come to it. In how many rounds they do, and with how many iterations of loops,
// is what they show too.

// How many instructions random executions have to come to a thread, to come to it again with fewer others, and in few
// rounds; for two to meet, once it is known how they come, and to meet again with fewer others.
const (
	seenFirst  = 100_000_000
	seenAgain  = 10_000_000
	seenWithin = 40_000_000
	metPair    = 8_000_000
	metAgain   = 1_000_000
)

// seen gives the way on which an execution comes to threads of a kind, what else has to be started for that, and the
// bounds that it takes; no bounds if it takes more than are tried.
func (s *search) seen(ctx context.Context, kind ir.FuncID, left span) (r route, ok bool) {
	ctx, cancel := left.context(ctx)
	defer cancel()
	found, run := s.walk(ctx, threads.Arriving(s.prog, kind), nil, seenFirst, 0)
	if found == nil {
		return route{}, false
	}
	if r.Way, r.with = kinds.StartsIn(s.prog, run.Trace, kind); len(r.Way) == 0 {
		return route{}, false
	}
	r.like = found.Choices
	with := func(others []kinds.Start) *ir.Program { return s.arriving(route{Way: r.Way, with: others}, kind) }
	r.with = needed(r.with, func(fewer []kinds.Start) bool {
		again, _ := s.walk(ctx, with(fewer), r.like, seenAgain, 0)
		return again != nil
	})
	for _, b := range walked {
		if takes := s.within(ctx, with(r.with), nil, r.like, b, seenWithin); takes != nil {
			r.at = takes.at
			break
		}
	}
	return r, true
}

// bothSeen gives the program with what is started in a random execution of the whole program in which the threads of
// a pair meet. The way to one may have needs that are not on the way to it when it comes alone: a request for a
// device comes once the device is started, and if that is pending when the other thread comes, it takes the one who
// completes it.
func (s *search) bothSeen(
	ctx context.Context, pair [2]ir.FuncID, known map[ir.FuncID]route, left span,
) (out variant, ok bool) {
	ctx, cancel := left.context(ctx)
	defer cancel()
	like := slices.Concat(known[pair[0]].like, known[pair[1]].like)
	found, run := s.walk(ctx, threads.Meeting(s.prog, pair, false), like, seenFirst, 0)
	if found == nil {
		return variant{}, false
	}
	keep := kinds.StartedIn(s.prog, run.Trace)
	meet := func(keep map[ir.ID]int) bool {
		p := threads.Meeting(threads.Starting(s.prog, keep), pair, false)
		again, _ := s.walk(ctx, p, found.Choices, metAgain, 0)
		return again != nil
	}
	needed(slices.Sorted(maps.Keys(keep)), func(places []ir.ID) bool {
		fewer := map[ir.ID]int{}
		for _, p := range places {
			fewer[p] = keep[p]
		}
		if !meet(fewer) {
			return false
		}
		keep = fewer
		return true
	})
	for _, p := range slices.Sorted(maps.Keys(keep)) {
		for n := 1; n < keep[p] && n <= 2; n++ {
			fewer := maps.Clone(keep)
			if fewer[p] = n; meet(fewer) {
				keep = fewer
			}
		}
	}
	return variant{
		Program: threads.Starting(s.prog, keep), kinds: pair, what: onOneWay, leads: true, like: found.Choices,
	}, true
}

// needed leaves out of a list what is not, many at once first, as long as the rest is enough.
func needed[T any](list []T, enough func([]T) bool) []T {
	for some := len(list); some > 0; some /= 2 {
		for at := len(list); at > 0; at -= some {
			if fewer := slices.Delete(slices.Clone(list), max(at-some, 0), at); enough(fewer) {
				list = fewer
			}
		}
	}
	return list
}

// walk gives a random execution of so many rounds, 0: any number, in which an assertion fails; nil: none was found.
// Half of them are like another one.
func (s *search) walk(
	ctx context.Context, p *ir.Program, like []irexec.Choice, instrs int64, rounds int,
) (*irexec.Found, *irexec.Outcome) {
	x, err := irexec.Explore(ctx, p, irexec.ExploreOptions{
		Assert: true, Walks: math.MaxInt, Rounds: rounds, MaxInstrs: instrs, FirstOnly: true, NoShorten: true,
		Seed: s.Request.Seed, Like: like,
	})
	if err != nil || len(x.Failures) == 0 {
		return nil, nil
	}
	run, err := irexec.Run(p, x.Failures[0].Schedule, x.Failures[0].Inputs, irexec.Options{})
	if err != nil || run.Failure == nil {
		return nil, nil
	}
	return x.Failures[0], run
}
