package run

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/verdict"
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

// route is a way on which threads of a kind are known to come, and the bounds within which they do.
type route struct {
	way
	at verdict.Bounds
}

// routeTime is the part of the time in which routes are looked for.
const routeTime = 10

// routes looks for a way on which the threads of each kind come.
func (job *Job) routes(ctx context.Context, prog *ir.Program, kinds []ir.FuncID) map[ir.FuncID]route {
	if job.bounded() {
		return nil
	}
	out, ways := map[ir.FuncID]route{}, waysTo(prog)
	left := newBudget(job.Timeout / routeTime * time.Duration(job.jobs()))
	var mu sync.Mutex
	var g errgroup.Group
	g.SetLimit(job.jobs())
	for i, k := range kinds {
		share := left.part(time.Duration(len(kinds) - i))
		g.Go(func() error {
			if r, ok := job.route(ctx, prog, k, ways[k], share); ok {
				mu.Lock()
				defer mu.Unlock()
				out[k] = r
			}
			return nil
		})
	}
	g.Wait() // no function gives an error
	return out
}

// route looks for one: by random executions on all ways, and then by `rounds`.
func (job *Job) route(ctx context.Context, prog *ir.Program, kind ir.FuncID, ways []way, left budget) (route, bool) {
	if kind == prog.Entry {
		return route{nil, rungs[0]}, true
	}
	var progs []*ir.Program
	for _, w := range ways {
		progs = append(progs, arriving(starting(prog, bothWays(w, nil, [2]ir.FuncID{kind, kind})), kind))
	}
	for i, find := range []find{job.walkedInto, job.solved} {
		some := left.part(time.Duration(2 - i))
		for _, b := range rungs {
			for n, p := range progs {
				if some.over() {
					break
				}
				if found, _ := find(ctx, p, b, some); found {
					return route{ways[n], b}, true
				}
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
	choose := func(x, y way) choice { return choice{bothWays(x, y, kinds), x.by(kinds[1]) || y.by(kinds[0])} }
	var choices []choice
	for i, x := range ways[kinds[0]] {
		for j, y := range ways[kinds[1]] {
			if kinds[0] != kinds[1] || j >= i {
				choices = append(choices, choose(x, y))
			}
		}
	}
	slices.SortStableFunc(choices, func(a, b choice) int { return cmp.Compare(len(a.keep), len(b.keep)) })
	x, first := known[kinds[0]]
	y, second := known[kinds[1]]
	if first && second {
		choices = slices.Insert(choices, 0, choose(x.way, y.way))
		least.Rounds, least.Unwind = max(x.at.Rounds, y.at.Rounds), max(x.at.Unwind, y.at.Unwind)
	}
	for i, c := range choices {
		if same := func(other choice) bool { return maps.Equal(c.keep, other.keep) }; !slices.ContainsFunc(choices[:i], same) && len(out) < mostWays {
			out = append(out, variant{Program: starting(p, c.keep), kinds: kinds, what: onOneWay, leads: c.leads})
		}
	}
	return out, least
}

// onOneWay says of a program that it has one way to each of the two.
const onOneWay = ", on one of the ways to them"

// by reports whether a way leads through a kind to another one.
func (w way) by(kind ir.FuncID) bool {
	return len(w) > 0 && slices.ContainsFunc(w[:len(w)-1], func(s start) bool { return s.kind == kind })
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
