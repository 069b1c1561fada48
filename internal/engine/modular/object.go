package modular

import (
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/logic"
)

// One object of any number. Objects from the heap have no names, so nothing is known of what they hold. But a race is about one object. If it is shown of an object that is chosen when the program begins, whichever it is, that nothing
// races about it, nothing races about any. So a ghost that never changes holds the address of one, and the cells behind it are followed like variables: an access is one of them if its address is. Races about the regions of
// such objects are asked for at that address alone.
//
// The chosen object comes from one of a few allocations, those of the region that a race is about, all of which give a region its cells at the same offsets. Objects do not overlap, and what was freed is not handed out again, so an access of a region at the
// address of such a cell is one of that cell, and each allocation gives the address at most once: a ghost says whether it was given. Another remembers which thread of a kind was started with the address last: it is what excludes
// that two work for one request.
//
// This is tried when everything else has failed, and for races alone.

// object is the one that is followed.
type object struct {
	region ir.RegionID // whose allocations it may come from
	sites  []ir.ID
	base   *variable
	made   *variable
	heirs  map[*template]*variable
	whole  map[ir.RegionID]bool // regions that are accessed in whole cells, never in ranges
	closed map[ir.RegionID]bool // those all of whose objects come from the sites
}

// sitesOf is the allocations that the objects of a region come from; nil if there are others.
func (s *search) sitesOf(r ir.RegionID) (out []ir.ID) {
	if len(s.threads.Beyond(r)) > 0 {
		return nil
	}
	for _, e := range s.threads.Program.Regions[r].Cells {
		if e.Object.Alloc == 0 {
			return nil
		}
		if !slices.Contains(out, e.Object.Alloc) {
			out = append(out, e.Object.Alloc)
		}
	}
	return out
}

// choose makes the ghosts of the object that is followed.
func (s *search) choose() {
	if s.object == nil {
		return
	}
	o := s.object
	p := s.threads.Program
	o.sites = s.sitesOf(o.region)
	o.base, o.made = s.newVariable("the object", p.PtrWidth(), nil), s.newVariable("the object is there", 1, nil)
	o.heirs, o.whole, o.closed = map[*template]*variable{}, map[ir.RegionID]bool{}, map[ir.RegionID]bool{}
	for _, t := range s.templates[1:] {
		if slices.ContainsFunc(t.f.Params, func(r ir.Reg) bool { return t.f.Width(r) == p.PtrWidth() }) {
			o.heirs[t] = s.newVariable("the last "+t.name+" with the object", numberWidth, nil)
			s.numbers[o.heirs[t]] = true
		}
	}
	for r := range p.Regions {
		id := ir.RegionID(r)
		o.whole[id] = r != 0
		from := s.sitesOf(id)
		o.closed[id] = r != 0 && from != nil && !slices.ContainsFunc(from, func(a ir.ID) bool { return !slices.Contains(o.sites, a) })
	}
	for _, rg := range s.threads.Info.Ranges {
		o.whole[rg.Whole], o.whole[rg.SrcWhole] = false, false
		for _, part := range rg.Parts {
			o.whole[part.Dst], o.whole[part.Src] = false, false
		}
	}
	for _, in := range p.Instrs() {
		if m, _, _ := ir.AccessOf(in); m != nil && (m.Size != p.Regions[m.Region].Width || m.Len.IsSet()) {
			o.whole[m.Region] = false
		}
		if m := ir.SourceOf(in); m != nil {
			o.whole[m.Region] = false
		}
	}
}

// offsets is where the cells of a region lie in the object that is followed; nil if the allocations differ, or have none.
func (s *search) offsets(r ir.RegionID) []int64 {
	p := s.threads.Program
	if r == 0 || len(s.threads.Beyond(r)) > 0 {
		return nil
	}
	var first []int64
	for i, site := range s.object.sites {
		var at []int64
		for _, e := range p.Regions[r].Cells {
			if e.Object.Alloc != site {
				continue
			}
			if e.Count > mostCells {
				return nil
			}
			for k := range e.Count {
				at = append(at, e.Offset+k*e.Stride)
			}
		}
		slices.Sort(at)
		at = slices.Compact(at)
		if i > 0 && !slices.Equal(at, first) {
			return nil
		}
		first = at
	}
	if len(first) > mostCells {
		return nil
	}
	return first
}

// cellsOfObject makes variables of the cells that a region has in the object, or of something about them.
func (s *search) cellsOfObject(r ir.RegionID, about string, width int) (out []cell) {
	if s.object == nil {
		return nil
	}
	name := s.threads.Program.Regions[r].Name
	at := s.offsets(r)
	for _, off := range at {
		of := name + " of the object"
		if len(at) > 1 {
			of = fmt.Sprintf("%s of the object at %d", name, off)
		}
		out = append(out, cell{variable: s.newVariable(about+of, width, nil), offset: off, chosen: true})
	}
	return out
}

// choice is an allocation: whether it gives the object, of which it does so once. What its cells hold then is anything, or zero.
func (c *code) choice(in *ir.Alloc, r ir.Operand) {
	o := c.s.object
	if o == nil {
		return
	}
	is := c.op(ir.Eq, r, c.use(o.base))
	if !slices.Contains(o.sites, in.ID) {
		c.assume(c.not(is))
		return
	}
	c.assume(c.not(c.op(ir.And, is, c.use(o.made))))
	c.set(o.made, c.op(ir.Or, is, c.use(o.made)))
	for _, of := range []map[ir.RegionID][]cell{c.s.memory.data, c.s.memory.locks, c.s.memory.sems} {
		for region := range c.s.threads.Program.Regions {
			for _, x := range of[ir.RegionID(region)] {
				if !x.chosen {
					continue
				}
				val := c.any(x.width)
				if in.Zero {
					val = ir.K(x.width, 0)
				}
				c.set(x.variable, c.ite(is, val, c.use(x.variable)))
			}
		}
	}
}

// inherit notes who is started with the object, and the number of the new thread.
func (c *code) inherit(of *template, in *ir.Spawn, numbers map[*template]ir.Operand) {
	o := c.s.object
	if o == nil || o.heirs[of] == nil {
		return
	}
	given := ir.K(1, 0)
	for _, a := range in.Args {
		if a.Width == c.p.PtrWidth() {
			given = c.op(ir.Or, given, c.op(ir.Eq, c.value(a), c.use(o.base)))
		}
	}
	n := c.any(numberWidth)
	c.assume(c.op(ir.Ne, n, ir.K(numberWidth, 0)))
	c.set(o.heirs[of], c.ite(given, n, c.use(o.heirs[of])))
	numbers[of] = n
}

// addressOf is the address of an access that a place begins with, as a term of the thread that is looked at; ok: it is known.
func (c *code) addressOf(in ir.Instr) (x logic.Term, ok bool) {
	o := ir.Operand{}
	switch f := in.(type) {
	case *ir.Free:
		o = f.Addr
	case *ir.Fill, *ir.Copy, *ir.Scan, *ir.Touch:
		return x, false
	default:
		m, _, _ := ir.AccessOf(in)
		if m == nil {
			return x, false
		}
		o = m.Addr
	}
	switch o.Kind {
	case ir.KindReg:
		return c.t.regs[o.Reg].term[0], true
	case ir.KindConst:
		return c.s.b.BVBig(o.Width, o.Val.Big()), true
	}
	return c.s.b.BV(o.Width, c.s.layout.Address(o)), true
}

// meets is the condition that two accesses are of the same memory, which is the object's where that can be chosen.
func (s *search) meets(x, y access) logic.Term {
	o := s.object
	if o == nil || !x.known || !y.known {
		return s.b.True()
	}
	other := s.asOther(y.addr)
	if o.closed[x.Region] {
		return s.b.And(s.ofObject(x, x.addr), s.ofObject(y, other), s.same(x, y, other))
	}
	return s.same(x, y, other)
}

// same is that two accesses of whole cells are of one.
func (s *search) same(x, y access, other logic.Term) logic.Term {
	if x.Free || y.Free || !s.object.whole[x.Region] {
		return s.b.True()
	}
	return s.b.Eq(x.addr, other)
}

// ofObject is that an access is one of the object.
func (s *search) ofObject(x access, addr logic.Term) logic.Term {
	base := s.object.base.term[0]
	if x.Free {
		return s.b.Eq(addr, base)
	}
	at := s.offsets(x.Region)
	if at == nil || !s.object.whole[x.Region] {
		return s.b.True()
	}
	any := s.b.False()
	for _, off := range at {
		any = s.b.Or(any, s.b.Eq(addr, s.b.Add(base, s.b.BV(s.b.Width(base), uint64(off)))))
	}
	return any
}

// aboutObject is the predicates that every proof about an object begins with.
func (s *search) aboutObject() {
	if s.object == nil {
		return
	}
	o := s.object
	terms := []logic.Term{o.made.term[0]}
	for _, t := range s.templates {
		for in := range t.f.Instrs() {
			if sp, ok := in.(*ir.Spawn); ok {
				for _, a := range sp.Args {
					if a.Kind == ir.KindReg && a.Width == o.base.width {
						terms = append(terms, s.b.Eq(t.regs[a.Reg].term[0], o.base.term[0]))
					}
				}
			}
		}
		h := o.heirs[t]
		if h == nil {
			continue
		}
		terms = append(terms, s.b.Eq(h.term[0], t.me.term[0]), s.b.Eq(h.term[0], s.b.BV(numberWidth, 0)))
		for _, r := range t.f.Params {
			if v := t.regs[r]; v.width == o.base.width {
				terms = append(terms, s.b.Eq(v.term[0], o.base.term[0]))
			}
		}
	}
	s.addSome(terms)
}

// addresses is what a thread's part in a race is about: that its access is of the object.
func (s *search) addresses(x access) []logic.Term {
	if s.object == nil || !x.known || !s.object.closed[x.Region] {
		return nil
	}
	return []logic.Term{s.ofObject(x, x.addr)}
}

// split is a condition on something that was read at an address that may be the object's, once as if it was and once as if it was not.
func (s *search) split(x logic.Term) (out []logic.Term) {
	var find func(y logic.Term) (logic.Term, bool)
	find = func(y logic.Term) (logic.Term, bool) {
		if s.b.Kind(y) == logic.KIte {
			return y, true
		}
		for _, z := range s.b.Args(y) {
			if w, ok := find(z); ok {
				return w, true
			}
		}
		return y, false
	}
	if s.object == nil {
		return nil
	}
	if y, ok := find(x); ok {
		for _, z := range s.b.Args(y)[1:] {
			out = append(out, s.b.Subst(x, map[logic.Term]logic.Term{y: z}))
		}
	}
	return out
}

// another looks for a proof about one object, if what is left is a race about such.
func (s *search) another(f *failure) *object {
	if s.object != nil || f.check != nil || s.sitesOf(f.x.Region) == nil {
		return nil
	}
	return &object{region: f.x.Region}
}
