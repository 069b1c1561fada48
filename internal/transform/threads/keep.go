package threads

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/analysis/kinds"
	"github.com/heddle-dev/heddle/internal/ir"
)

// Programs in which some kinds of threads are started, and no others: which, and how many of each.

// Keeping gives the program in which so many of some kinds of threads are started at each place that starts any
// number, and no others. Threads whose target is a value are always started.
func Keeping(p *ir.Program, keep map[ir.FuncID]int) *ir.Program {
	out := p.Clone()
	for _, f := range out.Funcs {
		cut(f, func(s *ir.Spawn) bool { return s.Fn.Kind == ir.KindFunc && keep[s.Fn.Func] == 0 })
		few(out, f, func(s *ir.Spawn) int {
			if s.Fn.Kind != ir.KindFunc {
				return 0
			}
			return keep[s.Fn.Func]
		})
	}
	return out
}

// Starting gives the program in which so many threads are started at some places, and none at others.
func Starting(p *ir.Program, keep map[ir.ID]int) *ir.Program {
	out := p.Clone()
	number := func(s *ir.Spawn) int { return keep[s.Base().ID] }
	for _, f := range out.Funcs {
		cut(f, func(s *ir.Spawn) bool { return s.Fn.Kind == ir.KindFunc && number(s) == 0 })
		few(out, f, number)
	}
	return out
}

// Only gives the program in which two kinds of threads are started, and those that lead to them, and no others: one
// of a kind at each place that starts any number, two if the pair is of one kind or of a kind and one that it leads
// to.
func Only(p *ir.Program, pair [2]ir.FuncID) *ir.Program {
	leads := kinds.Leading(kinds.Starts(p))
	keep := map[ir.FuncID]int{}
	for i, k := range pair {
		if k != p.Entry {
			keep[k] = max(keep[k], 1)
		}
		for at := range leads[k] {
			if at != p.Entry {
				keep[at] = max(keep[at], 1)
			}
		}
		if other := pair[1-i]; other != p.Entry && (other == k || leads[k][other]) {
			keep[other] = 2
		}
	}
	return Keeping(p, keep)
}

// Forked gives the other programs of a pair: two of a kind that leads to both are started, and one of each of the
// pair by each. They have what two devices, or two files, do to each other.
func Forked(p *ir.Program, pair [2]ir.FuncID) (out []*ir.Program) {
	from := kinds.Starters(p)
	way := func(k ir.FuncID) (out []ir.FuncID) {
		for ; k != p.Entry; k = from[k] {
			out = append(out, k)
		}
		return out
	}
	x, y := way(pair[0]), way(pair[1])
	if pair[0] != pair[1] && (slices.Contains(x, pair[1]) || slices.Contains(y, pair[0])) {
		return nil // that is what Only makes
	}
	leads, keep := kinds.Leading(kinds.Starts(p)), map[ir.FuncID]int{}
	for _, k := range pair {
		keep[k] = 1
		for at := range leads[k] {
			keep[at] = 1
		}
	}
	for _, k := range x {
		if k == pair[0] || !slices.Contains(y, k) {
			continue
		}
		keep[k] = 2
		out = append(out, Keeping(p, keep))
		keep[k] = 1
	}
	return out
}

// AllOf gives the program in which the threads of some pairs are started wherever they may be, with those that lead
// to them, and no others: two of a kind that is a pair with itself and starts nobody, since two of those that start
// others would be twice as many of all.
func AllOf(p *ir.Program, pairs [][2]ir.FuncID) *ir.Program {
	graph, keep := kinds.Starts(p), map[ir.FuncID]int{}
	leads := kinds.Leading(graph)
	for _, pair := range pairs {
		for _, k := range pair {
			if k != p.Entry {
				keep[k] = max(keep[k], 1)
			}
			for at := range leads[k] {
				if at != p.Entry {
					keep[at] = max(keep[at], 1)
				}
			}
		}
		if pair[0] == pair[1] && len(graph[pair[0]]) == 0 {
			keep[pair[0]] = 2
		}
	}
	return Always(Keeping(p, keep))
}
