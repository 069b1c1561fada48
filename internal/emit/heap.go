package emit

import (
	"fmt"
	"math/bits"
	"sort"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/place"
)

// Memory of a program that is not bounded: an allocation can run any number of times, so addresses are handed out as it runs. Every
// object has a slot of 2^shift addresses of its own, numbered; what object an address belongs to is a shift, and two tables by that number say how large the object is and whether it lives. Memory itself is a map from addresses to cells in Boogie, one
// per region, and bytes behind a table of objects in C.
//
// A global whose address is not taken becomes variables, one per piece of it that is accessed: what a sequentialization adds
// (who waits, who raised) is of this kind, and so is most of what a driver keeps in statics.

// What an object is. Boogie and C use the numbers.
const (
	kindNone   = 0
	kindGlobal = 1
	kindStack  = 2
	kindHeap   = 3
	kindFreed  = 4
)

// maxObjects bounds the objects that emitted C can make: tables there have an end. Those of Boogie end where addresses do, at 2^47 or, with 32-bit pointers, at 2^31: what is above may be a tag.
const maxObjects = 1024

type heap struct {
	ptr     int
	shift   int
	slots   int // how many there are
	scalars map[ir.GlobalID][]piece
	globals []ir.GlobalID // those that are memory
	made    bool          // something is allocated
}

// piece is a part of a global that is a variable.
type piece struct {
	offset int64
	size   int
	v      *variable
}

// makeHeap chooses addresses and finds the globals that are variables.
func (m *memory) makeHeap(used map[ir.RegionID]bool) error {
	h := &heap{ptr: m.ptr, shift: 34, scalars: map[ir.GlobalID][]piece{}, made: len(m.Allocs) > 0}
	largest := int64(0)
	for _, g := range m.p.Globals {
		largest = max(largest, g.Size)
	}
	if m.ptr == 32 {
		h.shift = max(20, bits.Len64(uint64(largest))+1)
	}
	top := 47
	if m.ptr == 32 {
		top = 31
	}
	if h.shift > 40 || h.shift >= top {
		return fmt.Errorf("a variable of %d bytes is too large to be printed", largest)
	}
	if h.slots = 1 << (top - h.shift); len(m.p.Globals) >= h.slots {
		return fmt.Errorf("%d variables, one of them of %d bytes, are too large to be printed", len(m.p.Globals), largest)
	}
	*m.Layout = place.Layout{Allocs: map[ir.ID]uint64{}}
	for i := range m.p.Globals {
		m.Layout.Globals = append(m.Layout.Globals, uint64(i+1)<<h.shift)
	}
	for i := range m.p.Funcs {
		m.Layout.Funcs = append(m.Layout.Funcs, 0x1000+16*uint64(i))
	}
	m.heap, m.out.heap = h, h
	pieces := m.pieces()
	for i, g := range m.p.Globals {
		id := ir.GlobalID(i)
		ps, ok := pieces[id]
		if !ok {
			if !m.bookkeeping(id) {
				h.globals = append(h.globals, id)
			}
			continue
		}
		for k := range ps {
			name := g.Display
			if name == "" {
				name = g.Name
			}
			if len(ps) > 1 {
				name = fmt.Sprintf("%s_%d", name, ps[k].offset)
			}
			var first *expr
			if !g.External {
				first = m.globalInit(g, ps[k].offset, ps[k].size)
			}
			ps[k].v = m.global("g_"+name, 8*ps[k].size, first)
			ps[k].v.show = g.Name
		}
		h.scalars[id] = ps
	}
	return nil
}

// pieces finds the globals that are only ever accessed by name, in pieces that do not overlap.
func (m *memory) pieces() map[ir.GlobalID][]piece {
	type key struct {
		g    ir.GlobalID
		off  int64
		size int
	}
	taken := map[ir.GlobalID]bool{}
	seen := map[key]bool{}
	out := map[ir.GlobalID][]piece{}
	for i, g := range m.p.Globals {
		out[ir.GlobalID(i)] = nil
		taken[ir.GlobalID(i)] = g.ThreadLocal
		for _, r := range g.Relocs {
			if r.Target.Kind == ir.KindGlobal {
				taken[r.Target.Global] = true
			}
		}
	}
	for i, r := range m.p.Regions { // cells have variables of their own there
		for _, x := range r.Cells {
			if x.Object.Alloc == 0 && !m.onHeap(m.p.Regions[i], ir.RegionID(i)) {
				taken[x.Object.Global] = true
			}
		}
	}
	for _, in := range m.p.Instrs() {
		acc, _, _ := ir.AccessOf(in)
		ir.Uses(in, func(o *ir.Operand) {
			if o.Kind != ir.KindGlobal {
				return
			}
			off := int64(o.Val.Lo)
			if acc == nil || o != &acc.Addr || off < 0 || off+int64(acc.Size) > m.p.Globals[o.Global].Size {
				taken[o.Global] = true
				return
			}
			if k := (key{o.Global, off, acc.Size}); !seen[k] {
				seen[k] = true
				out[o.Global] = append(out[o.Global], piece{offset: off, size: acc.Size})
			}
		})
	}
	for i := range m.p.Globals {
		id := ir.GlobalID(i)
		ps := out[id]
		sort.Slice(ps, func(a, b int) bool { return ps[a].offset < ps[b].offset })
		for k := 1; k < len(ps); k++ {
			if ps[k].offset < ps[k-1].offset+int64(ps[k-1].size) {
				taken[id] = true
			}
		}
		if taken[id] {
			delete(out, id)
		}
	}
	return out
}

// bookkeeping reports whether a global is only in ghost regions that are variables: no access by address is ever looked up in the table of objects.
func (m *memory) bookkeeping(id ir.GlobalID) bool {
	found := false
	for i, r := range m.p.Regions {
		for _, x := range r.Cells {
			if x.Object.Alloc != 0 || x.Object.Global != id {
				continue
			}
			if !r.Ghost || m.onHeap(r, ir.RegionID(i)) {
				return false
			}
			found = true
		}
	}
	return found
}

// onHeap reports whether a region has cells in objects that are made as the program runs, or is all of memory.
func (m *memory) onHeap(r ir.Region, id ir.RegionID) bool {
	if id == 0 && len(r.Cells) == 0 {
		return true
	}
	for _, x := range r.Cells {
		if x.Object.Alloc != 0 {
			return true
		}
	}
	return false
}

// scalar is the variable that an access is about, if its object is no memory.
func (h *heap) scalar(m *ir.Mem) *variable {
	if h == nil || m.Addr.Kind != ir.KindGlobal {
		return nil
	}
	for _, p := range h.scalars[m.Addr.Global] {
		if p.offset == int64(m.Addr.Val.Lo) && p.size == m.Size {
			return p.v
		}
	}
	return nil
}

// table names the two tables of objects, as expressions by the number of an object.
func (h *heap) table(op exprOp, w int, addr *expr) *expr {
	return mk(op, w, binary(eLShr, addr, number(h.ptr, uint64(h.shift))))
}

func (h *heap) kind(addr *expr) *expr { return h.table(eLive, 8, addr) }
func (h *heap) size(addr *expr) *expr { return h.table(eSize, h.ptr, addr) }

// offset is where in its object an address lies.
func (h *heap) offset(addr *expr) *expr {
	return binary(eAnd, addr, number(h.ptr, 1<<h.shift-1))
}

func (h *heap) isKind(addr *expr, kind uint64) *expr {
	return equal(h.kind(addr), number(8, kind))
}

// inside is the condition that n bytes from an address on lie in its object, which has a kind.
func (h *heap) inside(addr *expr, n int64) *expr {
	end := plus(h.offset(addr), n)
	return compare(eULe, end, h.size(addr))
}

// valid is the condition that n bytes can be accessed.
func (h *heap) valid(addr *expr, n int) *expr {
	alive := and(not(h.isKind(addr, kindNone)), not(h.isKind(addr, kindFreed)))
	return and(alive, h.inside(addr, int64(n)))
}

func (h *heap) probe(m *memory, in *ir.Probe, addr *expr) *expr {
	code := func(v uint64) *expr { return number(2, v) }
	if len(in.Frees) > 0 {
		base := equal(h.offset(addr), number(h.ptr, 0))
		valid := or(equal(addr, number(h.ptr, 0)), and(base, h.isKind(addr, kindHeap)))
		freed := and(base, h.isKind(addr, kindFreed))
		return ite(valid, code(ir.ProbeValid), ite(freed, code(ir.ProbeFreed), code(ir.ProbeOutside)))
	}
	r := m.regions[in.Mem.Region]
	valid := m.valid(r, addr, in.Mem.Size/r.Width)
	null := compare(eULt, addr, number(h.ptr, place.NullLimit))
	freed := and(h.isKind(addr, kindFreed), h.inside(addr, 1))
	return ite(valid, code(ir.ProbeValid), ite(null, code(ir.ProbeNull), ite(freed, code(ir.ProbeFreed), code(ir.ProbeOutside))))
}

func (h *heap) sameObject(x, y *expr) *expr {
	slot := func(e *expr) *expr { return binary(eLShr, e, number(h.ptr, uint64(h.shift))) }
	return and(equal(slot(x), slot(y)), and(not(h.isKind(x, kindNone)), and(h.inside(x, 1), h.inside(y, 1))))
}

func (h *heap) objectSize(addr *expr) *expr {
	zero := number(h.ptr, 0)
	return ite(and(equal(h.offset(addr), zero), h.isKind(addr, kindHeap)), h.size(addr), zero)
}

// free ends an object: one of the heap that begins here, or a local.
func (h *heap) free(l *lowering, in *ir.Free, addr *expr) {
	kind := uint64(kindHeap)
	if in.Stack {
		kind = kindStack
	}
	base := equal(h.offset(addr), number(h.ptr, 0))
	null := equal(addr, number(h.ptr, 0))
	l.assume(in, or(null, and(base, h.isKind(addr, kind))))
	l.say(in)
	l.flushMemory()
	l.add(stmt{kind: sFree, e: addr})
}
