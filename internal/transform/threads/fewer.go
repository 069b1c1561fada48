package threads

import (
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/graph"
	"github.com/heddle-dev/heddle/internal/ir"
)

// What is done to the code that starts threads. All of it is about the shapes that a harness has: a branch of a free
// bit, a block that starts a thread behind it, and a jump back to the branch where any number is started. A start of
// another shape stays.

// few turns loops that start any number of threads into so many branches, each with a start of its own; 0 leaves a
// loop alone. The loops are those that a harness has: a block that starts a thread and goes back to a branch.
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
			id := ir.BlockID(len(f.Blocks))
			again, more := another(p, head, id), another(p, body, id+1)
			f.Blocks = append(f.Blocks, again, more)
			again.Instrs[len(again.Instrs)-1].(*ir.Branch).Then = id + 1
			back.To = id
			back = more.Instrs[len(more.Instrs)-1].(*ir.Jump)
			back.To = choice.Else
		}
	}
}

// another copies a block to where there is none yet; its instructions are new ones.
func another(p *ir.Program, b *ir.Block, at ir.BlockID) *ir.Block {
	c := &ir.Block{Name: fmt.Sprintf("%s.again%d", b.Name, at)}
	for _, in := range b.Instrs {
		in = ir.Clone(in)
		in.Base().ID = p.NewID()
		c.Instrs = append(c.Instrs, in)
	}
	return c
}

// Always gives the program in which a branch that starts a thread of the harness, and goes on as if not, goes that
// way. It has some of the executions of a program without loops that start threads, those with the most threads. A
// thread need not run.
func Always(p *ir.Program) *ir.Program {
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
			if jumps && starts && free(b) && on.To == choice.Else {
				b.Instrs[len(b.Instrs)-1] = &ir.Jump{Meta: choice.Meta, To: choice.Then}
			}
		}
	}
	return out
}

// free reports whether the branch at the end of a block is about a free bit, and the block does nothing else.
func free(b *ir.Block) bool {
	if len(b.Instrs) <= 1 {
		return false
	}
	for _, in := range b.Instrs[1 : len(b.Instrs)-1] {
		switch in.(type) {
		case *ir.Unary, *ir.Binary:
		default:
			return false
		}
	}
	_, havoc := b.Instrs[0].(*ir.Havoc)
	return havoc
}

// cut leaves out the ways through a function on which it starts some threads: branches go the other way. A thread
// that cannot be passed over stays, since all that follows its start would go with it.
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
	here := func(to ir.BlockID) bool { return leads[to] }
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
	past := func(to ir.BlockID) bool { return other(to) && !slices.Contains(behind, to) }
	for _, b := range f.Blocks {
		if next := b.Next(); slices.ContainsFunc(next, here) && slices.ContainsFunc(next, past) {
			return false
		}
	}
	return !leads[0]
}
