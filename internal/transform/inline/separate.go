package inline

import (
	"fmt"
	"maps"
	"slices"

	"github.com/heddle-dev/heddle/internal/analysis/pointsto"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform"
)

// Threads that can be told apart: calls and starts through pointers are narrowed to what the pointers may hold, and a spawn that is run at most once, by a thread that there is once, gets a copy of its function. So each thread
// of a fixed number has a function of its own.

// Resolve narrows calls through pointers to what the pointers may hold.
func Resolve(p *ir.Program, size pointsto.Size) *ir.Program {
	callees := pointsto.Callees(p, size)
	out := p.Clone()
	for _, in := range out.Instrs() {
		may, ok := callees[in.Base().ID]
		if !ok {
			continue
		}
		switch in := in.(type) {
		case *ir.CallPtr:
			in.Candidates = may
		case *ir.Spawn:
			in.Candidates = may
		}
	}
	return out
}

// mostCopies is how many spawns get a function of their own.
const mostCopies = 24

// Separate gives spawns that run at most once functions of their own.
func Separate(in *transform.Flat) *transform.Flat {
	p := in.Program.Clone()
	out := &transform.Flat{Program: p, Origin: maps.Clone(in.Origin), Frames: maps.Clone(in.Frames)}
	type thread struct {
		f      ir.FuncID
		single bool
	}
	bodies := map[ir.FuncID]*ir.Func{}
	for _, f := range in.Roots {
		bodies[f] = in.Program.Funcs[f]
	}
	todo := []thread{{p.Entry, true}}
	copies := 0
	for len(todo) > 0 {
		th := todo[0]
		todo = todo[1:]
		if slices.Contains(out.Roots, th.f) {
			continue
		}
		out.Roots = append(out.Roots, th.f)
		f := p.Funcs[th.f]
		cyclic := f.Cyclic()
		for bi, b := range f.Blocks {
			for _, in := range b.Instrs {
				s, ok := in.(*ir.Spawn)
				if !ok {
					continue
				}
				if th.single && !cyclic[bi] && s.Fn.Kind == ir.KindFunc && copies < mostCopies {
					copies++
					id := ir.FuncID(len(p.Funcs))
					p.Funcs = append(p.Funcs, another(p, out, bodies[s.Fn.Func], copies))
					s.Fn.Func, s.Candidates = id, []ir.FuncID{id}
					todo = append(todo, thread{id, true})
					continue
				}
				for _, g := range s.Candidates {
					todo = append(todo, thread{g, false})
				}
			}
		}
	}
	for i, f := range p.Funcs {
		if !slices.Contains(out.Roots, ir.FuncID(i)) {
			f.Blocks = []*ir.Block{{Name: "gone", Instrs: []ir.Instr{&ir.Unsupported{Meta: ir.Meta{ID: p.NewID()}, What: "no thread starts here"}}}}
		}
	}
	return out
}

// another copies a function; its instructions are new ones.
func another(p *ir.Program, flat *transform.Flat, f *ir.Func, n int) *ir.Func {
	c := f.Clone()
	c.Name = fmt.Sprintf("%s#%d", f.Name, n)
	for in := range c.Instrs() {
		was, m := in.Base().ID, in.Base()
		m.ID = p.NewID()
		flat.Origin[m.ID], flat.Frames[m.ID] = flat.Origin[was], flat.Frames[was]
	}
	return c
}
