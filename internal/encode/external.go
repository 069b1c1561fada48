package encode

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/solve"
)

// External memory as terms. Its initial content is arbitrary but for the addresses in it (ir.Incoming), which are null or lead to
// one of a few runs of places. Such an address is made of two small numbers, which run and which place of it (decode), so
// every value of them means something and nothing has to be assumed about a cell. An array has no cells: there every load says, of the
// addresses it may touch, that they are made so. That is an instance, at the one index that matters, of what holds for the whole
// initial array, so it excludes nothing.
//
// Rejected: comparisons with the ends of the range and a remainder. The place of an element of 24 bytes is found by a division
// of 64 bits then, per load.
//
// What the formula reads of external memory is kept, so that a model can say what was there (Formula.External).

// externalRead is a piece of the initial content.
type externalRead struct {
	addr, value logic.Term
	when        logic.Term // that the address is external
}

// slots is a run of addresses in the cells of an array region.
type slots struct {
	object  uint64 // base and size of the object
	size    uint64
	exact   bool // all cells of the object that the region has are of this run
	first   uint64
	stride  uint64
	count   uint64
	targets []ir.Extent
}

// decode is an address that may be in external memory.
func (e *encoder) decode(targets []ir.Extent) logic.Term {
	ptr := e.p.PtrWidth()
	v := e.b.BV(ptr, 0)
	if len(targets) == 0 {
		return v
	}
	which := e.b.FreshVar("incoming", logic.BVSort(bits.Len(uint(len(targets)))))
	for i, t := range targets {
		a := e.b.BV(ptr, e.memory.Base(t.Object)+uint64(t.Offset))
		if n := bits.Len64(uint64(t.Count) - 1); n > 0 {
			k := e.b.FreshVar("place", logic.BVSort(n))
			a = e.b.Add(a, e.b.Mul(e.b.ZExt(ptr, k), e.b.BV(ptr, uint64(t.Stride))))
		}
		v = e.b.Ite(e.b.Eq(which, e.b.BV(e.b.Width(which), uint64(i+1))), a, v)
	}
	return v
}

// addressAt finds the incoming address of a global that the byte at an offset belongs to, and where that starts.
func (e *encoder) addressAt(g *ir.Global, off int64) (in *ir.Incoming, start int64) {
	size := int64(e.p.PtrWidth() / 8)
	for i := range g.Incoming {
		in := &g.Incoming[i]
		if off < in.Offset {
			continue
		}
		k := int64(0)
		if in.Stride > 0 {
			k = min((off-in.Offset)/in.Stride, in.Count-1)
		}
		if start := in.Offset + k*in.Stride; off-start < size {
			return in, start
		}
	}
	return nil, 0
}

// externalCell is what a cell of external memory holds at the start.
func (e *encoder) externalCell(id ir.GlobalID, off int64, width int) logic.Term {
	g := e.p.Globals[id]
	size := int64(e.p.PtrWidth() / 8)
	any := func(off int64, n int64) logic.Term {
		t := e.fresh(fmt.Sprintf("ext.%s.%d", g.Name, off), int(8*n))
		e.keep(e.b.BV(e.p.PtrWidth(), e.memory.Globals[id]+uint64(off)), t, e.b.True())
		return t
	}
	var v logic.Term
	for pos := off; pos < off+int64(width); {
		var t logic.Term
		end := pos + 1
		if in, start := e.addressAt(g, pos); in != nil {
			end = min(start+size, off+int64(width))
			t = e.externalAddress(id, in, start)
			t = e.b.Extract(int(8*(end-start)-1), int(8*(pos-start)), t)
		} else {
			for ; end < off+int64(width); end++ {
				if next, _ := e.addressAt(g, end); next != nil {
					break
				}
			}
			t = any(pos, end-pos)
		}
		if v == 0 {
			v = t
		} else {
			v = e.b.Concat(t, v)
		}
		pos = end
	}
	return v
}

// externalAddress is the address that a place of external memory holds at the start.
func (e *encoder) externalAddress(id ir.GlobalID, in *ir.Incoming, start int64) logic.Term {
	key := [2]int64{int64(id), start}
	if t, ok := e.addresses[key]; ok {
		return t
	}
	t := e.decode(in.Targets)
	if e.addresses == nil {
		e.addresses = map[[2]int64]logic.Term{}
	}
	e.addresses[key] = t
	if in.Valid {
		e.out.choices = append(e.out.choices, e.b.Eq(t, e.b.BV(e.p.PtrWidth(), 0)))
	}
	e.keep(e.b.BV(e.p.PtrWidth(), e.memory.Globals[id]+uint64(start)), t, e.b.True())
	return t
}

func (e *encoder) keep(addr, value, when logic.Term) {
	e.out.external = append(e.out.external, externalRead{addr, value, when})
}

// fromOutside says what a load may find in external memory that is part of an array.
func (e *encoder) fromOutside(blk *blockState, ri ir.RegionID, addr logic.Term, size int) {
	ri = e.origin(ri)
	r := &e.regions[ri]
	if !r.array {
		return
	}
	e.findOutside(ri)
	if len(r.outside) == 0 {
		return
	}
	init := e.initial(r.first)
	for i := range size / r.Width {
		a := e.plus(addr, i*r.Width)
		e.keep(a, e.b.Select(init, a), e.outside(r, a))
	}
	for _, s := range r.slots {
		if s.exact {
			for i := range size / r.Width {
				a := e.plus(addr, i*r.Width)
				if in := e.rules(pmap{}).Within(a, s.object, s.size); !e.b.IsFalse(in) {
					e.assume(blk, e.b.Implies(in, e.b.Eq(e.b.Select(init, a), e.decode(s.targets))))
				}
			}
			continue
		}
		e.wordsAround(blk, &s, init, addr, size, r.Width)
	}
}

// wordsAround says that the addresses which an access overlaps, in cells of some bytes, are such as may be there. It looks only where
// an aligned access meets an aligned address; for any other, the formula allows more than can happen, which the replay of the trace notices.
func (e *encoder) wordsAround(blk *blockState, s *slots, init, addr logic.Term, size, width int) {
	n := e.p.PtrWidth() / 8
	if n%width != 0 {
		return
	}
	step := max(width, min(size, n))
	for d := min(0, step-n); d < size; d += step {
		a := e.plus(addr, d)
		at, def := e.onGrid(a, s)
		if e.b.IsFalse(at) {
			continue
		}
		var v logic.Term
		for i := 0; i < n; i += width {
			c := e.plus(a, i)
			e.keep(c, e.b.Select(init, c), at)
			if t := e.b.Select(init, c); v == 0 {
				v = t
			} else {
				v = e.b.Concat(t, v)
			}
		}
		e.assume(blk, def)
		e.assume(blk, e.b.Implies(at, e.b.Eq(v, e.decode(s.targets))))
	}
}

// onGrid is the condition that an address is one of the places of a run, under a definition of what it uses. The place is guessed
// and multiplied instead of divided for.
func (e *encoder) onGrid(a logic.Term, s *slots) (at, def logic.Term) {
	ptr := e.p.PtrWidth()
	low := uint64(1)<<bits.TrailingZeros64(s.stride|1<<16) - 1 // the bits in which all places agree
	if zeros, ones := e.b.KnownBits(a); (ones^s.first)&(zeros|ones)&low != 0 {
		return e.b.False(), e.b.True()
	}
	off := e.b.Sub(a, e.b.BV(ptr, s.first))
	last := (s.count - 1) * s.stride
	in := e.b.ULe(off, e.b.BV(ptr, last))
	if s.count == 1 || s.stride == 0 {
		return e.b.Eq(off, e.b.BV(ptr, 0)), e.b.True()
	}
	if s.stride&(s.stride-1) == 0 {
		return e.b.And(in, e.b.Eq(e.b.URem(off, e.b.BV(ptr, s.stride)), e.b.BV(ptr, 0))), e.b.True()
	}
	w := bits.Len64(last+s.stride) + 1
	k := e.b.ZExt(w, e.b.FreshVar("quotient", logic.BVSort(bits.Len64(s.count-1))))
	rest := e.b.ZExt(w, e.b.FreshVar("rest", logic.BVSort(bits.Len64(s.stride-1))))
	stride := e.b.BV(w, s.stride)
	def = e.b.And(e.b.ULt(rest, stride), e.b.Eq(e.b.Extract(w-1, 0, off), e.b.Add(e.b.Mul(k, stride), rest)))
	return e.b.And(in, e.b.Eq(rest, e.b.BV(w, 0))), e.b.Implies(in, def)
}

// outside is the condition that an address is in one of the external objects of a region.
func (e *encoder) outside(r *region, a logic.Term) logic.Term {
	in := e.b.False()
	for _, g := range r.outside {
		in = e.b.Or(in, e.rules(pmap{}).Within(a, e.memory.Globals[g], uint64(e.p.Globals[g].Size)))
	}
	return in
}

// origin is the region whose content a guessed copy starts from in the end.
func (e *encoder) origin(ri ir.RegionID) ir.RegionID {
	if !e.p.Regions[ri].Guess {
		return ri
	}
	if e.origins == nil {
		e.origins = map[ir.RegionID]ir.RegionID{}
		for in := range e.f.Instrs() {
			if s, ok := in.(*ir.AssumeSame); ok {
				e.origins[s.B] = s.A
			}
		}
	}
	for n := 0; e.p.Regions[ri].Guess && n < len(e.p.Regions); n++ {
		from, ok := e.origins[ri]
		if !ok {
			break
		}
		ri = from
	}
	return ri
}

// findOutside finds the external objects of an array region and the runs of addresses in its cells.
func (e *encoder) findOutside(ri ir.RegionID) {
	r := &e.regions[ri]
	if r.looked || e.p.Regions[ri].Ghost {
		return
	}
	r.looked = true
	ptr := int64(e.p.PtrWidth() / 8)
	cells := map[ir.GlobalID][]int64{}
	for _, at := range r.Cells {
		if at.Object.Alloc == 0 && e.p.Globals[at.Object.Global].External {
			if len(cells[at.Object.Global]) == 0 {
				r.outside = append(r.outside, at.Object.Global)
			}
			cells[at.Object.Global] = append(cells[at.Object.Global], at.Offset)
		}
	}
	for _, id := range r.outside {
		g := e.p.Globals[id]
		hit := make([]int, len(g.Incoming))
		whole := 0
		for _, off := range cells[id] {
			for pos := off; pos < off+int64(r.Width); pos++ {
				if in, start := e.addressAt(g, pos); in != nil {
					i := slices.IndexFunc(g.Incoming, func(x ir.Incoming) bool { return x.Offset == in.Offset })
					hit[i]++
					if start == off && int64(r.Width) == ptr && pos == off {
						whole++
					}
				}
			}
		}
		kinds := 0
		for _, n := range hit {
			if n > 0 {
				kinds++
			}
		}
		for i, in := range g.Incoming {
			if hit[i] > 0 {
				base := e.memory.Globals[id]
				r.slots = append(r.slots, slots{
					object: base, size: uint64(g.Size), exact: kinds == 1 && whole == len(cells[id]),
					first: base + uint64(in.Offset), stride: uint64(in.Stride), count: uint64(in.Count), targets: in.Targets,
				})
			}
		}
	}
}

// External is what external memory holds at the start, by a model, where the formula reads it.
func (f *Formula) External(m *solve.Model) map[uint64]byte { return f.content(m, f.external) }

// Unwritten is the content of other unwritten memory, where the formula reads it.
func (f *Formula) Unwritten(m *solve.Model) map[uint64]byte { return f.content(m, f.unwritten) }

func (f *Formula) content(m *solve.Model, reads []externalRead) map[uint64]byte {
	out := map[uint64]byte{}
	for _, x := range reads {
		if !m.Bool(x.when) {
			continue
		}
		at, v := m.BV(x.addr).Uint64(), constOf(m.Value(x.value))
		for k := range f.B.Width(x.value) / 8 {
			b := v.Lo >> (8 * (k & 7))
			if k >= 8 {
				b = v.Hi >> (8 * (k & 7))
			}
			if _, known := out[at+uint64(k)]; !known {
				out[at+uint64(k)] = byte(b)
			}
		}
	}
	return out
}
