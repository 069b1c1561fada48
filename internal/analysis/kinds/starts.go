package kinds

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Start is a place at which threads start threads of a kind.
type Start struct {
	At   ir.ID
	Kind ir.FuncID
}

// Starts lists, for the functions at which threads start, which others they start; the program's first function is
// one.
func Starts(p *ir.Program) map[ir.FuncID][]ir.FuncID {
	out := map[ir.FuncID][]ir.FuncID{}
	for f, all := range StartsAt(p) {
		out[f] = []ir.FuncID{}
		for _, s := range all {
			if !slices.Contains(out[f], s.Kind) {
				out[f] = append(out[f], s.Kind)
			}
		}
	}
	return out
}

// StartsAt lists, for the functions at which threads start, where they start others.
func StartsAt(p *ir.Program) map[ir.FuncID][]Start {
	reached := map[ir.FuncID][]Start{}
	var below func(f ir.FuncID, seen map[ir.FuncID]bool, out *[]Start)
	below = func(f ir.FuncID, seen map[ir.FuncID]bool, out *[]Start) {
		if seen[f] {
			return
		}
		seen[f] = true
		for in := range p.Funcs[f].Instrs() {
			switch in := in.(type) {
			case *ir.Spawn:
				for _, g := range targets(in) {
					*out = append(*out, Start{in.Base().ID, g})
				}
			case *ir.Call:
				below(in.Func, seen, out)
			case *ir.CallPtr:
				for _, g := range in.Candidates {
					below(g, seen, out)
				}
			}
		}
	}
	todo := []ir.FuncID{p.Entry}
	for len(todo) > 0 {
		f := todo[0]
		todo = todo[1:]
		if _, ok := reached[f]; ok {
			continue
		}
		var out []Start
		below(f, map[ir.FuncID]bool{}, &out)
		reached[f] = out
		for _, s := range out {
			todo = append(todo, s.Kind)
		}
	}
	return reached
}

func targets(s *ir.Spawn) []ir.FuncID {
	if s.Fn.Kind == ir.KindFunc {
		return []ir.FuncID{s.Fn.Func}
	}
	return s.Candidates
}

// Leading gives, for each kind of threads, those that start one of it, or one that leads to it. All of them count:
// which of several ways a driver takes is known to its executions alone, and a program without the way that is taken
// has no thread of that kind at all.
func Leading(graph map[ir.FuncID][]ir.FuncID) map[ir.FuncID]map[ir.FuncID]bool {
	leads := map[ir.FuncID]map[ir.FuncID]bool{}
	for again := true; again; {
		again = false
		for f, started := range graph {
			for _, g := range started {
				if leads[g] == nil {
					leads[g] = map[ir.FuncID]bool{}
				}
				for at := range leads[f] {
					again = again || !leads[g][at]
					leads[g][at] = true
				}
				again = again || !leads[g][f]
				leads[g][f] = true
			}
		}
	}
	return leads
}
