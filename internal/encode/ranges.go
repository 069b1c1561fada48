package encode

import (
	"fmt"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/solve"
)

// Ranges as terms. In a region of cells every cell that the range may hold chooses between its old and its new value; where the start of the range is known,
// this is decided while encoding.
//
// An array that was filled, or copied into, is a defined array: at index i it holds the new value if i is in the range, and what the array
// before it held at i otherwise. This is stated only for indices that are read; nothing is built for the thousands of places in a range that are not.
//
// Rejected: one store per byte.

// rangeOf is an array that a range was written to.
type rangeOf struct {
	before  logic.Term // the array
	addr, n logic.Term // the range
	value   logic.Term // of a cell of a Fill, else 0
	any     logic.Term // an array of the values of a Fill with arbitrary ones, else 0
	chosen  *chosenBytes
	source  logic.Term // the array that was copied from
	from    logic.Term // its part
	region  ir.RegionID
}

// inRange is the condition that a cell lies in a range that is valid. Cells lie inside of a range or outside of it.
func (e *encoder) inRange(at, addr, n logic.Term) logic.Term { return e.b.ULt(e.b.Sub(at, addr), n) }

// validRange is the condition that a range lies in one live object of a region or is empty, or a name for it where that is large.
func (e *encoder) validRange(s pmap, ri ir.RegionID, addr, n logic.Term) logic.Term {
	if len(e.memory.Objects(ri)) <= fewRuns {
		return e.rules(s).InOne(ri, addr, n)
	}
	return e.later("valid", 1, s, []logic.Term{addr, n}, func(at *blockState) logic.Term { return e.rules(at.state).InOne(ri, addr, n) })
}

// chosenBytes is what is known of a Fill with arbitrary bytes, for traces.
type chosenBytes struct {
	addr, n logic.Term
	reads   []externalRead // the cells that are read
}

// bytesOf is what a Fill with arbitrary bytes wrote, by the distance from its start.
func (f *Formula) bytesOf(m *solve.Model, c *chosenBytes) map[uint64]byte {
	out := map[uint64]byte{}
	addr, n := m.BV(c.addr).Uint64(), m.BV(c.n).Uint64()
	ptr := ir.MakeConst(f.B.Width(c.addr), ^uint64(0)).Lo
	for at, b := range f.content(m, c.reads) {
		if off := (at - addr) & ptr; off < n {
			out[off] = b
		}
	}
	return out
}

// fillAny makes all bytes of a range arbitrary.
func (e *encoder) fillAny(s pmap, in *ir.Fill, addr, n logic.Term) pmap {
	r := &e.regions[in.Mem.Region]
	c := &chosenBytes{addr: addr, n: n}
	e.out.chosen[in.ID] = c
	if r.array {
		before := e.read(s, r.first)
		return s.set(r.first, e.derive(rangeOf{before: before, addr: addr, n: n, any: e.b.FreshVar("any", e.b.Sort(before)), chosen: c}))
	}
	e.eachIn(r, addr, n, func(ci int, hit logic.Term) {
		key := r.first + ci
		v := e.fresh(fmt.Sprintf("any%d", in.ID), 8*r.Width)
		c.reads = append(c.reads, externalRead{e.b.BV(e.p.PtrWidth(), r.Cells[ci].Addr), v, e.b.True()})
		s = s.set(key, e.b.Ite(hit, v, e.read(s, key)))
	})
	return s
}

// fill writes a value to all bytes of a range.
func (e *encoder) fill(s pmap, in *ir.Fill, addr, n, v logic.Term) pmap {
	r := &e.regions[in.Mem.Region]
	cell := v
	for range r.Width - 1 {
		cell = e.b.Concat(cell, v)
	}
	if r.array {
		return s.set(r.first, e.derive(rangeOf{before: e.read(s, r.first), addr: addr, n: n, value: cell}))
	}
	e.eachIn(r, addr, n, func(ci int, hit logic.Term) {
		key := r.first + ci
		s = s.set(key, e.b.Ite(hit, cell, e.read(s, key)))
	})
	return s
}

// copyRange copies a range from one region to another.
func (e *encoder) copyRange(s pmap, in *ir.Copy, addr, n, from logic.Term) pmap {
	r, src := &e.regions[in.Mem.Region], &e.regions[in.Src.Region]
	old := s
	switch {
	case r.array && src.array:
		return s.set(r.first, e.derive(rangeOf{before: e.read(s, r.first), addr: addr, n: n, source: e.read(s, src.first), from: from, region: in.Src.Region}))
	case r.array: // from few cells
		arr := e.read(s, r.first)
		e.eachIn(src, from, n, func(ci int, hit logic.Term) {
			at := e.b.Add(e.b.Sub(e.b.BV(e.p.PtrWidth(), src.Cells[ci].Addr), from), addr)
			arr = e.b.Store(arr, at, e.b.Ite(hit, e.read(old, src.first+ci), e.b.Select(arr, at)))
		})
		return s.set(r.first, arr)
	}
	delta := e.b.Sub(from, addr)
	e.eachIn(r, addr, n, func(ci int, hit logic.Term) {
		key := r.first + ci
		at := e.b.Add(e.b.BV(e.p.PtrWidth(), r.Cells[ci].Addr), delta)
		v, _ := e.load(old, in.Src.Region, at, r.Width)
		s = s.set(key, e.b.Ite(hit, v, e.read(old, key)))
	})
	return s
}

// eachIn calls f with every cell that may be in a range, and the condition that it is.
func (e *encoder) eachIn(r *region, addr, n logic.Term, f func(ci int, hit logic.Term)) {
	first, last := 0, len(r.Cells)
	if a, ok := e.b.Uint64(addr); ok {
		first, _ = r.Find(a)
		if k, ok := e.b.Uint64(n); ok && a+k >= a {
			last, _ = r.Find(a + k)
		}
	}
	for ci := first; ci < last; ci++ {
		hit := e.inRange(e.b.BV(e.p.PtrWidth(), r.Cells[ci].Addr), addr, n)
		if !e.b.IsFalse(hit) {
			f(ci, hit)
		}
	}
}

// derive makes the array that a range was written to.
func (e *encoder) derive(d rangeOf) logic.Term {
	t := e.b.FreshVar("range", e.b.Sort(d.before))
	e.b.DefineArray(t, func(i logic.Term) (is, also logic.Term) {
		in := e.inRange(i, d.addr, d.n)
		if e.b.IsFalse(in) {
			return e.b.Select(d.before, i), e.b.True()
		}
		v := d.value
		also = e.b.True()
		switch {
		case d.any != 0:
			v = e.b.Select(d.any, i)
			d.chosen.reads = append(d.chosen.reads, externalRead{i, v, e.b.True()})
		case v == 0:
			at := e.b.Add(e.b.Sub(i, d.addr), d.from)
			v, also = e.b.Select(d.source, at), e.foundAt(d.region, at)
		}
		return e.b.Ite(in, v, e.b.Select(d.before, i)), also
	})
	return t
}

// foundAt says what a copy may find in memory that was there before.
func (e *encoder) foundAt(ri ir.RegionID, at logic.Term) logic.Term {
	blk := &blockState{inner: e.b.True()}
	e.fromOutside(blk, ri, at, e.regions[ri].Width)
	if e.arbitraryCells(int(ri)) {
		e.out.unwritten = append(e.out.unwritten, externalRead{at, e.b.Select(e.initial(e.regions[ri].first), at), e.b.True()})
	}
	return blk.inner
}

// chooseArrays makes arrays of regions in which operations on ranges would choose among too many cells.
func (e *encoder) chooseArrays(r *region, id ir.RegionID) bool {
	return e.filled[id] && (len(r.Cells) > manyRanged || len(r.Cells) > fewCells && e.roaming[id])
}

// manyRanged is the number of cells above which a region with operations on ranges is an array.
const manyRanged = 512

// collectRange notes the regions of a Fill or Copy.
func (e *encoder) collectRange(in ir.Instr) {
	m, _, _ := ir.AccessOf(in)
	note := func(m *ir.Mem, fixed bool) {
		e.filled[m.Region] = true
		e.roaming[m.Region] = e.roaming[m.Region] || !fixed
	}
	switch in := in.(type) {
	case *ir.Fill:
		note(m, m.Addr.Kind != ir.KindReg && m.Len.Kind == ir.KindConst)
	case *ir.Copy:
		fixed := m.Addr.Kind != ir.KindReg && in.Src.Addr.Kind != ir.KindReg
		note(m, fixed)
		note(&in.Src, fixed)
	}
}
