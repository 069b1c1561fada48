package pairs

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/heddle-dev/heddle/internal/analysis/kinds"
	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/transform/threads"
	"github.com/heddle-dev/heddle/internal/verdict"
	"github.com/heddle-dev/heddle/internal/wave"
)

// The smallest programs of a pair: each of the two is started on one way. A driver's read routine may be called for a
// file of one device or of another, for a request that waited in a queue or for a new one, and what it starts
// multiplies that; for a first answer one way is enough. That the two meet on it has to be shown: which way a driver
// takes is known to its executions alone.

// route is a way on which threads of a kind are known to come, what else has to be started for that, and the bounds
// within which they do; no bounds: it takes more than are tried.
type route struct {
	kinds.Way
	with []kinds.Start
	at   verdict.Bounds
	like []irexec.Choice // of an execution in which they do
}

// bounded reports whether it is known within which bounds they come.
func (r route) bounded() bool { return r.at.Rounds != 0 }

// upTo is the beginning of another route, if that leads through threads of the kind: they come there too.
func (r route) upTo(other route, kind ir.FuncID) route {
	if i := slices.IndexFunc(other.Way, func(s kinds.Start) bool { return s.Kind == kind }); i >= 0 {
		return route{Way: other.Way[:i+1], with: other.with, at: other.at, like: other.like}
	}
	return r
}

// by reports whether it takes threads of a kind for another one to come.
func (r route) by(kind ir.FuncID) bool {
	before := r.with
	if len(r.Way) > 0 {
		before = slices.Concat(before, r.Way[:len(r.Way)-1])
	}
	return slices.ContainsFunc(before, func(s kinds.Start) bool { return s.Kind == kind })
}

// routeTime is the part of the work in which routes are looked for.
const routeTime = 8

// routes looks for a way on which the threads of each kind come, in some work: the one that is seen in an execution,
// or else one of the shortest; by random executions, and then, if there are none, by the engine rounds.
func (s *search) routes(ctx context.Context, of []ir.FuncID, most budget.Work) map[ir.FuncID]route {
	out := map[ir.FuncID]route{}
	var mu sync.Mutex
	type look func(context.Context, ir.FuncID, span) (route, bool)
	each := func(left span, done func(ir.FuncID) bool, look look) {
		open := slices.DeleteFunc(slices.Clone(of), done)
		wave.Wave{Jobs: s.jobs()}.Run(ctx, len(open), func(ctx context.Context, n int, _ budget.Work) {
			k := open[n]
			r, ok := look(ctx, k, left.part(ctx, budget.Work(len(open)-n/wave.Size*wave.Size)))
			mu.Lock()
			defer mu.Unlock()
			if ok {
				out[k] = r
			}
		})
	}
	ways, left := kinds.WaysTo(s.prog), newSpan(ctx, most)
	shortest := func(k ir.FuncID) (out []route) {
		for _, w := range ways[k] {
			out = append(out, route{Way: w})
		}
		return out
	}
	none := func(ir.FuncID) bool { return false }
	bounded := func(k ir.FuncID) bool { return out[k].bounded() }
	known := func(k ir.FuncID) bool { _, ok := out[k]; return ok }
	each(left.part(ctx, 2), none, func(ctx context.Context, k ir.FuncID, share span) (route, bool) {
		if k == s.prog.Entry {
			return route{at: rungs[0]}, true
		}
		return s.seen(ctx, k, share)
	})
	each(left.part(ctx, 2), bounded, func(ctx context.Context, k ir.FuncID, share span) (route, bool) {
		return s.onRoute(ctx, k, shortest(k), walked, s.byWalks, share)
	})
	each(left, known, func(ctx context.Context, k ir.FuncID, share span) (route, bool) {
		return s.onRoute(ctx, k, shortest(k), rungs, s.solved, share)
	})
	return out
}

// onRoute gives the first of some routes on which threads of a kind are found to come, within the least of some
// bounds.
func (s *search) onRoute(
	ctx context.Context, kind ir.FuncID, tries []route, rungs []verdict.Bounds, find find, left span,
) (route, bool) {
	var progs []*ir.Program
	for _, r := range tries {
		progs = append(progs, s.arriving(r, kind))
	}
	for _, b := range rungs {
		for n, p := range progs {
			if left.over(ctx) {
				return route{}, false
			}
			if takes, _ := find(ctx, p, nil, b, left); takes != nil {
				return route{Way: tries[n].Way, with: tries[n].with, at: takes.at}, true
			}
		}
	}
	return route{}, false
}

// arriving is the program in which what a route takes is started, and an assertion fails where threads of a kind
// come.
func (s *search) arriving(r route, kind ir.FuncID) *ir.Program {
	keep := alsoAt(onBoth(r.Way, nil, [2]ir.FuncID{kind, kind}), r.with)
	return threads.Arriving(threads.Starting(s.prog, keep), kind)
}

// onOneWay says of a program that it has one way to each of the two.
const onOneWay = ", on one of the ways to them"

// lean gives the programs in which the threads of a pair are started on one way each: on those on which they are
// known to come, and then on others, those with the fewest starts first; and the bounds below which there is nothing
// to look for.
func lean(p *ir.Program, pair [2]ir.FuncID, known map[ir.FuncID]route) (out []variant, least verdict.Bounds) {
	ways := kinds.WaysTo(p)
	type choice struct {
		keep  map[ir.ID]int // how many threads are started where
		leads bool
	}
	choose := func(x, y route) choice {
		keep := alsoAt(onBoth(x.Way, y.Way, pair), slices.Concat(x.with, y.with))
		return choice{keep, x.by(pair[1]) || y.by(pair[0])}
	}
	var choices []choice
	for i, x := range ways[pair[0]] {
		for j, y := range ways[pair[1]] {
			if pair[0] != pair[1] || j >= i {
				choices = append(choices, choose(route{Way: x}, route{Way: y}))
			}
		}
	}
	slices.SortStableFunc(choices, func(a, b choice) int { return cmp.Compare(len(a.keep), len(b.keep)) })
	x, first := known[pair[0]]
	y, second := known[pair[1]]
	if first && second {
		x, y = x.upTo(y, pair[0]), y.upTo(x, pair[1])
		choices = slices.Insert(choices, 0, choose(x, y))
		least.Rounds, least.Unwind = max(x.at.Rounds, y.at.Rounds), max(x.at.Unwind, y.at.Unwind)
	}
	for i, c := range choices {
		same := func(other choice) bool { return maps.Equal(c.keep, other.keep) }
		if slices.ContainsFunc(choices[:i], same) || len(out) == kinds.MostWays {
			continue
		}
		out = append(out, variant{
			Program: threads.Starting(p, c.keep), kinds: pair, what: onOneWay, leads: c.leads,
			like: slices.Concat(x.like, y.like),
		})
	}
	return out, least
}

// onBoth says how many threads are started where if two ways are taken: one, and two of a kind that races with its
// own, or with what it starts.
func onBoth(x, y kinds.Way, pair [2]ir.FuncID) map[ir.ID]int {
	keep := map[ir.ID]int{}
	for _, s := range slices.Concat(x, y) {
		keep[s.At] = 1
	}
	for i, w := range []kinds.Way{x, y} {
		for _, s := range w {
			if s.Kind == pair[1-i] {
				keep[s.At] = 2
			}
		}
	}
	return keep
}

// alsoAt adds a thread at each of some places to what is started.
func alsoAt(keep map[ir.ID]int, with []kinds.Start) map[ir.ID]int {
	for _, s := range with {
		keep[s.At] = max(keep[s.At], 1)
	}
	return keep
}
