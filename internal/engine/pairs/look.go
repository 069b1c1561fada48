package pairs

import (
	"context"
	"slices"
	"sync"

	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/wave"
)

// The search for races of pairs that are not proved: several pairs at a time, each in programs of its own. Random
// executions of all of them come first, and end when they show nothing new: most races of drivers need no particular
// values, and are found in some thousand steps. What they do not find is for the engine rounds, which decides. A pair
// that was too much for it is for kiss, whose programs are smaller and show less: it counts only if it shows a race.
// Pairs of which something is shown already come last: they may race on more.
//
// The engine rounds looks at all pairs at the least bounds first (routes.go, meet.go), with half of the work, and
// climbs afterwards. Otherwise one pair had four rounds, and the next nothing for one. Those come first of which it
// is known how both threads come: the others take most of the work, and little comes of it. Between the two come
// pairs that are proved but for something that is assumed: what is said of them, as of the others, is within bounds
// then. They take little, and a run that ends early has said it. And those for which there was too little, or which
// were not found to meet, again: they have more each when the others are decided.
//
// What is found of one pair changes nothing for another while they are looked at, so that the report does not depend
// on how many are at a time; it is entered in their order.
//
// Rejected: all states in order before random executions. A driver has too many, so a search in order used whatever
// it was given, and found what a walk finds in a tenth of it. And all engines for one pair before the next: where
// pairs are many, the first ones used up what walks need to decide the others.

// method is a way of looking at a program of a pair.
type method uint8

const (
	asWalks  method = iota // random executions, until nothing new comes
	asRounds               // all executions within bounds
	asKiss                 // all balanced ones
)

// pass is one way of looking at many pairs.
type pass struct {
	by    []method
	part  budget.Work // of the work that is left
	least budget.Work // what a pair needs for anything to come out of it
	low   bool        // at the least bounds alone, in the smallest program
	again bool        // they were not found to meet in the programs with one way to each
}

var (
	byWalks   = pass{by: []method{asWalks}, part: 2, least: leastWalks}
	byLeast   = pass{by: []method{asRounds}, part: 2, least: leastTime, low: true}
	againLow  = pass{by: []method{asRounds}, part: 1, least: leastTime, low: true, again: true}
	bySolver  = pass{by: []method{asRounds, asKiss}, part: 1, least: leastTime}
	forBounds = pass{by: []method{asRounds}, part: 1, least: leastTime, low: true}
)

// looking is the pairs that are looked at.
type looking struct {
	*search
	mu     sync.Mutex
	looks  []*look // of pairs that were looked at
	routes map[ir.FuncID]route
	last   *Answer
}

// lookAtAll looks for races of the pairs that are open: those of which nothing is shown, and then those that may race
// on more than was shown.
func (s *search) lookAtAll(ctx context.Context) *Answer {
	g := &looking{search: s, looks: make([]*look, len(s.pairs))}
	g.last = s.tell(g.looks)
	first, then, withheld := g.groups()
	g.at(ctx, first, byWalks, 0)
	none, more := g.unshown(first)
	then = append(then, more...)
	ladder := !s.bounded()
	if ladder {
		g.findRoutes(ctx, slices.Concat(none, withheld))
	}
	if ladder && s.Effort > 0 {
		g.at(ctx, g.but(none, func(i int) bool { return !g.reachable(i) }), byLeast, len(withheld))
	}
	g.at(ctx, withheld, forBounds, len(none)+len(then))
	if ladder && s.Effort > 0 {
		g.at(ctx, g.but(slices.Concat(none, withheld), func(i int) bool { return g.looks[i].decided() }), againLow, len(then))
	}
	g.at(ctx, none, bySolver, len(then))
	g.at(ctx, g.but(then, func(i int) bool { return g.looks[i] != nil }), byWalks, 0)
	g.at(ctx, g.but(then, func(i int) bool { return g.looks[i].shown() }), bySolver, 0)
	return g.last
}

// at looks at some pairs; behind is how many others come after them.
func (g *looking) at(ctx context.Context, group []int, how pass, behind int) {
	wave.Wave{Jobs: g.jobs()}.Run(ctx, len(group), func(ctx context.Context, n int, _ budget.Work) {
		i := group[n]
		g.mu.Lock()
		l := g.looks[i]
		g.mu.Unlock()
		if l == nil {
			l = &look{pair: g.known.Pairs[i], of: g.pairs[i]}
		}
		left := len(group) - n/wave.Size*wave.Size // that the wave began with
		l = g.lookAt(ctx, l.copy(), g.routes, how, left+behind)
		g.mu.Lock()
		defer g.mu.Unlock()
		g.looks[i] = l
		g.last = g.tell(g.looks)
	})
}

// groups tells the pairs of which nothing is shown from those that may race on more, and from those that are proved
// but for an assumption.
func (g *looking) groups() (first, then, withheld []int) {
	shown := g.shownPairs()
	for i, p := range g.known.Pairs {
		switch {
		case p.Withheld:
			withheld = append(withheld, i)
		case !open(p):
		case !shown[g.pairs[i]]:
			first = append(first, i)
		case !covers(p, g.races):
			then = append(then, i)
		}
	}
	return first, then, withheld
}

// unshown tells the pairs of which walks showed nothing from those of which they did not show all.
func (g *looking) unshown(group []int) (none, more []int) {
	for _, i := range group {
		switch l := g.looks[i]; {
		case len(l.found) == 0:
			none = append(none, i)
		case !l.shown():
			more = append(more, i)
		}
	}
	return none, more
}

// findRoutes finds out how the threads of some pairs come.
func (g *looking) findRoutes(ctx context.Context, group []int) {
	var of []ir.FuncID
	for _, i := range group {
		of = append(of, g.pairs[i][:]...)
	}
	slices.Sort(of)
	g.routes = g.search.routes(ctx, slices.Compact(of), g.Effort/routeTime)
}

// reachable reports whether it is known how both threads of a pair come.
func (g *looking) reachable(i int) bool {
	return g.routes[g.pairs[i][0]].bounded() && g.routes[g.pairs[i][1]].bounded()
}

// but leaves some pairs out.
func (g *looking) but(group []int, leave func(int) bool) []int {
	return slices.DeleteFunc(slices.Clone(group), leave)
}
