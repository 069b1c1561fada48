package kinds

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Way is the starts that lead to a thread, from the first thread on.
type Way []Start

// MostWays is how many ways to a kind are listed, the shortest ones.
const MostWays = 4

// WaysTo lists the shortest ways to each kind of threads on which no kind is twice, by length.
func WaysTo(p *ir.Program) map[ir.FuncID][]Way {
	graph := StartsAt(p)
	out := map[ir.FuncID][]Way{p.Entry: {nil}}
	for todo := []Way{nil}; len(todo) > 0; todo = todo[1:] {
		w := todo[0]
		for _, s := range graph[w.end(p)] {
			switch {
			case s.Kind == p.Entry, len(out[s.Kind]) == MostWays:
				continue
			case slices.ContainsFunc(w, func(b Start) bool { return b.Kind == s.Kind }):
				continue
			}
			longer := append(w[:len(w):len(w)], s)
			out[s.Kind] = append(out[s.Kind], longer)
			todo = append(todo, longer)
		}
	}
	return out
}

// end is the kind of thread to which a way leads.
func (w Way) end(p *ir.Program) ir.FuncID {
	if len(w) == 0 {
		return p.Entry
	}
	return w[len(w)-1].Kind
}

// Starters says of each kind of threads who starts it on the shortest way to it. The first thread starts itself.
func Starters(p *ir.Program) map[ir.FuncID]ir.FuncID {
	graph := Starts(p)
	from := map[ir.FuncID]ir.FuncID{p.Entry: p.Entry}
	for todo := []ir.FuncID{p.Entry}; len(todo) > 0; todo = todo[1:] {
		for _, g := range graph[todo[0]] {
			if _, ok := from[g]; !ok {
				from[g] = todo[0]
				todo = append(todo, g)
			}
		}
	}
	return from
}
