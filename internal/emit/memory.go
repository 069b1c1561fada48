package emit

import (
	"fmt"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/place"
)

// Memory whose objects have constant addresses: globals everywhere, and allocations in a bounded program, where each runs at most once. The
// rules are those of package place.
//
// A region with few cells is a variable per cell, so that an access at a known address is an assignment; with more it is a table
// that goes by cells. An access at an unknown address chooses among the cells of its region. Rejected: one byte array for everything (sequential checkers are
// slow on it, and it is unreadable), and C objects with real pointers (the checker would choose their addresses, and an invalid access would be undefined
// instead of the end of the execution).

// fewCells is how many cells of a region always become variables. More do if few accesses would have to choose among them: maxChoices is how many
// comparisons all of these together may make.
const (
	fewCells   = 64
	maxChoices = 1 << 12
)

// memory is the memory of a program while it is translated.
type memory struct {
	*place.Rules[*expr]
	p       *ir.Program
	ptr     int
	regions []*region
	names   *namer
	lives   map[ir.Object]*variable
	sizes   map[ir.ID]*variable // of allocations whose size is not in the text
	heap    *heap
	out     *program

	incoming []*expr // what holds of external memory at the start
}

// newMemory lays out the regions of a program.
func newMemory(p *ir.Program, layout place.Layout, names *namer, out *program) (*memory, error) {
	m := &memory{
		p: p, ptr: p.PtrWidth(), names: names, out: out,
		lives: map[ir.Object]*variable{}, sizes: map[ir.ID]*variable{},
	}
	m.Rules = &place.Rules[*expr]{Memory: place.New(p, layout), Terms: terms{}, State: m}
	used, starts, chosen := m.survey()
	if !p.Form.Bounded {
		if err := m.makeHeap(used); err != nil {
			return nil, err
		}
	}
	for i := range p.Regions {
		m.addRegion(ir.RegionID(i), used, starts[ir.RegionID(i)], chosen[ir.RegionID(i)])
	}
	if err := m.findIncoming(); err != nil {
		return nil, err
	}
	if m.heap == nil {
		m.makeLives()
		for _, a := range m.Allocs {
			if a.Size.Kind != ir.KindConst {
				m.sizes[a.ID] = m.global(fmt.Sprintf("size_of_%d", a.ID), m.ptr, nil)
				m.sizes[a.ID].show = "bytes of " + a.Name
			}
		}
	}
	return m, nil
}

// survey finds the regions in use, those whose start matters, and how many accesses have addresses that are not in the text.
func (m *memory) survey() (used, starts map[ir.RegionID]bool, chosen map[ir.RegionID]int) {
	used, starts, chosen = map[ir.RegionID]bool{}, map[ir.RegionID]bool{}, map[ir.RegionID]int{}
	for _, in := range m.p.Instrs() {
		switch in := in.(type) {
		case *ir.Free:
			used[in.Lives] = used[in.Lives] || in.Lives != 0
		case *ir.Probe:
			used[in.Mem.Region] = used[in.Mem.Region] || in.Mem.Region != 0 || len(in.Frees) == 0
			used[in.Mem.Within] = used[in.Mem.Within] || in.Mem.Len.IsSet()
			used[in.Mem.AlsoIn] = used[in.Mem.AlsoIn] || in.Mem.Also.IsSet()
		case *ir.Touch:
			used[in.Mem.Within] = true
			used[in.Mem.AlsoIn] = used[in.Mem.AlsoIn] || in.Mem.Also.IsSet()
		case *ir.AssumeSame:
			used[in.A], used[in.B], starts[in.B] = true, true, true
		}
		if c := ir.SourceOf(in); c != nil {
			used[c.Region] = true
		}
		if a, _, _ := ir.AccessOf(in); a != nil {
			used[a.Region] = true
			if a.Addr.Kind == ir.KindReg {
				chosen[a.Region]++
			}
		}
	}
	for i, r := range m.p.Regions {
		if used[ir.RegionID(i)] && r.Lives != 0 {
			used[r.Lives] = true
		}
	}
	return used, starts, chosen
}

// global makes a variable that all procedures see.
func (m *memory) global(name string, w int, first *expr) *variable {
	v := &variable{name: m.names.fresh(name), w: w, global: true, first: first}
	m.out.globals = append(m.out.globals, v)
	return v
}

// addRegion lays out the cells of a region and says what they hold at the start.
func (m *memory) addRegion(id ir.RegionID, used map[ir.RegionID]bool, start bool, chosen int) {
	src := m.p.Regions[id]
	r := &region{
		Region: &m.Regions[id], id: id, guess: src.Guess, start: start,
		read: map[int]bool{}, written: map[int]bool{}, asked: map[int]bool{},
	}
	m.regions = append(m.regions, r)
	m.out.regions = append(m.out.regions, r)
	if !used[id] {
		return
	}
	r.touched = true
	if m.heap != nil && m.onHeap(src, id) {
		r.free = true
		r.name = m.names.fresh(m.regionName(src, id))
		return
	}
	m.Lay(id)
	for i := range r.Cells {
		c := cell{Cell: &r.Cells[i]}
		if v, known := m.Initial(id, *c.Cell); known {
			c.first = constant(8*r.Width, v)
		}
		r.cells = append(r.cells, c)
	}
	// Cells that lie one behind another, or several further apart, are found by one comparison.
	const several = 3
	r.runs = r.Runs(func(_ ir.Object, n int) bool { return n >= several })
	r.array = len(r.cells) > fewCells && len(r.cells)*chosen > maxChoices
	r.name = m.names.fresh(m.regionName(src, id))
	if r.array {
		return
	}
	for i := range r.cells {
		c := &r.cells[i]
		name := r.name
		if len(r.cells) > 1 {
			name = fmt.Sprintf("%s_%d", r.name, i)
		}
		if len(r.cells) == 1 {
			c.v = &variable{name: name, w: 8 * r.Width, global: true, first: c.first}
			m.out.globals = append(m.out.globals, c.v)
		} else {
			c.v = m.global(name, 8*r.Width, c.first)
		}
		c.v.show = m.objectName(c.Object, c.Offset)
		if start {
			c.v.copy = m.global(c.v.name+"_at_start", c.v.w, c.first)
		}
	}
}

func (m *memory) regionName(src ir.Region, id ir.RegionID) string {
	if src.Name == "" {
		return fmt.Sprintf("mem_%d", id)
	}
	return "m_" + src.Name
}

// objectName names a place for people.
func (m *memory) objectName(o ir.Object, offset int64) string {
	name := ""
	if o.Alloc == 0 {
		g := m.p.Globals[o.Global]
		if name = g.Display; name == "" {
			name = g.Name
		}
	} else {
		for _, a := range m.Allocs {
			if a.ID == o.Alloc {
				name = a.Name
			}
		}
		if name == "" {
			name = fmt.Sprintf("allocation %d", o.Alloc)
		}
	}
	if offset != 0 {
		name = fmt.Sprintf("%s+%d", name, offset)
	}
	return name
}

// globalInit reads the static initializer.
func (m *memory) globalInit(g *ir.Global, off int64, size int) *expr {
	return constant(8*size, m.Init(g, off, size))
}

func (m *memory) number(v uint64) *expr { return number(m.ptr, v) }

// makeLives gives flags to the objects that can be freed.
func (m *memory) makeLives() {
	for _, o := range m.Ending() {
		v := m.global(fmt.Sprintf("live_%d", o.Alloc), 1, truth(true))
		v.show = m.objectName(o, 0) + " lives"
		m.lives[o] = v
	}
}

// Flag, Content and SizeOf are what the rules ask of memory.
func (m *memory) Flag(o ir.Object) *expr {
	if v := m.lives[o]; v != nil {
		return varOf(v)
	}
	return truth(true)
}

func (m *memory) Content(id ir.RegionID, i int) *expr { return m.at(m.regions[id], i) }
func (m *memory) SizeOf(alloc ir.ID) *expr            { return varOf(m.sizes[alloc]) }

// at is what a cell of a region holds.
func (m *memory) at(r *region, i int) *expr {
	if r.array {
		return m.cellAt(r, m.number(r.cells[i].Addr))
	}
	return varOf(r.cells[i].v)
}

// cellAt is what the cell at an address holds.
func (m *memory) cellAt(r *region, addr *expr) *expr {
	e := mk(eCell, 8*r.Width, addr)
	e.r = r
	if !addr.isConst() {
		r.read[1] = true
	}
	return e
}

// valid is the condition under which n cells can be accessed at an address.
func (m *memory) valid(r *region, addr *expr, n int) *expr {
	if !r.free && addr.isConst() {
		i, ok := r.At(addr.val.Lo, n)
		if !ok {
			return truth(false)
		}
		return m.Usable(r.id, i, n)
	}
	e := mk(eValid, 1, addr)
	e.r, e.n = r, n
	r.asked[n] = true
	return e
}

// validIn spells out valid for an unknown address: one comparison per run of cells.
func (m *memory) validIn(r *region, addr *expr, n int) *expr {
	valid := truth(false)
	for _, run := range r.runs {
		if !run.Holds(n, r.Width) {
			continue
		}
		var in *expr
		if run.Count == n {
			in = equal(addr, m.number(run.Addr))
		} else {
			off := binary(eSub, addr, m.number(run.Addr))
			in = compare(eULe, off, m.number(uint64((run.Count-n)*run.Stride)))
			if run.Stride > 1 {
				in = and(in, equal(binary(eURem, off, m.number(uint64(run.Stride))), m.number(0)))
			}
		}
		end := plus(binary(eSub, addr, m.number(m.Base(run.Object))), int64(n*r.Width))
		valid = or(valid, and(in, and(m.Live(r.Lives, run.Object), m.Fits(run.Object, end))))
	}
	return valid
}

// load reads n cells at an address that is valid.
func (m *memory) load(r *region, addr *expr, size int) *expr {
	n := size / r.Width
	if !r.free && addr.isConst() {
		i, ok := r.At(addr.val.Lo, n)
		if !ok {
			return number(8*size, 0) // invalid
		}
		var v *expr
		for k := n - 1; k >= 0; k-- {
			v = joined(v, m.at(r, i+k))
		}
		return v
	}
	var v *expr
	for k := n - 1; k >= 0; k-- {
		v = joined(v, m.cellAt(r, plus(addr, int64(k*r.Width))))
	}
	return v
}

func joined(hi, lo *expr) *expr {
	if hi == nil {
		return lo
	}
	return concat(hi, lo)
}

// store writes n cells at an address that is valid.
func (m *memory) store(r *region, addr *expr, size int, v *expr) []stmt {
	n := size / r.Width
	first, known := -1, !r.free && addr.isConst()
	if known {
		i, ok := r.At(addr.val.Lo, n)
		if !ok {
			return nil // invalid, which was assumed away
		}
		first = i
	}
	var out []stmt
	for k := range n {
		part := extract(v, 8*r.Width*k, 8*r.Width)
		if known && !r.array {
			out = append(out, stmt{kind: sAssign, dst: r.cells[first+k].v, e: part})
			continue
		}
		a := plus(addr, int64(k*r.Width))
		if !a.isConst() {
			r.written[1] = true
		}
		out = append(out, stmt{kind: sSet, r: r, idx: a, e: part})
	}
	return out
}

// freeing ends the life of the object at an address; valid is the condition that it can end.
func (m *memory) freeing(in *ir.Free, addr *expr) (out []stmt, valid *expr) {
	valid = m.Free(in, addr, func(o ir.Object, hit, live *expr) {
		if in.Lives == 0 {
			out = append(out, stmt{kind: sAssign, dst: m.lives[o], e: and(live, not(hit))})
		} else if over, ok := m.Over(in.Lives, o); ok {
			out = append(out, m.store(m.regions[in.Lives], m.number(m.Base(o)), 1, ite(hit, number(8, 1), over))...)
		}
	})
	return out, valid
}

// probe tells what an access would meet.
func (m *memory) probe(in *ir.Probe, region ir.RegionID, addr, n *expr) *expr {
	if len(in.Frees) > 0 {
		return m.ProbeFree(in.Frees, in.Mem.Region, addr)
	}
	r := m.regions[region]
	var valid *expr
	if n != nil {
		valid = m.InOne(region, addr, n)
	} else {
		valid = m.valid(r, addr, in.Mem.Size/r.Width)
	}
	return m.Probe(valid, r.Lives, addr)
}

// terms makes expressions for the rules.
type terms struct{}

func (terms) True() *expr                  { return truth(true) }
func (terms) False() *expr                 { return truth(false) }
func (terms) BV(width int, v uint64) *expr { return number(width, v) }
func (terms) Not(x *expr) *expr            { return not(x) }
func (terms) And(xs ...*expr) *expr        { return and(xs[0], xs[1]) }
func (terms) Or(xs ...*expr) *expr         { return or(xs[0], xs[1]) }
func (terms) Eq(x, y *expr) *expr          { return equal(x, y) }
func (terms) ULt(x, y *expr) *expr         { return compare(eULt, x, y) }
func (terms) ULe(x, y *expr) *expr         { return compare(eULe, x, y) }
func (terms) Sub(x, y *expr) *expr         { return binary(eSub, x, y) }
func (terms) Ite(c, x, y *expr) *expr      { return ite(c, x, y) }
func (terms) IsFalse(x *expr) bool         { return x.isFalse() }
