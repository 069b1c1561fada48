package emit

import (
	"fmt"
	"sort"

	"github.com/heddle-dev/heddle/internal/encode"
	"github.com/heddle-dev/heddle/internal/ir"
)

// Memory whose objects have constant addresses: globals everywhere, and allocations in a bounded program, where each runs at most once. The
// rules are those of package encode, and have to stay so: the text must fail where the formula does.
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
	p       *ir.Program
	layout  encode.Layout
	ptr     int
	regions []*region
	names   *namer
	allocs  []*ir.Alloc
	stack   map[ir.ID]bool
	lives   map[ir.Object]*variable
	sizes   map[ir.ID]*variable // of allocations whose size is not in the text
	heap    *heap
	out     *program

	incoming []*expr // what holds of external memory at the start
}

// newMemory lays out the regions of a program.
func newMemory(p *ir.Program, layout encode.Layout, names *namer, out *program) (*memory, error) {
	m := &memory{
		p: p, layout: layout, ptr: p.PtrWidth(), names: names, out: out,
		stack: map[ir.ID]bool{}, lives: map[ir.Object]*variable{}, sizes: map[ir.ID]*variable{},
	}
	used, starts, chosen, frees := m.survey()
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
		m.makeLives(frees)
		for _, a := range m.allocs {
			if a.Size.Kind != ir.KindConst {
				m.sizes[a.ID] = m.global(fmt.Sprintf("size_of_%d", a.ID), m.ptr, nil)
				m.sizes[a.ID].show = "bytes of " + a.Name
			}
		}
	}
	return m, nil
}

// survey finds the allocations, the regions in use, those whose start matters, how many accesses have addresses that are not in the text, and
// the frees.
func (m *memory) survey() (used, starts map[ir.RegionID]bool, chosen map[ir.RegionID]int, frees []*ir.Free) {
	used, starts, chosen = map[ir.RegionID]bool{}, map[ir.RegionID]bool{}, map[ir.RegionID]int{}
	for _, f := range m.p.Funcs {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case *ir.Alloc:
					m.allocs = append(m.allocs, in)
					m.stack[in.ID] = in.Stack
				case *ir.Free:
					frees = append(frees, in)
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
		}
	}
	for i, r := range m.p.Regions {
		if used[ir.RegionID(i)] && r.Lives != 0 {
			used[r.Lives] = true
		}
	}
	return used, starts, chosen, frees
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
		id: id, width: max(src.Width, 1), lives: src.Lives, guess: src.Guess, start: start,
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
	extents := src.Cells
	if id == 0 && len(extents) == 0 {
		extents = m.everything()
	}
	for _, x := range extents {
		for k := range x.Count {
			off := x.Offset + k*x.Stride
			r.cells = append(r.cells, cell{addr: m.base(x.Object) + uint64(off), object: x.Object, offset: off})
		}
	}
	sort.Slice(r.cells, func(i, j int) bool { return r.cells[i].addr < r.cells[j].addr })
	for i := range r.cells {
		r.cells[i].first = m.initial(src, r, &r.cells[i])
	}
	r.findRuns()
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
			c.v = &variable{name: name, w: 8 * r.width, global: true, first: c.first}
			m.out.globals = append(m.out.globals, c.v)
		} else {
			c.v = m.global(name, 8*r.width, c.first)
		}
		c.v.show = m.objectName(c.object, c.offset)
		if start {
			c.v.copy = m.global(c.v.name+"_at_start", c.v.w, c.first)
		}
	}
}

// findRuns groups cells of one object that lie the same number of bytes apart: right behind one another, or, if there are several of them, further.
func (r *region) findRuns() {
	const several = 3
	for i := 0; i < len(r.cells); {
		x := run{from: i, n: 1, stride: r.width}
		if i+1 < len(r.cells) && r.cells[i+1].object == r.cells[i].object {
			step := r.cells[i+1].addr - r.cells[i].addr
			n := 1
			for i+n < len(r.cells) && r.cells[i+n].object == r.cells[i].object && r.cells[i+n].addr-r.cells[i+n-1].addr == step {
				n++
			}
			if step == uint64(r.width) || n >= several {
				x.n, x.stride = n, int(step)
			}
		}
		r.runs = append(r.runs, x)
		i += x.n
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
		for _, a := range m.allocs {
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

func (m *memory) base(o ir.Object) uint64 {
	if o.Alloc != 0 {
		return m.layout.Allocs[o.Alloc]
	}
	return m.layout.Globals[o.Global]
}

// everything is all bytes of all objects: region 0 when no analysis has split it.
func (m *memory) everything() []ir.Extent {
	var out []ir.Extent
	for i, g := range m.p.Globals {
		if g.Size > 0 {
			out = append(out, ir.Extent{Object: ir.Object{Global: ir.GlobalID(i)}, Stride: 1, Count: g.Size})
		}
	}
	for _, a := range m.allocs {
		if n := encode.AllocSize(a); n > 0 {
			out = append(out, ir.Extent{Object: ir.Object{Alloc: a.ID}, Stride: 1, Count: n})
		}
	}
	return out
}

// initial is what a cell holds at the start; nil: anything.
func (m *memory) initial(src ir.Region, r *region, c *cell) *expr {
	switch {
	case src.Guess:
		return nil
	case src.Ghost:
		return number(8*r.width, 0)
	case c.object.Alloc != 0:
		for _, a := range m.allocs {
			if a.ID == c.object.Alloc && a.Zero {
				return number(8*r.width, 0)
			}
		}
		return nil
	}
	g := m.p.Globals[c.object.Global]
	if g.External {
		return nil
	}
	return m.globalInit(g, c.offset, r.width)
}

// globalInit reads the static initializer.
func (m *memory) globalInit(g *ir.Global, off int64, size int) *expr {
	bytes := make([]byte, size)
	for i := range bytes {
		if o := off + int64(i); o < int64(len(g.Init)) {
			bytes[i] = g.Init[o]
		}
	}
	for _, rel := range g.Relocs {
		v := m.addressOf(rel.Target)
		for k := range int64(m.ptr / 8) {
			if o := rel.Offset + k - off; o >= 0 && o < int64(size) {
				bytes[o] = byte(v >> (8 * k))
			}
		}
	}
	var c ir.Const
	for i := len(bytes) - 1; i >= 0; i-- {
		c.Hi = c.Hi<<8 | c.Lo>>56
		c.Lo = c.Lo<<8 | uint64(bytes[i])
	}
	return constant(8*size, c)
}

// addressOf is where a global or a function lies.
func (m *memory) addressOf(o ir.Operand) uint64 {
	if o.Kind == ir.KindFunc {
		return m.layout.Funcs[o.Func]
	}
	return m.layout.Globals[o.Global] + o.Val.Lo
}

// find gives the cell at an address.
func (r *region) find(addr uint64) (int, bool) {
	i := sort.Search(len(r.cells), func(i int) bool { return r.cells[i].addr >= addr })
	return i, i < len(r.cells) && r.cells[i].addr == addr
}

// span reports whether n cells of one object lie one behind another from cell i on.
func (r *region) span(i, n int) bool {
	return i+n <= len(r.cells) && r.cells[i+n-1].addr-r.cells[i].addr == uint64((n-1)*r.width) && r.cells[i].object == r.cells[i+n-1].object
}

func (m *memory) number(v uint64) *expr { return number(m.ptr, v) }

// makeLives gives flags to the objects that can be freed.
func (m *memory) makeLives(frees []*ir.Free) {
	for _, fr := range frees {
		for _, o := range fr.Objects {
			if m.lives[o] == nil && fr.Lives == 0 && m.canEnd(o, fr.Stack) {
				v := m.global(fmt.Sprintf("live_%d", o.Alloc), 1, truth(true))
				v.show = m.objectName(o, 0) + " lives"
				m.lives[o] = v
			}
		}
	}
}

// canEnd reports whether a Free is for objects of this kind: allocations, on the stack or not.
func (m *memory) canEnd(o ir.Object, stack bool) bool {
	s, made := m.stack[o.Alloc]
	return made && s == stack
}

// live is the condition under which an object has not been freed, as a region with these lives sees it.
func (m *memory) live(lives ir.RegionID, o ir.Object) *expr {
	if lives == 0 {
		if v := m.lives[o]; v != nil {
			return varOf(v)
		}
		return truth(true)
	}
	over, ok := m.over(lives, o)
	if !ok {
		return truth(true)
	}
	return equal(over, number(8, 0))
}

// over is the cell of a region of lives that says whether an object ended; not ok: it never does.
func (m *memory) over(lives ir.RegionID, o ir.Object) (*expr, bool) {
	r := m.regions[lives]
	i, ok := r.find(m.base(o))
	if !ok || r.cells[i].object != o {
		return nil, false
	}
	return m.at(r, i), true
}

// at is what a cell of a region holds.
func (m *memory) at(r *region, i int) *expr {
	if r.array {
		return m.cellAt(r, m.number(r.cells[i].addr))
	}
	return varOf(r.cells[i].v)
}

// cellAt is what the cell at an address holds.
func (m *memory) cellAt(r *region, addr *expr) *expr {
	e := mk(eCell, 8*r.width, addr)
	e.r = r
	if !addr.isConst() {
		r.read[1] = true
	}
	return e
}

// fits is the condition that an offset is not beyond the end of an object.
func (m *memory) fits(o ir.Object, end *expr) *expr {
	if v := m.sizes[o.Alloc]; v != nil {
		return compare(eULe, end, varOf(v))
	}
	return truth(true)
}

// valid is the condition under which n cells can be accessed at an address.
func (m *memory) valid(r *region, addr *expr, n int) *expr {
	if !r.free && addr.isConst() {
		i, ok := r.find(addr.val.Lo)
		if !ok || !r.span(i, n) {
			return truth(false)
		}
		c := r.cells[i]
		return and(m.live(r.lives, c.object), m.fits(c.object, m.number(uint64(c.offset)+uint64(n*r.width))))
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
		if run.n < n || n > 1 && run.stride > r.width {
			continue
		}
		first := r.cells[run.from]
		var in *expr
		if run.n == n {
			in = equal(addr, m.number(first.addr))
		} else {
			off := binary(eSub, addr, m.number(first.addr))
			in = compare(eULe, off, m.number(uint64((run.n-n)*run.stride)))
			if run.stride > 1 {
				in = and(in, equal(binary(eURem, off, m.number(uint64(run.stride))), m.number(0)))
			}
		}
		end := plus(binary(eSub, addr, m.number(m.base(first.object))), int64(n*r.width))
		valid = or(valid, and(in, and(m.live(r.lives, first.object), m.fits(first.object, end))))
	}
	return valid
}

// load reads n cells at an address that is valid.
func (m *memory) load(r *region, addr *expr, size int) *expr {
	n := size / r.width
	if !r.free && addr.isConst() {
		i, ok := r.find(addr.val.Lo)
		if !ok || !r.span(i, n) {
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
		v = joined(v, m.cellAt(r, plus(addr, int64(k*r.width))))
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
	n := size / r.width
	first, known := -1, !r.free && addr.isConst()
	if known {
		i, ok := r.find(addr.val.Lo)
		if !ok || !r.span(i, n) {
			return nil // invalid, which was assumed away
		}
		first = i
	}
	var out []stmt
	for k := range n {
		part := extract(v, 8*r.width*k, 8*r.width)
		if known && !r.array {
			out = append(out, stmt{kind: sAssign, dst: r.cells[first+k].v, e: part})
			continue
		}
		a := plus(addr, int64(k*r.width))
		if !a.isConst() {
			r.written[1] = true
		}
		out = append(out, stmt{kind: sSet, r: r, idx: a, e: part})
	}
	return out
}

// freeing ends the life of the object at an address; valid is the condition that it can end.
func (m *memory) freeing(objects []ir.Object, stack bool, lives ir.RegionID, addr *expr) (out []stmt, valid *expr) {
	valid = equal(addr, m.number(0))
	for _, o := range objects {
		if !m.canEnd(o, stack) {
			if o.Alloc == 0 && m.p.Globals[o.Global].Range && !stack { // what is outside stays
				valid = or(valid, m.within(addr, m.base(o), m.p.Globals[o.Global].Size))
			}
			continue
		}
		hit := equal(addr, m.number(m.base(o)))
		live := m.live(lives, o)
		valid = or(valid, and(hit, live))
		if lives == 0 {
			if v := m.lives[o]; v != nil { // nil: asked about, and never freed
				out = append(out, stmt{kind: sAssign, dst: v, e: and(varOf(v), not(hit))})
			}
		} else if over, ok := m.over(lives, o); ok {
			out = append(out, m.store(m.regions[lives], m.number(m.base(o)), 1, ite(hit, number(8, 1), over))...)
		}
	}
	return out, valid
}

// nullLimit is the first address that is not a null pointer plus a small offset.
const nullLimit = 0x1000

// probe tells what an access would meet.
func (m *memory) probe(in *ir.Probe, region ir.RegionID, addr, n *expr) *expr {
	code := func(v uint64) *expr { return number(2, v) }
	lives := m.regions[region].lives
	if len(in.Frees) > 0 {
		lives = in.Mem.Region
		_, valid := m.freeing(in.Frees, false, lives, addr)
		freed := truth(false)
		for _, o := range in.Frees {
			freed = or(freed, and(equal(addr, m.number(m.base(o))), not(m.live(lives, o))))
		}
		return ite(valid, code(ir.ProbeValid), ite(freed, code(ir.ProbeFreed), code(ir.ProbeOutside)))
	}
	r := m.regions[region]
	var valid *expr
	if n != nil {
		valid = m.validRange(region, addr, n)
	} else {
		valid = m.valid(r, addr, in.Mem.Size/r.width)
	}
	null := compare(eULt, addr, m.number(nullLimit))
	freed := truth(false)
	for _, a := range m.allocs {
		o := ir.Object{Alloc: a.ID}
		if live := m.live(lives, o); !live.isTrue() {
			freed = or(freed, and(m.within(addr, m.base(o), encode.AllocSize(a)), not(live)))
		}
	}
	// Past the end of a range the access is no finding: it is made, and ends the execution.
	outside := ite(m.beyond(addr), code(ir.ProbeValid), code(ir.ProbeOutside))
	return ite(valid, code(ir.ProbeValid), ite(null, code(ir.ProbeNull), ite(freed, code(ir.ProbeFreed), outside)))
}

// within is the condition that an address lies in size bytes from base on.
func (m *memory) within(addr *expr, base uint64, size int64) *expr {
	return compare(eULt, binary(eSub, addr, m.number(base)), m.number(uint64(size)))
}

// sameObject is the condition that two addresses lie in one object.
func (m *memory) sameObject(x, y *expr) *expr {
	same := truth(false)
	add := func(base uint64, size int64) {
		same = or(same, and(m.within(x, base, size), m.within(y, base, size)))
	}
	for i, g := range m.p.Globals {
		add(m.layout.Globals[i], g.Size)
	}
	for _, a := range m.allocs {
		add(m.layout.Allocs[a.ID], encode.AllocSize(a))
	}
	return same
}

// objectSize is the size of the live heap object that starts at an address.
func (m *memory) objectSize(addr *expr) *expr {
	size := m.number(0)
	for _, a := range m.allocs {
		if a.Stack {
			continue
		}
		hit := and(equal(addr, m.number(m.layout.Allocs[a.ID])), m.live(0, ir.Object{Alloc: a.ID}))
		known := m.number(uint64(encode.AllocSize(a)))
		if v := m.sizes[a.ID]; v != nil {
			known = varOf(v)
		}
		size = ite(hit, known, size)
	}
	return size
}
