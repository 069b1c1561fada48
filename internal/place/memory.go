package place

import (
	"cmp"
	"slices"
	"sort"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Memory is the objects of a program and the cells of its regions.
type Memory struct {
	*Layout
	Program *ir.Program
	Allocs  []*ir.Alloc // in the order of the text
	Frees   []*ir.Free
	Regions []Region // with their cells, once laid

	made    map[ir.ID]*ir.Alloc
	objects map[ir.RegionID][]ir.Object
}

// Region is the cells of a region.
type Region struct {
	Width int    // bytes of a cell
	Cells []Cell // by address
	Lives ir.RegionID
}

// Cell is where a cell lies.
type Cell struct {
	Addr   uint64
	Object ir.Object
	Offset int64
}

// New finds the objects of a program: of the entry, if it is bounded, of all functions otherwise. Regions have no cells yet.
func New(p *ir.Program, l Layout) *Memory {
	m := &Memory{Layout: &l, Program: p, made: map[ir.ID]*ir.Alloc{}, objects: map[ir.RegionID][]ir.Object{}}
	for _, r := range p.Regions {
		m.Regions = append(m.Regions, Region{Width: max(r.Width, 1), Lives: r.Lives})
	}
	funcs := p.Funcs
	if p.Form.Bounded {
		funcs = p.Funcs[p.Entry : p.Entry+1]
	}
	for _, f := range funcs {
		for in := range f.Instrs() {
			switch in := in.(type) {
			case *ir.Alloc:
				m.Allocs = append(m.Allocs, in)
				m.made[in.ID] = in
			case *ir.Free:
				m.Frees = append(m.Frees, in)
			}
		}
	}
	return m
}

// Lay gives a region its cells. Region 0 has all bytes of all objects where no analysis has split it.
func (m *Memory) Lay(id ir.RegionID) *Region {
	r := &m.Regions[id]
	extents := m.Program.Regions[id].Cells
	if m.whole(id) {
		for _, o := range m.everything() {
			extents = append(extents, ir.Extent{Object: o, Stride: 1, Count: m.Size(o)})
		}
	}
	for _, x := range extents {
		base := m.Base(x.Object)
		for k := range x.Count {
			off := x.Offset + k*x.Stride
			r.Cells = append(r.Cells, Cell{base + uint64(off), x.Object, off})
		}
	}
	slices.SortStableFunc(r.Cells, func(a, b Cell) int { return cmp.Compare(a.Addr, b.Addr) })
	return r
}

func (m *Memory) whole(id ir.RegionID) bool { return id == 0 && len(m.Program.Regions[id].Cells) == 0 }

func (m *Memory) everything() []ir.Object {
	var out []ir.Object
	for i := range m.Program.Globals {
		out = append(out, ir.Object{Global: ir.GlobalID(i)})
	}
	for _, a := range m.Allocs {
		out = append(out, ir.Object{Alloc: a.ID})
	}
	return out
}

// Objects lists the objects that a region has cells in. An object without bytes has none.
func (m *Memory) Objects(id ir.RegionID) []ir.Object {
	out, ok := m.objects[id]
	if ok {
		return out
	}
	if m.whole(id) {
		out = slices.DeleteFunc(m.everything(), func(o ir.Object) bool { return m.Size(o) == 0 })
	} else {
		seen := map[ir.Object]bool{}
		for _, c := range m.Regions[id].Cells {
			if n := len(out); (n == 0 || out[n-1] != c.Object) && !seen[c.Object] {
				seen[c.Object] = true
				out = append(out, c.Object)
			}
		}
	}
	m.objects[id] = out
	return out
}

// Size is how many bytes an object has in the layout.
func (m *Memory) Size(o ir.Object) int64 {
	if o.Alloc == 0 {
		return m.Program.Globals[o.Global].Size
	}
	if a := m.made[o.Alloc]; a != nil {
		return AllocSize(a)
	}
	return 0
}

// Unsized reports whether an object is an allocation whose size is not in the text.
func (m *Memory) Unsized(o ir.Object) bool {
	a := m.made[o.Alloc]
	return a != nil && a.Size.Kind != ir.KindConst
}

// Ranged reports whether an object is a range of external memory.
func (m *Memory) Ranged(o ir.Object) bool { return o.Alloc == 0 && m.Program.Globals[o.Global].Range }

// CanEnd reports whether a Free is for objects of this kind: allocations, on the stack or not.
func (m *Memory) CanEnd(o ir.Object, stack bool) bool {
	a := m.made[o.Alloc]
	return a != nil && a.Stack == stack
}

// Ending lists the objects whose ends no region keeps: those that some Free may end.
func (m *Memory) Ending() []ir.Object {
	var out []ir.Object
	seen := map[ir.Object]bool{}
	for _, fr := range m.Frees {
		for _, o := range fr.Objects {
			if !seen[o] && fr.Lives == 0 && m.CanEnd(o, fr.Stack) {
				seen[o] = true
				out = append(out, o)
			}
		}
	}
	return out
}

// Arbitrary reports whether an object holds anything at the start.
func (m *Memory) Arbitrary(o ir.Object) bool {
	if o.Alloc == 0 {
		return m.Program.Globals[o.Global].External
	}
	a := m.made[o.Alloc]
	return a == nil || !a.Zero
}

// Initial is what a cell of a region holds at the start; not known: anything.
func (m *Memory) Initial(id ir.RegionID, c Cell) (_ ir.Const, known bool) {
	switch src := &m.Program.Regions[id]; {
	case src.Guess:
		return ir.Const{}, false
	case src.Ghost:
		return ir.Const{}, true
	case m.Arbitrary(c.Object):
		return ir.Const{}, false
	case c.Object.Alloc != 0:
		return ir.Const{}, true
	}
	return m.Init(m.Program.Globals[c.Object.Global], c.Offset, m.Regions[id].Width), true
}

// Init reads the static initializer of a global.
func (m *Memory) Init(g *ir.Global, off int64, size int) ir.Const {
	bytes := make([]byte, size)
	if off < int64(len(g.Init)) {
		copy(bytes, g.Init[off:])
	}
	for _, r := range g.Relocs {
		v := m.Address(r.Target)
		for k := range int64(m.Program.PtrWidth() / 8) {
			if o := r.Offset + k - off; o >= 0 && o < int64(size) {
				bytes[o] = byte(v >> (8 * k))
			}
		}
	}
	var c ir.Const
	for _, b := range slices.Backward(bytes) {
		c.Hi = c.Hi<<8 | c.Lo>>56
		c.Lo = c.Lo<<8 | uint64(b)
	}
	return c
}

// Find gives the index of the cell at an address, or of the first behind it.
func (r *Region) Find(addr uint64) (int, bool) {
	i := sort.Search(len(r.Cells), func(i int) bool { return r.Cells[i].Addr >= addr })
	return i, i < len(r.Cells) && r.Cells[i].Addr == addr
}

// Span reports whether n cells of one object lie one behind another from cell i on.
func (r *Region) Span(i, n int) bool {
	return i+n <= len(r.Cells) && r.Cells[i+n-1].Addr-r.Cells[i].Addr == uint64((n-1)*r.Width) && r.Cells[i].Object == r.Cells[i+n-1].Object
}

// At gives the index of the first of n cells that an access at an address touches; not ok: it is invalid.
func (r *Region) At(addr uint64, n int) (i int, ok bool) {
	i, ok = r.Find(addr)
	return i, ok && r.Span(i, n)
}

// Run is cells of one object that lie the same number of bytes apart.
type Run struct {
	Cell                // the first
	From, Count, Stride int
}

// Runs groups the cells of a region: those that lie one behind another, and those further apart that join asks for, by their object and their number: if it wants some, it wants more.
func (r *Region) Runs(join func(o ir.Object, n int) bool) []Run {
	var out []Run
	for i := 0; i < len(r.Cells); {
		x := Run{Cell: r.Cells[i], From: i, Count: 1, Stride: r.Width}
		if i+1 < len(r.Cells) && r.Cells[i+1].Object == x.Object {
			step := r.Cells[i+1].Addr - x.Addr
			n := 2
			for i+n < len(r.Cells) && r.Cells[i+n].Object == x.Object && r.Cells[i+n].Addr-r.Cells[i+n-1].Addr == step {
				n++
			}
			if step == uint64(r.Width) || join(x.Object, n) {
				x.Count, x.Stride = n, int(step)
			} else {
				for ; n > 2; n-- { // nor are fewer of them joined; the last may begin a run of its own
					out = append(out, x)
					i++
					x.Cell, x.From = r.Cells[i], i
				}
			}
		}
		out = append(out, x)
		i += x.Count
	}
	return out
}

// Holds reports whether an access to n cells has room in a run.
func (x *Run) Holds(n, width int) bool { return n == 1 || n <= x.Count && x.Stride == width }
