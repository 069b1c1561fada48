package cfront

import "github.com/heddle-dev/heddle/internal/ir"

// Marked sections. The kernel's sequence counters let readers run beside a writer and look afterwards whether there was one; its own race detector therefore takes all accesses
// between the beginning and the end of such a section, of readers and of writers, for marked ones. So do we: between __heddle_marked_begin and __heddle_marked_end
// plain accesses become atomic ones. That two writers keep each other away is seen on the counter itself, which the models write plainly.
//
// Models of functions begin and end a section for their callers, so what a call does to it is found out first, for each function. What is in a section on some ways alone is not
// marked. A function that is called in a section is copied for it. Whatever is called through a pointer, or by a thread that is started there, is outside.

// marked are the places where sections begin, true, and end.
type marked map[ir.Instr]bool

// sectionKey is a function that is called in a section, or outside of any.
type sectionKey struct {
	f      ir.FuncID
	inside bool
}

type sections struct {
	c      *compiler
	exits  map[sectionKey]bool
	copies map[ir.FuncID]ir.FuncID
}

// markSections marks the accesses in sections.
func (c *compiler) markSections() {
	if len(c.marked) == 0 {
		return
	}
	s := &sections{c: c, exits: map[sectionKey]bool{}, copies: map[ir.FuncID]ir.FuncID{}}
	for i, n := 0, len(c.funcs); i < n; i++ {
		if c.funcs[i].f != nil && (i == 0 || c.liveFuncs[ir.FuncID(i)]) {
			s.mark(ir.FuncID(i), false)
		}
	}
}

// exit reports whether a call ends in a section.
func (s *sections) exit(k sectionKey) bool {
	f := s.c.funcs[k.f].f
	if f == nil || len(f.Blocks) == 0 {
		return k.inside
	}
	if out, ok := s.exits[k]; ok {
		return out
	}
	s.exits[k] = k.inside // a recursive call changes nothing
	out, returns := true, false
	s.walk(f, k.inside, func(in ir.Instr, inside bool) {
		if _, ok := in.(*ir.Return); ok {
			out, returns = out && inside, true
		}
	})
	s.exits[k] = out && returns
	return out && returns
}

// walk visits the instructions of a function that can be reached, each with whether all ways to it are in a section there.
func (s *sections) walk(f *ir.Func, inside bool, visit func(in ir.Instr, inside bool)) {
	at := make([]bool, len(f.Blocks))
	seen := make([]bool, len(f.Blocks))
	at[0], seen[0] = inside, true
	pass := func(b int, visit func(ir.Instr, bool)) bool {
		in := at[b]
		for _, x := range f.Blocks[b].Instrs {
			visit(x, in)
			if begins, ok := s.c.marked[x]; ok {
				in = begins
			}
			if call, ok := x.(*ir.Call); ok {
				in = s.exit(sectionKey{call.Func, in})
			}
		}
		return in
	}
	todo := []int{0}
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		in := pass(b, func(ir.Instr, bool) {})
		ir.Targets(f.Blocks[b].Term(), func(t *ir.BlockID) {
			if n := int(*t); !seen[n] || at[n] && !in {
				at[n], seen[n] = in, true
				todo = append(todo, n)
			}
		})
	}
	for b := range f.Blocks {
		if seen[b] {
			pass(b, visit)
		}
	}
}

// mark marks the accesses of a function that are in a section if it is called in one, or outside.
func (s *sections) mark(id ir.FuncID, inside bool) {
	calls := map[*ir.Call]bool{}
	s.walk(s.c.funcs[id].f, inside, func(in ir.Instr, inside bool) {
		if !inside {
			return
		}
		if call, ok := in.(*ir.Call); ok {
			calls[call] = true
			return
		}
		if m, _, _ := ir.AccessOf(in); m != nil && m.Mark != ir.MarkAtomic {
			m.Mark, m.Order = ir.MarkAtomic, ir.Relaxed
			if src := ir.SourceOf(in); src != nil {
				src.Mark, src.Order = ir.MarkAtomic, ir.Relaxed
			}
		}
	})
	for _, b := range s.c.funcs[id].f.Blocks {
		for _, in := range b.Instrs {
			if call, ok := in.(*ir.Call); ok && calls[call] {
				call.Func = s.copy(call.Func)
			}
		}
	}
}

// copy is a function as it is called in a section.
func (s *sections) copy(id ir.FuncID) ir.FuncID {
	c := s.c
	f := c.funcs[id].f
	if f == nil || len(f.Blocks) == 0 || f.Unknown {
		return id
	}
	if to, ok := s.copies[id]; ok {
		return to
	}
	g := *f
	g.Name = c.unique(f.Name + ".marked")
	g.Regs = append([]ir.RegInfo(nil), f.Regs...)
	g.Blocks = nil
	for _, b := range f.Blocks {
		nb := &ir.Block{Name: b.Name}
		for _, in := range b.Instrs {
			x := ir.Clone(in)
			if begins, ok := c.marked[in]; ok {
				c.marked[x] = begins
			}
			if a, ok := in.(*ir.Alloc); ok {
				if t, ok := c.allocs[a]; ok {
					c.allocs[x.(*ir.Alloc)] = t
				}
			}
			nb.Instrs = append(nb.Instrs, x)
		}
		g.Blocks = append(g.Blocks, nb)
	}
	to := ir.FuncID(len(c.funcs))
	c.funcs = append(c.funcs, &funcSlot{f: &g})
	c.liveFuncs[to] = true
	s.copies[id] = to
	s.mark(to, true)
	c.mention(&g)
	return to
}
