package reach

import (
	"maps"
	"sort"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/source"
)

// Set is what some executions reached. The zero value is empty and ready to use.
type Set struct {
	Threads int  // the most threads that one execution started, not counting the first
	Partial bool // executions within the bounds may reach more
	Tried   bool // what is known comes from executions that were tried, and the last went as far as it could
	Ends    bool // some execution ends the process, reaches a bound, or goes on forever

	instrs, sites map[ir.ID]bool
}

// Add notes that an instruction was reached.
func (s *Set) Add(id ir.ID) {
	if s.instrs == nil {
		s.instrs = map[ir.ID]bool{}
	}
	s.instrs[id] = true
}

// AddSite notes that an instruction of the user's started a thread or called through a pointer, directly or inside a model.
func (s *Set) AddSite(id ir.ID) {
	if s.sites == nil {
		s.sites = map[ir.ID]bool{}
	}
	s.sites[id] = true
}

// Has reports whether an instruction was reached.
func (s *Set) Has(id ir.ID) bool { return s.instrs[id] }

// HasSite reports whether a site was used.
func (s *Set) HasSite(id ir.ID) bool { return s.sites[id] }

// Clone is a copy of a set, nil of none.
func (s *Set) Clone() *Set {
	if s == nil {
		return nil
	}
	c := *s
	c.instrs, c.sites = maps.Clone(s.instrs), maps.Clone(s.sites)
	return &c
}

// Union adds another set. The result is complete if one of the two was.
func (s *Set) Union(t *Set) {
	for id := range t.instrs {
		s.Add(id)
	}
	for id := range t.sites {
		s.AddSite(id)
	}
	s.Threads, s.Ends, s.Partial = max(s.Threads, t.Threads), s.Ends || t.Ends, s.Partial && t.Partial
	s.Tried = s.Tried && t.Tried
}

// Count is how many of all.
type Count struct{ Reached, All int }

// Place is something that was not reached.
type Place struct {
	Name string
	Pos  source.Pos
	ID   ir.ID // the instruction; 0 for functions
}

// Coverage is a share of what the entry can reach.
type Coverage struct {
	Threads                             int  // the most that one execution started, not counting the first
	Partial                             bool // executions within the bounds may reach more
	Starts, Callbacks, Functions, Lines Count
	// What was not reached, in the order of the source.
	NoStarts, NoCallbacks, NoFunctions []Place
}

// Of computes the coverage of a set.
func Of(p *ir.Program, s *Set) *Coverage {
	g := newGraph(p)
	c := &Coverage{Threads: s.Threads, Partial: s.Partial}
	type line struct {
		file string
		line int
	}
	lines := map[line]bool{}
	for i, f := range p.Funcs {
		if g.funcs[i] && !f.Model {
			g.each(ir.FuncID(i), func(in ir.Instr) {
				c.site(g, s, in)
				if g.outsider(in) && s.HasSite(in.Base().ID) {
					c.Threads = max(0, c.Threads-1)
				}
			})
		}
		if !g.counts(ir.FuncID(i)) {
			continue
		}
		c.Functions.All++
		any := false
		g.each(ir.FuncID(i), func(in ir.Instr) {
			m := in.Base()
			any = any || s.Has(m.ID)
			if m.Pos.IsValid() {
				at := line{m.Pos.File, m.Pos.Line}
				lines[at] = lines[at] || s.Has(m.ID)
			}
		})
		if any {
			c.Functions.Reached++
		} else {
			c.NoFunctions = append(c.NoFunctions, Place{Name: f.Display, Pos: f.Pos.Pos})
		}
	}
	for _, reached := range lines {
		c.Lines.All++
		if reached {
			c.Lines.Reached++
		}
	}
	for _, list := range [][]Place{c.NoStarts, c.NoCallbacks, c.NoFunctions} {
		sort.SliceStable(list, func(i, j int) bool {
			if list[i].Pos != list[j].Pos {
				return list[i].Pos.Before(list[j].Pos)
			}
			return list[i].Name < list[j].Name
		})
	}
	return c
}

// site counts an instruction that starts threads or calls through pointers.
func (c *Coverage) site(g *graph, s *Set, in ir.Instr) {
	starts, calls := g.site(in)
	name := "a call through a pointer"
	if starts {
		name = "a thread start"
	}
	if call, ok := in.(*ir.Call); ok {
		name = g.p.Funcs[call.Func].Display
	}
	tally := func(is bool, n *Count, missed *[]Place) {
		if !is {
			return
		}
		n.All++
		if s.HasSite(in.Base().ID) {
			n.Reached++
		} else {
			*missed = append(*missed, Place{name, in.Base().Pos.Pos, in.Base().ID})
		}
	}
	tally(starts, &c.Starts, &c.NoStarts)
	tally(calls && !starts, &c.Callbacks, &c.NoCallbacks)
}
