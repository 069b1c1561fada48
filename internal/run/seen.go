package run

import (
	"context"
	"maps"
	"math"
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
)

// What it takes for a thread to come is seen in an execution. A request may be served only once another thread has started the device, or has woken who serves it: the way to a thread is not all that has to be started. So a random
// execution of the whole program is looked for that comes to the thread, and of all that is started there the least is kept with which executions still come to it. In how many rounds they do, and with how many iterations of loops, is what
// they show too.

// How many instructions random executions have to come to a thread, to come to it again with fewer others, and in few rounds; and two to meet again with fewer others.
const (
	seenFirst  = 100_000_000
	seenAgain  = 10_000_000
	seenWithin = 40_000_000
	metAgain   = 1_000_000
)

// seen gives the way on which an execution comes to threads of a kind, what else has to be started for that, and the bounds that it takes; no bounds if it takes more than are tried.
func (job *Job) seen(ctx context.Context, prog *ir.Program, kind ir.FuncID, left span) (r route, ok bool) {
	ctx, cancel := left.context(ctx)
	defer cancel()
	found, run := job.walk(ctx, arriving(prog, kind), nil, seenFirst, 0)
	if found == nil {
		return route{}, false
	}
	if r.way, r.with = startsIn(prog, run, kind); len(r.way) == 0 {
		return route{}, false
	}
	r.like = found.Choices
	with := func(others []start) *ir.Program {
		return arriving(starting(prog, both(bothWays(r.way, nil, [2]ir.FuncID{kind, kind}), others)), kind)
	}
	r.with = needed(r.with, func(fewer []start) bool { return job.comes(ctx, with(fewer), r.like) })
	for _, b := range walked {
		if takes := job.within(ctx, with(r.with), nil, r.like, b, seenWithin); takes != nil {
			r.at = takes.at
			break
		}
	}
	return r, true
}

// bothSeen gives the program with what is started in a random execution of the whole program in which the threads of a pair meet. The way to one may have needs that are not on the way to it when it comes alone: a
// request for a device comes once the device is started, and if that is pending when the other thread comes, it takes the one who completes it.
func (job *Job) bothSeen(ctx context.Context, prog *ir.Program, kinds [2]ir.FuncID, known map[ir.FuncID]route, left span) (out variant, ok bool) {
	ctx, cancel := left.context(ctx)
	defer cancel()
	found, run := job.walk(ctx, meeting(prog, kinds, false), slices.Concat(known[kinds[0]].like, known[kinds[1]].like), seenFirst, 0)
	if found == nil {
		return variant{}, false
	}
	keep := map[ir.ID]int{} // how many threads are started where
	for _, in := range prog.Instrs() {
		if s, ok := in.(*ir.Spawn); ok {
			keep[s.Base().ID] = 0
		}
	}
	for _, step := range run.Trace.Steps {
		if n, ok := keep[step.Instr]; ok {
			keep[step.Instr] = n + 1
		}
	}
	maps.DeleteFunc(keep, func(_ ir.ID, n int) bool { return n == 0 })
	meet := func(keep map[ir.ID]int) bool {
		again, _ := job.walk(ctx, meeting(starting(prog, keep), kinds, false), found.Choices, metAgain, 0)
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
	return variant{Program: starting(prog, keep), kinds: kinds, what: onOneWay, leads: true, like: found.Choices}, true
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

// comes reports whether random executions come to an assertion that fails.
func (job *Job) comes(ctx context.Context, p *ir.Program, like []irexec.Choice) bool {
	found, _ := job.walk(ctx, p, like, seenAgain, 0)
	return found != nil
}

// walk gives a random execution of so many rounds, 0: any number, in which an assertion fails; nil: none was found. Half of them are like another one.
func (job *Job) walk(ctx context.Context, p *ir.Program, like []irexec.Choice, instrs int64, rounds int) (*irexec.Found, *irexec.Outcome) {
	x, err := irexec.Explore(ctx, p, irexec.ExploreOptions{Assert: true, Walks: math.MaxInt, Rounds: rounds, MaxInstrs: instrs, FirstOnly: true, NoShorten: true, Seed: job.Request.Seed, Like: like})
	if err != nil || len(x.Failures) == 0 {
		return nil, nil
	}
	run, err := irexec.Run(p, x.Failures[0].Schedule, x.Failures[0].Inputs, irexec.Options{})
	if err != nil || run.Failure == nil {
		return nil, nil
	}
	return x.Failures[0], run
}

// startsIn gives the starts in an execution: those on the way to the last thread of a kind, and the others, each place once.
func startsIn(p *ir.Program, run *irexec.Outcome, kind ir.FuncID) (w way, others []start) {
	spawns := map[ir.ID]start{}
	for _, in := range p.Instrs() {
		if s, ok := in.(*ir.Spawn); ok {
			spawns[s.Base().ID] = start{s.Base().ID, -1}
			if s.Fn.Kind == ir.KindFunc {
				spawns[s.Base().ID] = start{s.Base().ID, s.Fn.Func}
			}
		}
	}
	parents, starts := []int{-1}, []start{{}} // of threads, which are numbered in the order of their starts
	for _, step := range run.Trace.Steps {
		if s, ok := spawns[step.Instr]; ok {
			parents, starts = append(parents, step.Thread), append(starts, s)
		}
	}
	last := len(starts) - 1
	for last > 0 && starts[last].kind != kind {
		last--
	}
	for th := last; th > 0; th = parents[th] {
		w = append(way{starts[th]}, w...)
	}
	for _, s := range starts[1:] {
		if !slices.Contains(w, s) && !slices.Contains(others, s) {
			others = append(others, s)
		}
	}
	return w, others
}

// both adds a thread at each of some places to what is started.
func both(keep map[ir.ID]int, with []start) map[ir.ID]int {
	for _, s := range with {
		keep[s.at] = max(keep[s.at], 1)
	}
	return keep
}
