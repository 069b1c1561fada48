package run

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/graph"
	"github.com/heddle-dev/heddle/internal/ir"
)

// A program with fewer threads. The harness of a driver starts every thread as it likes, at a branch of its own, so leaving out some of them gives a program with some of the executions: what
// is found there is real.

// starts lists, for the functions at which threads start, which others they start; the program's first function is one.
func starts(p *ir.Program) map[ir.FuncID][]ir.FuncID {
	out := map[ir.FuncID][]ir.FuncID{}
	for f, all := range startsAt(p) {
		out[f] = []ir.FuncID{}
		for _, s := range all {
			if !slices.Contains(out[f], s.kind) {
				out[f] = append(out[f], s.kind)
			}
		}
	}
	return out
}

// startsAt lists, for the functions at which threads start, where they start others.
func startsAt(p *ir.Program) map[ir.FuncID][]start {
	reached := map[ir.FuncID][]start{}
	var below func(f ir.FuncID, seen map[ir.FuncID]bool, out *[]start)
	below = func(f ir.FuncID, seen map[ir.FuncID]bool, out *[]start) {
		if seen[f] {
			return
		}
		seen[f] = true
		for in := range p.Funcs[f].Instrs() {
			switch in := in.(type) {
			case *ir.Spawn:
				for _, g := range targets(in) {
					*out = append(*out, start{in.Base().ID, g})
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
		var out []start
		below(f, map[ir.FuncID]bool{}, &out)
		reached[f] = out
		for _, s := range out {
			todo = append(todo, s.kind)
		}
	}
	return reached
}

// leading gives, for each kind of threads, those that start one of it, or one that leads to it. All of them count: which of several ways a driver takes is known to its executions alone, and a
// program without the way that is taken has no thread of that kind at all.
func leading(graph map[ir.FuncID][]ir.FuncID) map[ir.FuncID]map[ir.FuncID]bool {
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

func targets(s *ir.Spawn) []ir.FuncID {
	if s.Fn.Kind == ir.KindFunc {
		return []ir.FuncID{s.Fn.Func}
	}
	return s.Candidates
}

// ways are the shortest ways on which kinds of threads are started: for each, who starts it.
func ways(p *ir.Program) map[ir.FuncID]ir.FuncID {
	graph := starts(p)
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

// only gives the program in which two kinds of threads are started, and those that lead to them, and no others: one of a kind at each place that starts any number, two if the pair
// is of one kind or of a kind and one that it leads to. Threads whose target is a value are always started.
func only(p *ir.Program, kinds [2]ir.FuncID) *ir.Program {
	leads := leading(starts(p))
	keep := map[ir.FuncID]int{}
	for i, k := range kinds {
		if k != p.Entry {
			keep[k] = max(keep[k], 1)
		}
		for at := range leads[k] {
			if at != p.Entry {
				keep[at] = max(keep[at], 1)
			}
		}
		if other := kinds[1-i]; other != p.Entry && (other == k || leads[k][other]) {
			keep[other] = 2
		}
	}
	return keeping(p, keep)
}

// Pair gives the program in which races of a pair of kinds of threads are looked for. Nothing races there but the accesses that are left, if there are any.
func Pair(p *ir.Program, kinds [2]ir.FuncID, left [][2]ir.ID) *ir.Program {
	return excuseOthers(only(p, kinds), left)
}

// forked is the other programs of a pair: two of a kind that leads to both are started, and one of each of the pair by each. They have what two devices, or two files, do to each
// other.
func forked(p *ir.Program, kinds [2]ir.FuncID) (out []*ir.Program) {
	from := ways(p)
	way := func(k ir.FuncID) (out []ir.FuncID) {
		for ; k != p.Entry; k = from[k] {
			out = append(out, k)
		}
		return out
	}
	x, y := way(kinds[0]), way(kinds[1])
	if kinds[0] != kinds[1] && (slices.Contains(x, kinds[1]) || slices.Contains(y, kinds[0])) {
		return nil // that is what only makes
	}
	leads, keep := leading(starts(p)), map[ir.FuncID]int{}
	for _, k := range kinds {
		keep[k] = 1
		for at := range leads[k] {
			keep[at] = 1
		}
	}
	for _, k := range x {
		if k == kinds[0] || !slices.Contains(y, k) {
			continue
		}
		keep[k] = 2
		out = append(out, keeping(p, keep))
		keep[k] = 1
	}
	return out
}

// keeping gives the program in which so many of some kinds of threads are started at each place that starts any number, and no others.
func keeping(p *ir.Program, keep map[ir.FuncID]int) *ir.Program {
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

// few turns loops that start any number of threads into so many branches, each with a start of its own; 0 leaves a loop alone. The loops are those that a harness has: a block
// that starts a thread and goes back to a branch.
func few(p *ir.Program, f *ir.Func, number func(*ir.Spawn) int) {
	for i := range f.Blocks {
		body := f.Blocks[i]
		at := slices.IndexFunc(body.Instrs, func(in ir.Instr) bool { _, ok := in.(*ir.Spawn); return ok })
		if at < 0 {
			continue
		}
		n := number(body.Instrs[at].(*ir.Spawn))
		back, ok := body.Instrs[len(body.Instrs)-1].(*ir.Jump)
		if !ok || n == 0 {
			continue
		}
		head := f.Blocks[back.To]
		choice, ok := head.Instrs[len(head.Instrs)-1].(*ir.Branch)
		if !ok || choice.Then != ir.BlockID(i) || choice.Else == ir.BlockID(i) {
			continue
		}
		back.To = choice.Else
		for k := 1; k < n; k++ {
			again, more := another(p, head), another(p, body)
			id := ir.BlockID(len(f.Blocks))
			f.Blocks = append(f.Blocks, again, more)
			again.Instrs[len(again.Instrs)-1].(*ir.Branch).Then = id + 1
			back.To = id
			back = more.Instrs[len(more.Instrs)-1].(*ir.Jump)
			back.To = choice.Else
		}
	}
}

// all gives the program in which the threads of the others are started wherever they may be: of a branch that starts a thread of the harness and goes on as if not, that way. It has some of the
// executions of a program that few left, those with the most threads. A thread need not run.
func all(p *ir.Program) *ir.Program {
	out := p.Clone()
	for _, f := range out.Funcs {
		for _, b := range f.Blocks {
			choice, ok := b.Instrs[len(b.Instrs)-1].(*ir.Branch)
			if !ok {
				continue
			}
			body := f.Blocks[choice.Then].Instrs
			on, jumps := body[len(body)-1].(*ir.Jump)
			starts := slices.ContainsFunc(body, func(in ir.Instr) bool { _, ok := in.(*ir.Spawn); return ok })
			free := len(b.Instrs) > 1 && !slices.ContainsFunc(b.Instrs[1:len(b.Instrs)-1], func(in ir.Instr) bool { // what the branch asks is a free bit, and nothing else
				_, one := in.(*ir.Unary)
				_, two := in.(*ir.Binary)
				return !one && !two
			})
			if free {
				_, free = b.Instrs[0].(*ir.Havoc)
			}
			if jumps && starts && free && on.To == choice.Else {
				b.Instrs[len(b.Instrs)-1] = &ir.Jump{Meta: choice.Meta, To: choice.Then}
			}
		}
	}
	return out
}

// cut leaves out the ways through a function on which it starts some threads: branches go the other way. A thread that cannot be passed over stays, since all that follows its start would go with it.
func cut(f *ir.Func, gone func(*ir.Spawn) bool) {
	dead := map[ir.BlockID]bool{}
	for i, b := range f.Blocks {
		for n, in := range b.Instrs {
			if s, ok := in.(*ir.Spawn); ok && gone(s) && passable(f, ir.BlockID(i)) {
				b.Instrs[n] = &ir.Assume{Meta: s.Meta, Cond: ir.K(1, 0)}
				dead[ir.BlockID(i)] = true
			}
		}
	}
	for again := len(dead) > 0; again; {
		again = false
		for i, b := range f.Blocks {
			n := len(b.Instrs) - 1
			switch last := b.Instrs[n].(type) {
			case *ir.Branch:
				to := last.Then
				switch {
				case dead[last.Then] && dead[last.Else]:
					again = again || !dead[ir.BlockID(i)]
					dead[ir.BlockID(i)] = true
					continue
				case dead[last.Then]:
					to = last.Else
				case !dead[last.Else]:
					continue
				}
				b.Instrs[n] = &ir.Jump{Meta: last.Meta, To: to}
				again = true
			case *ir.Jump:
				if dead[last.To] && !dead[ir.BlockID(i)] {
					dead[ir.BlockID(i)], again = true, true
				}
			}
		}
	}
}

// passable reports whether all ways to a block come from branches that could go on to where its own ways lead.
func passable(f *ir.Func, at ir.BlockID) bool {
	leads := map[ir.BlockID]bool{at: true} // blocks from which all ways go there
	other := func(to ir.BlockID) bool { return !leads[to] }
	for again := true; again; {
		again = false
		for i, b := range f.Blocks {
			if id, next := ir.BlockID(i), b.Next(); !leads[id] && len(next) > 0 && !slices.ContainsFunc(next, other) {
				leads[id], again = true, true
			}
		}
	}
	behind := graph.Reach(f.Next, f.Next(at)...)
	for _, b := range f.Blocks {
		next := b.Next()
		if slices.ContainsFunc(next, func(to ir.BlockID) bool { return leads[to] }) && slices.ContainsFunc(next, func(to ir.BlockID) bool { return other(to) && !slices.Contains(behind, to) }) {
			return false
		}
	}
	return !leads[0]
}

// another copies a block; its instructions are new ones.
func another(p *ir.Program, b *ir.Block) *ir.Block {
	c := &ir.Block{Name: b.Name}
	for _, in := range b.Instrs {
		in = ir.Clone(in)
		in.Base().ID = p.NewID()
		c.Instrs = append(c.Instrs, in)
	}
	return c
}
