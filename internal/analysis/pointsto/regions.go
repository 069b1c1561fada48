package pointsto

import (
	"fmt"
	"slices"
	"sort"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Info is what the analysis found out about a program.
type Info struct {
	// Work is how many consequences were drawn.
	Work int64
	// Sync gives, for every synchronization instruction, the ghost region of each of its objects, in the order of its operands.
	Sync map[ir.ID][]ir.RegionID
	// Ranges says what every Fill, Copy, Scan and Touch touches.
	Ranges map[ir.ID]*Range
	// Wild is the accesses whose address was derived from no object.
	Wild map[ir.ID]bool
	// Objects lists, for every region, the objects that it may lie in: also those of unknown size of which it has no cell, because it lies beyond what is reserved for them.
	Objects map[ir.RegionID][]ir.Object
	// Values says where operands may point to.
	Values *Values
	// Over says, for every access that may cover the address of a synchronization object, the ghost regions of such objects; OverSource for what a Copy reads.
	Over, OverSource map[ir.ID][]ir.RegionID
	// Layout is the instructions whose result depends on where objects lie: an address is taken as a number, or addresses of
	// two objects are compared by order.
	Layout []ir.ID
}

// Size gives the size of what an allocation makes, in bytes.
type Size func(*ir.Alloc) int64

// Split returns the program with its memory split into regions. The input is left alone; instruction IDs are kept.
func Split(p *ir.Program, size Size) (*ir.Program, *Info) {
	s := newSolver(p)
	s.sizes, s.exact = map[ir.Object]int64{}, map[ir.Object]int64{}
	for i, g := range p.Globals {
		at := ir.Object{Global: ir.GlobalID(i)}
		if s.sizes[at] = g.Size; !g.External {
			s.exact[at] = g.Size
		}
	}
	for _, in := range p.Instrs() {
		if a, ok := in.(*ir.Alloc); ok {
			at := ir.Object{Alloc: a.ID}
			if s.sizes[at] = size(a); a.Size.Kind == ir.KindConst && s.sizes[at] > 0 {
				s.exact[at] = s.sizes[at]
			}
		}
	}
	s.solve()
	out := p.Clone()
	info := &Info{Work: s.work, Sync: map[ir.ID][]ir.RegionID{}, Objects: map[ir.RegionID][]ir.Object{}, Wild: map[ir.ID]bool{}, Ranges: map[ir.ID]*Range{}, Over: map[ir.ID][]ir.RegionID{}, OverSource: map[ir.ID][]ir.RegionID{}}
	data, sync := s.group()
	t := &table{
		s: s, out: out, objects: info.Objects, sizes: s.sizes, whole: map[nodeID]ir.RegionID{}, shares: map[[2]nodeID]bool{},
		data: &kept{fields: func(n *node) []field { return n.fields }, groups: data, members: data.members(), ids: map[fieldKey]ir.RegionID{}},
		sync: &kept{fields: func(n *node) []field { return n.sync }, groups: sync, members: sync.members(), ids: map[fieldKey]ir.RegionID{}, ghost: true},
	}
	for fi, f := range out.Funcs {
		for in := range f.Instrs() {
			t.assign(ir.FuncID(fi), in, info)
		}
	}
	t.findOver(info)
	nameRegions(out)
	info.Values = t.values()
	return out, info
}

// nameRegions names every region after the field that most of its accesses are to; ties go to the first in the alphabet. A region that is only accessed through
// pointers to numbers keeps the name that its first access has in the source.
func nameRegions(p *ir.Program) {
	count := map[ir.RegionID]map[string]int{}
	for _, in := range p.Instrs() {
		m, _, _ := ir.AccessOf(in)
		if m == nil || m.Field == "" || m.Region == 0 {
			continue
		}
		if count[m.Region] == nil {
			count[m.Region] = map[string]int{}
		}
		count[m.Region][m.Field]++
	}
	for r, names := range count {
		best, most := "", 0
		for name, n := range names {
			if n > most || n == most && name < best {
				best, most = name, n
			}
		}
		p.Regions[r].Name = best
	}
}

// table gives regions to fields.
type table struct {
	s       *solver
	out     *ir.Program
	objects map[ir.RegionID][]ir.Object
	sizes   map[ir.Object]int64
	data    *kept
	sync    *kept
	whole   map[nodeID]ir.RegionID
	shares  map[[2]nodeID]bool // whether literals of two nodes may share memory
}

// kept is the regions that fields have, data or synchronization objects.
type kept struct {
	fields  func(*node) []field
	groups  *groups
	members map[fieldKey][]fieldKey
	ids     map[fieldKey]ir.RegionID // by group
	ghost   bool
}

func (t *table) assign(f ir.FuncID, in ir.Instr, info *Info) {
	id := in.Base().ID
	if t.asNumber(f, in) {
		info.Layout = append(info.Layout, id)
	}
	switch in.(type) {
	case *ir.Fill, *ir.Copy, *ir.Scan, *ir.Touch:
		if r, ok := t.rangeOf(f, in); ok {
			info.Ranges[id] = r
		} else {
			info.Wild[id] = true
		}
		return
	}
	if m, _, _ := ir.AccessOf(in); m != nil {
		at := t.lookup(f, m.Addr)
		if len(at) == 0 {
			info.Wild[id] = true
			return
		}
		m.Region = t.region(t.data, at[0], m.Name)
		return
	}
	if fr, ok := in.(*ir.Free); ok {
		seen := map[nodeID]bool{}
		for _, r := range t.lookup(f, fr.Addr) {
			for _, p := range t.s.nodes[r.node].objects {
				if !seen[r.node] {
					fr.Objects = append(fr.Objects, p.object)
				}
			}
			seen[r.node] = true
		}
		sortObjects(fr.Objects)
		return
	}
	for _, o := range syncOperands(in) {
		region := ir.RegionID(0)
		if at := t.lookup(f, o); len(at) > 0 {
			region = t.region(t.sync, at[0], "")
		}
		info.Sync[id] = append(info.Sync[id], region)
	}
}

// lookup is where an operand may point to.
func (t *table) lookup(f ir.FuncID, o ir.Operand) (out []ref) {
	switch o.Kind {
	case ir.KindGlobal, ir.KindFunc:
		return []ref{t.s.find(t.s.operandRef(o))}
	case ir.KindReg:
		for _, r := range t.s.classes[t.s.regs[f][o.Reg]].pointees {
			out = append(out, t.s.find(r))
		}
	}
	return out
}

// twoObjects reports whether two addresses may lie in different objects.
func (t *table) twoObjects(f ir.FuncID, x, y ir.Operand) bool {
	a, b := t.lookup(f, x), t.lookup(f, y)
	if len(a) == 0 || len(b) == 0 {
		return true
	}
	for _, r := range append(a, b...) {
		if r.node != a[0].node {
			return true
		}
	}
	return len(t.s.nodes[a[0].node].objects) > 1
}

// region gives the region of the field at a reference, making it if this is the first access.
func (t *table) region(of *kept, r ref, name string) ir.RegionID {
	f := fieldAt(of.fields(&t.s.nodes[r.node]), r.off)
	key := of.groups.find(fieldKey{r.node, f.lo})
	if id, ok := of.ids[key]; ok {
		return id
	}
	id := ir.RegionID(len(t.out.Regions))
	of.ids[key] = id
	if f.name != "" {
		name = f.name
	}
	if name == "" {
		name = fmt.Sprintf("region%d", id)
	}
	reg := ir.Region{Name: name, Width: int(f.hi - f.lo), Ghost: of.ghost}
	if f.bytes {
		reg.Width = 1
	}
	members := of.members[key]
	if members == nil {
		members = []fieldKey{key}
	}
	for _, k := range members {
		f := fieldAt(of.fields(&t.s.nodes[k.node]), k.lo)
		if !f.bytes && int(f.hi-f.lo) != reg.Width {
			panic("pointsto: a region with cells of different widths")
		}
		reg.Cells = append(reg.Cells, t.cells(k.node, f, int64(reg.Width))...)
		for _, p := range t.s.nodes[k.node].objects {
			if !slices.Contains(t.objects[id], p.object) {
				t.objects[id] = append(t.objects[id], p.object)
			}
		}
	}
	sortExtents(reg.Cells)
	t.out.Regions = append(t.out.Regions, reg)
	return id
}

// longField is the number of bytes above which those of a field are not listed one by one.
const longField = 64

// cells lists where the cells of a field lie in the objects of its node.
func (t *table) cells(id nodeID, f *field, width int64) []ir.Extent {
	n := &t.s.nodes[id]
	var out []ir.Extent
	for _, p := range n.objects {
		size := t.sizes[p.object]
		if f.bytes && n.period == 0 && f.hi-f.lo > longField { // one extent says it
			if first, last := max(f.lo-p.at, 0), min(f.hi-p.at, size); first < last {
				out = append(out, ir.Extent{Object: p.object, Offset: first, Stride: 1, Count: last - first})
			}
			continue
		}
		for lo := f.lo; lo < f.hi; lo += width {
			first := lo - p.at
			if n.period == 0 {
				if first >= 0 && first+width <= size {
					out = append(out, ir.Extent{Object: p.object, Offset: first, Stride: width, Count: 1})
				}
				continue
			}
			if first %= n.period; first < 0 {
				first += n.period
			}
			if first+width <= size {
				out = append(out, ir.Extent{Object: p.object, Offset: first, Stride: n.period, Count: (size-first-width)/n.period + 1})
			}
		}
	}
	return out
}

func sortExtents(out []ir.Extent) {
	sort.Slice(out, func(i, j int) bool {
		if out[i].Object != out[j].Object {
			return objectLess(out[i].Object, out[j].Object)
		}
		return out[i].Offset < out[j].Offset
	})
}

func sortObjects(os []ir.Object) {
	sort.Slice(os, func(i, j int) bool { return objectLess(os[i], os[j]) })
}

func objectLess(a, b ir.Object) bool {
	if a.Alloc != b.Alloc {
		return a.Alloc < b.Alloc
	}
	return a.Global < b.Global
}
