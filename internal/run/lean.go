package run

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/verdict"
	"github.com/heddle-dev/heddle/internal/wave"
)

// The smallest programs of a pair: each of the two is started on one way. A driver's read routine may be called for a file of one device or of another, for a request that waited in a queue or for a new one, and what it starts multiplies
// that; for a first answer one way is enough. That the two meet on it has to be shown: which way a driver takes is known to its executions alone.

// start is a place at which threads of a kind start threads of a kind.
type start struct {
	at   ir.ID
	kind ir.FuncID
}

// way is the starts that lead to a thread, from the first thread on.
type way []start

// mostWays is how many ways of a kind are looked at, the shortest ones.
const mostWays = 4

// waysTo lists the shortest ways to each kind of threads on which no kind is twice, by length.
func waysTo(p *ir.Program) map[ir.FuncID][]way {
	graph := startsAt(p)
	out := map[ir.FuncID][]way{p.Entry: {nil}}
	for todo := []way{nil}; len(todo) > 0; todo = todo[1:] {
		w := todo[0]
		for _, s := range graph[w.end(p)] {
			if s.kind == p.Entry || len(out[s.kind]) == mostWays || slices.ContainsFunc(w, func(b start) bool { return b.kind == s.kind }) {
				continue
			}
			longer := append(w[:len(w):len(w)], s)
			out[s.kind] = append(out[s.kind], longer)
			todo = append(todo, longer)
		}
	}
	return out
}

// end is the kind of thread to which a way leads.
func (w way) end(p *ir.Program) ir.FuncID {
	if len(w) == 0 {
		return p.Entry
	}
	return w[len(w)-1].kind
}

// starting gives the program in which so many threads are started at some places, and none at others.
func starting(p *ir.Program, keep map[ir.ID]int) *ir.Program {
	out := p.Clone()
	number := func(s *ir.Spawn) int { return keep[s.Base().ID] }
	for _, f := range out.Funcs {
		cut(f, func(s *ir.Spawn) bool { return s.Fn.Kind == ir.KindFunc && number(s) == 0 })
		few(out, f, number)
	}
	return out
}

// route is a way on which threads of a kind are known to come, what else has to be started for that, and the bounds within which they do; no bounds: it takes more than are tried.
type route struct {
	way
	with []start
	at   verdict.Bounds
	like []irexec.Choice // of an execution in which they do
}

// routeTime is the part of the time in which routes are looked for.
const routeTime = 8

// routes looks for a way on which the threads of each kind come, in some time: the one that is seen in an execution, or else one of the shortest; by random executions, and then, if there are none, by `rounds`.
func (job *Job) routes(ctx context.Context, prog *ir.Program, kinds []ir.FuncID, most budget.Work) map[ir.FuncID]route {
	out := map[ir.FuncID]route{}
	var mu sync.Mutex
	each := func(left span, done func(ir.FuncID) bool, look func(context.Context, ir.FuncID, span) (route, bool)) {
		open := slices.DeleteFunc(slices.Clone(kinds), done)
		wave.Wave{Jobs: job.jobs()}.Run(ctx, len(open), func(ctx context.Context, n int, _ budget.Work) {
			k := open[n]
			r, ok := look(ctx, k, left.part(ctx, budget.Work(len(open)-n/wave.Size*wave.Size)))
			mu.Lock()
			defer mu.Unlock()
			if ok {
				out[k] = r
			}
		})
	}
	ways, left := waysTo(prog), newSpan(ctx, most)
	shortest := func(k ir.FuncID) (out []route) {
		for _, w := range ways[k] {
			out = append(out, route{way: w})
		}
		return out
	}
	half := left.part(ctx, 2)
	each(half, func(ir.FuncID) bool { return false }, func(ctx context.Context, k ir.FuncID, share span) (route, bool) {
		if k == prog.Entry {
			return route{at: rungs[0]}, true
		}
		return job.seen(ctx, prog, k, share)
	})
	each(left.part(ctx, 2), func(k ir.FuncID) bool { return out[k].bounded() }, func(ctx context.Context, k ir.FuncID, share span) (route, bool) {
		return job.onRoute(ctx, prog, k, shortest(k), walked, job.byWalks, share)
	})
	each(left, func(k ir.FuncID) bool { _, ok := out[k]; return ok }, func(ctx context.Context, k ir.FuncID, share span) (route, bool) {
		return job.onRoute(ctx, prog, k, shortest(k), rungs, job.solved, share)
	})
	return out
}

// bounded reports whether it is known within which bounds they come.
func (r route) bounded() bool { return r.at.Rounds != 0 }

// onRoute gives the first of some routes on which threads of a kind are found to come, within the least of some bounds.
func (job *Job) onRoute(ctx context.Context, prog *ir.Program, kind ir.FuncID, tries []route, rungs []verdict.Bounds, find find, left span) (route, bool) {
	var progs []*ir.Program
	for _, r := range tries {
		progs = append(progs, arriving(starting(prog, both(bothWays(r.way, nil, [2]ir.FuncID{kind, kind}), r.with)), kind))
	}
	for _, b := range rungs {
		for n, p := range progs {
			if left.over(ctx) {
				return route{}, false
			}
			if takes, _ := find(ctx, p, nil, b, left); takes != nil {
				return route{way: tries[n].way, with: tries[n].with, at: takes.at}, true
			}
		}
	}
	return route{}, false
}

// lean gives the programs in which the threads of a pair are started on one way each: on those on which they are known to come, and then on others, those with the fewest starts first; and the bounds below which there is nothing to look for.
func lean(p *ir.Program, kinds [2]ir.FuncID, known map[ir.FuncID]route) (out []variant, least verdict.Bounds) {
	ways := waysTo(p)
	type choice struct {
		keep  map[ir.ID]int // how many threads are started where
		leads bool
	}
	choose := func(x, y route) choice {
		return choice{both(bothWays(x.way, y.way, kinds), slices.Concat(x.with, y.with)), x.by(kinds[1]) || y.by(kinds[0])}
	}
	var choices []choice
	for i, x := range ways[kinds[0]] {
		for j, y := range ways[kinds[1]] {
			if kinds[0] != kinds[1] || j >= i {
				choices = append(choices, choose(route{way: x}, route{way: y}))
			}
		}
	}
	slices.SortStableFunc(choices, func(a, b choice) int { return cmp.Compare(len(a.keep), len(b.keep)) })
	x, first := known[kinds[0]]
	y, second := known[kinds[1]]
	if first && second {
		x, y = x.upTo(y, kinds[0]), y.upTo(x, kinds[1])
		choices = slices.Insert(choices, 0, choose(x, y))
		least.Rounds, least.Unwind = max(x.at.Rounds, y.at.Rounds), max(x.at.Unwind, y.at.Unwind)
	}
	for i, c := range choices {
		if same := func(other choice) bool { return maps.Equal(c.keep, other.keep) }; !slices.ContainsFunc(choices[:i], same) && len(out) < mostWays {
			out = append(out, variant{Program: starting(p, c.keep), kinds: kinds, what: onOneWay, leads: c.leads, like: slices.Concat(x.like, y.like)})
		}
	}
	return out, least
}

// onOneWay says of a program that it has one way to each of the two.
const onOneWay = ", on one of the ways to them"

// upTo is the beginning of another route, if that leads through threads of the kind: they come there too.
func (r route) upTo(other route, kind ir.FuncID) route {
	if i := slices.IndexFunc(other.way, func(s start) bool { return s.kind == kind }); i >= 0 {
		return route{way: other.way[:i+1], with: other.with, at: other.at, like: other.like}
	}
	return r
}

// by reports whether it takes threads of a kind for another one to come.
func (r route) by(kind ir.FuncID) bool {
	before := r.with
	if len(r.way) > 0 {
		before = slices.Concat(before, r.way[:len(r.way)-1])
	}
	return slices.ContainsFunc(before, func(s start) bool { return s.kind == kind })
}

// bothWays says how many threads are started where if two ways are taken: one, and two of a kind that races with its own, or with what it starts.
func bothWays(x, y way, kinds [2]ir.FuncID) map[ir.ID]int {
	keep := map[ir.ID]int{}
	for _, s := range slices.Concat(x, y) {
		keep[s.at] = 1
	}
	for i, w := range []way{x, y} {
		for _, s := range w {
			if s.kind == kinds[1-i] {
				keep[s.at] = 2
			}
		}
	}
	return keep
}
