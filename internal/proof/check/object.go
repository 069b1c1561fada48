package check

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/proof"
)

// A proof about one object. Memory from the heap has no names, but a race is about one object of it, and what is shown of an object that is chosen before the program begins, whichever it is, is true of all. The chosen one comes from the allocations that
// a region's objects come from; @object is its address, and @made says whether it is there yet.
//
// Take an execution that races about a region all of whose objects come from these allocations, and let @object be the base of the object. Objects do not overlap and no address is given twice, so an access of a region at the address of a cell that all these
// allocations have there is one of that cell; the allocation that gives the address finds @made false, and no other gives it. So the execution is one of those that the obligations are about, and the two accesses are of
// the object. About other regions nothing is assumed but that accesses of whole cells meet where their addresses are one.

// chosen is the object that a proof is about.
type chosen struct {
	sites      []ir.ID
	base, made *variable
	heirs      map[*kind]*variable
}

// choose makes the ghosts of the object.
func (m *model) choose(region string) error {
	id := ir.RegionID(0)
	for r := range m.p.Regions {
		if r > 0 && m.names.Region(ir.RegionID(r)) == region {
			id = ir.RegionID(r)
		}
	}
	c := &chosen{sites: m.allocations(id), heirs: map[*kind]*variable{}}
	if len(c.sites) == 0 {
		return bad("%.60q is no region of objects from the heap alone, whose sizes are known", region)
	}
	m.chosen = c
	c.base, c.made = m.variable(proof.Object, word(m.p.PtrWidth()), nil), m.variable(proof.Made, condition, nil)
	for _, t := range m.kinds[1:] {
		for _, r := range t.f.Params {
			if t.f.Width(r) == m.p.PtrWidth() && c.heirs[t] == nil {
				c.heirs[t] = m.variable(proof.Heir(t.name), number, nil)
			}
		}
	}
	return nil
}

// allocations is what the objects of a region come from; none if there are others, or some of unknown size.
func (m *model) allocations(r ir.RegionID) (out []ir.ID) {
	if r == 0 || slices.ContainsFunc(m.threads.Info.Objects[r], m.unlisted) {
		return nil
	}
	for _, e := range m.p.Regions[r].Cells {
		if e.Object.Alloc == 0 || m.unlisted(e.Object) {
			return nil
		}
		out = append(out, e.Object.Alloc)
	}
	return out
}

// offsets is where all objects that may be chosen have the cells of a region; none if they differ.
func (m *model) offsets(r ir.RegionID) (out []int64) {
	if r == 0 || slices.ContainsFunc(m.threads.Info.Objects[r], m.unlisted) {
		return nil
	}
	of := map[ir.ID]map[int64]bool{}
	for _, site := range m.chosen.sites {
		of[site] = map[int64]bool{}
	}
	for _, e := range m.p.Regions[r].Cells {
		at := of[e.Object.Alloc]
		if e.Object.Alloc == 0 || at == nil {
			continue
		}
		for i := int64(0); i < e.Count; i++ {
			if at[e.Offset+i*e.Stride] = true; len(at) > mostCells {
				return nil
			}
		}
	}
	for off := range of[m.chosen.sites[0]] {
		out = append(out, off)
	}
	slices.Sort(out)
	for _, at := range of {
		if len(at) != len(out) || slices.ContainsFunc(out, func(off int64) bool { return !at[off] }) {
			return nil
		}
	}
	return out
}

// chosenCells makes variables of the cells of a region in the object.
func (m *model) chosenCells(r ir.RegionID, t typ, about func(string) string) (out []cell) {
	if m.chosen == nil {
		return nil
	}
	for _, off := range m.offsets(r) {
		of := proof.OfObject(m.names.Region(r), off)
		v := m.variable(about(of), t, nil)
		v.told = true
		out = append(out, cell{variable: v, offset: off, of: of, chosen: true})
	}
	return out
}

// inObject is an address in the object.
func (m *model) inObject(off int64) logic.Term {
	w := m.p.PtrWidth()
	return m.b.Add(m.chosen.base.term[0], m.b.BV(w, uint64(off)))
}

// perhapsChosen is an allocation that gives an address: the object's at most once, and then its cells hold anything, or zero.
func (r *runner) perhapsChosen(in *ir.Alloc, addr logic.Term) {
	c, b := r.m.chosen, r.m.b
	if c == nil {
		return
	}
	is := b.Eq(addr, c.base.term[0])
	if !slices.Contains(c.sites, in.ID) {
		r.assume(b.Not(is))
		return
	}
	made := r.get(c.made)
	r.assume(b.Not(b.And(is, made)))
	r.vals[c.made] = b.Or(made, is)
	for region := range r.m.p.Regions {
		id := ir.RegionID(region)
		for _, x := range slices.Concat(r.m.data[id], r.m.owners[id], r.m.values[id]) {
			if !x.chosen {
				continue
			}
			val := r.any(x.typ)
			if in.Zero {
				val = r.m.zero(x.typ)
			}
			r.vals[x.variable] = b.Ite(is, val, r.get(x.variable))
		}
	}
}

// inherits notes which thread is started with the object.
func (r *runner) inherits(of *kind, in *ir.Spawn, numbers map[*kind]logic.Term) {
	c, b := r.m.chosen, r.m.b
	if c == nil || c.heirs[of] == nil {
		return
	}
	given := b.False()
	for _, a := range in.Args {
		if a.Width == r.m.p.PtrWidth() {
			given = b.Or(given, b.Eq(r.wide(a), c.base.term[0]))
		}
	}
	n := r.any(number)
	r.assume(b.Not(b.Eq(n, r.m.zero(number))))
	r.vals[c.heirs[of]] = b.Ite(given, n, r.get(c.heirs[of]))
	numbers[of] = n
}

// addressed is the address of an access of one cell, or of a free.
func addressed(in ir.Instr) (ir.Operand, bool) {
	switch in := in.(type) {
	case *ir.Load:
		return in.Mem.Addr, true
	case *ir.Store:
		return in.Mem.Addr, true
	case *ir.RMW:
		return in.Mem.Addr, true
	case *ir.CAS:
		return in.Mem.Addr, true
	case *ir.Spawn:
		if in.ID != nil {
			return in.ID.Addr, true
		}
	case *ir.Free:
		return in.Addr, true
	}
	return ir.Operand{}, false
}

// wholeCells reports whether all accesses of a region are of one whole cell each.
func (m *model) wholeCells(r ir.RegionID) bool {
	for _, rg := range m.threads.Info.Ranges {
		if rg.Whole == r || rg.SrcWhole == r {
			return false
		}
		for _, part := range rg.Parts {
			if part.Dst == r || part.Src == r {
				return false
			}
		}
	}
	for _, in := range m.p.Instrs() {
		if a, _, _ := ir.AccessOf(in); a != nil && a.Region == r && (a.Size != m.p.Regions[r].Width || a.Len.IsSet()) {
			return false
		}
		if a := ir.SourceOf(in); a != nil && a.Region == r {
			return false
		}
	}
	return true
}

// oneCell is the condition that an access of a thread, and one of another of a kind, are of the same memory.
func (m *model) oneCell(x, y access, of *kind) logic.Term {
	b := m.b
	if m.chosen == nil || !x.known || !y.known {
		return b.True()
	}
	here, there := x.addr, m.asOther(of, y.addr)
	out := b.True()
	whole := m.wholeCells(x.Region)
	if whole && !x.Free && !y.Free {
		out = b.Eq(here, there)
	}
	from := m.allocations(x.Region)
	if len(from) == 0 || slices.ContainsFunc(from, func(a ir.ID) bool { return !slices.Contains(m.chosen.sites, a) }) {
		return out
	}
	in := func(a access, addr logic.Term) logic.Term {
		if a.Free {
			return b.Eq(addr, m.chosen.base.term[0])
		}
		at := m.offsets(x.Region)
		if !whole || len(at) == 0 {
			return b.True()
		}
		var any []logic.Term
		for _, off := range at {
			any = append(any, b.Eq(addr, m.inObject(off)))
		}
		return b.Or(any...)
	}
	return b.And(out, in(x, here), in(y, there))
}
