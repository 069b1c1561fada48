package pointsto

import (
	"math"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Ranges. A Fill or Copy touches whatever lies in its range, and must not break it into bytes: memset of a struct is a store to each of its fields. So a range
// makes no field of its own. It cuts: a field that reaches over one of its ends becomes bytes. And a Copy mirrors: what
// is a field on one side, at some distance from the start, is a field on the other side too, and the target may hold what the source holds.
// Both are done after everything else, again and again until nothing changes, as incoming addresses are.
//
// Where a length is not known it may be any multiple of its stride. Where one side of a copy has a period and the other has none, the fields of
// the first are repeated over the second as long as that is known to be enough, else the second gets the period.
//
// A Scan cuts nothing, since what it gives is no address: it looks into whatever fields there are. But what it reads must be some field's, so it makes
// bytes of whatever lies between them, up to the ends of the objects. A Touch takes the fields as they are.
//
// For races and lives every node with ranges has one region more, which lies over all of its objects and holds nothing: two ranges can meet
// where no field is.

// span is a Fill, Copy or Scan whose addresses lead somewhere.
type span struct {
	dst    ref
	src    ref
	copies bool
	scans  bool
	len    lengths
}

// copying is fields of which one is copied to the other.
type copying struct {
	to, from classID
	blurs    bool
}

// lengths is what is known of the length of a range.
type lengths struct {
	known  []int64 // some of the possible ones
	stride int64   // divides all others; 0: there are none
	most   int64   // of known; without a limit if there are others
}

// manyRepeats is how often the fields of a period are repeated over memory that has none.
const manyRepeats = 4096

// manyShifts is how often a field is shifted within its own object before that gets a period.
const manyShifts = 16

// manyPasses is the number of passes over the ranges after which fields behind the ends of all objects give their node a period. Cyclic copies of unknown
// length that return to another offset would otherwise shift such fields forever.
const manyPasses = 32

// ranges notes the constraints of a Fill, Copy or Scan.
func (s *solver) ranges(f ir.FuncID, in ir.Instr) {
	switch in := in.(type) {
	case *ir.Scan:
		n := s.lengthsOf(f, in.Mem.Len, 0)
		s.only(f, in.Mem.Addr, func(r ref) { s.spans = append(s.spans, span{dst: r, scans: true, len: n}) })
	case *ir.Touch:
		s.only(f, in.Mem.Addr, func(ref) {})
	case *ir.Fill:
		n := s.lengthsOf(f, in.Mem.Len, 0)
		s.only(f, in.Mem.Addr, func(r ref) { s.spans = append(s.spans, span{dst: r, len: n}) })
	case *ir.Copy:
		n := s.lengthsOf(f, in.Mem.Len, 0)
		s.only(f, in.Mem.Addr, func(d ref) {
			s.only(f, in.Src.Addr, func(r ref) { s.spans = append(s.spans, span{dst: d, src: r, copies: true, len: n}) })
		})
	}
}

// only runs g with the one reference that an operand has: the fields of a range are those of one node.
func (s *solver) only(f ir.FuncID, o ir.Operand, g func(ref)) {
	if c, ok := s.class(f, o); ok {
		s.unify(c)
		s.when(c, func(r ref) { g(s.settle(r)) })
	}
}

// lengthsOf follows a length to the constants it is chosen from. The size of an object cuts none of its fields, as nothing lies behind.
func (s *solver) lengthsOf(f ir.FuncID, o ir.Operand, depth int) lengths {
	if o.Kind == ir.KindConst {
		n := int64(min(o.Val.Lo, math.MaxInt64))
		return lengths{known: []int64{n}, most: n}
	}
	unknown := lengths{stride: max(s.stride(f, o), 1), most: math.MaxInt64}
	if o.Kind != ir.KindReg || depth > 4 {
		return unknown
	}
	if s.defs == nil {
		s.defs = make([]map[ir.Reg][]ir.Instr, len(s.p.Funcs))
	}
	if s.defs[f] == nil {
		s.defs[f] = map[ir.Reg][]ir.Instr{}
		for in := range s.p.Funcs[f].Instrs() {
			ir.Defs(in, func(r *ir.Reg) { s.defs[f][*r] = append(s.defs[f][*r], in) })
		}
	}
	var out lengths
	add := func(l lengths) {
		out.known = append(out.known, l.known...)
		out.stride, out.most = gcd(out.stride, l.stride), max(out.most, l.most)
	}
	for _, in := range s.defs[f][o.Reg] {
		switch in := in.(type) {
		case *ir.Move:
			add(s.lengthsOf(f, in.X, depth+1))
		case *ir.Ite:
			add(s.lengthsOf(f, in.X, depth+1))
			add(s.lengthsOf(f, in.Y, depth+1))
		case *ir.ObjSize:
			out.most = math.MaxInt64
		default:
			return unknown
		}
	}
	if len(s.defs[f][o.Reg]) == 0 || len(out.known) > 16 {
		return unknown
	}
	return out
}

// ends reports whether a range that starts at an offset may end strictly between two others.
func (l *lengths) ends(start, lo, hi, period int64) bool {
	// next is the first number above lo that is at plus a multiple of step.
	next := func(at, step int64) int64 {
		d := (at - lo) % step
		if d <= 0 {
			d += step
		}
		return lo + d
	}
	for _, n := range l.known {
		at := start + n
		if period > 0 {
			at = next(at, period)
		}
		if lo < at && at < hi {
			return true
		}
	}
	switch {
	case l.stride == 0:
		return false
	case period > 0:
		return next(start, gcd(l.stride, period)) < hi
	case start > lo:
		return start < hi
	}
	return next(start, l.stride) < hi
}

// spread applies the constraints of all ranges and reports whether they changed something.
func (s *solver) spread() (changed bool) {
	s.passes++
	for i := range s.spans {
		sp := &s.spans[i]
		if sp.scans {
			changed = s.cover(sp.dst, sp.len.most) || changed
			s.drain()
			continue
		}
		changed = s.cut(sp.dst, &sp.len, true) || changed
		if sp.copies {
			changed = s.cut(sp.src, &sp.len, false) || changed
			changed = s.mirror(sp) || changed
		}
		s.drain()
	}
	return changed
}

// cut makes bytes of the fields that a range may cover in part. An address of which a part is overwritten is a new one.
func (s *solver) cut(r ref, l *lengths, garbles bool) (changed bool) {
	r = s.find(r)
	n := &s.nodes[r.node]
	for i := range n.fields {
		f := &n.fields[i]
		if l.most == 0 || n.period == 0 && (f.hi <= r.off || l.most < math.MaxInt64 && f.lo >= r.off+l.most) {
			continue
		}
		if !(r.off > f.lo && r.off < f.hi) && !l.ends(r.off, f.lo, f.hi, n.period) {
			continue
		}
		if garbles && !s.isBlurred(f.content) {
			s.blur(f.content, f.content) // the fields may be others now: the rest is for the next pass
			return true
		}
		changed = changed || !f.bytes
		f.bytes = true
	}
	return changed
}

// cover makes fields of the bytes that a Scan of at most so many may read and that are in none.
func (s *solver) cover(r ref, most int64) (changed bool) {
	r = s.find(r)
	n := &s.nodes[r.node]
	lo, hi := r.off, int64(0)
	if n.period > 0 {
		lo, hi = 0, n.period
	} else {
		hi = s.endOf(r.node)
		if most < hi-lo {
			hi = lo + most
		}
	}
	var gaps []field
	for _, f := range append(append([]field(nil), n.fields...), field{lo: hi, hi: hi}) {
		if end := min(f.lo, hi); lo < end {
			gaps = append(gaps, field{lo: lo, hi: end, bytes: true})
		}
		lo = max(lo, f.hi)
	}
	for _, g := range gaps {
		g.content = s.newClass()
		s.insert(&s.nodes[r.node].fields, r.node, g)
	}
	return len(gaps) > 0
}

// mirror makes the two sides of a copy agree.
func (s *solver) mirror(sp *span) (changed bool) {
	d, r := s.find(sp.dst), s.find(sp.src)
	pd, pr := s.nodes[d.node].period, s.nodes[r.node].period
	limit := s.longest(sp)
	if d.node == r.node {
		switch delta := abs(d.off - r.off); {
		case delta == 0:
			return false
		case pd == 0 && limit/delta > manyShifts:
			s.setPeriod(d.node, delta)
			return true
		}
	} else if pd != pr {
		repeats := func(p int64) bool { return p > 0 && (limit == math.MaxInt64 || limit/p > manyRepeats) }
		if p := gcd(pd, pr); pd > 0 && pr > 0 || repeats(pr) || repeats(pd) {
			s.setPeriod(d.node, p)
			s.setPeriod(r.node, p)
			return true
		}
	}
	changed = s.reflect(sp, r, d, true)
	d, r = s.find(sp.dst), s.find(sp.src)
	return s.reflect(sp, d, r, false) || changed
}

// reflect gives one side of a copy the fields that the other has in the range; forward, what they hold too.
func (s *solver) reflect(sp *span, from, to ref, forward bool) (changed bool) {
	fields := append([]field(nil), s.nodes[from.node].fields...)
	period := s.nodes[from.node].period
	limit := s.longest(sp)
	put := func(lo, hi int64, f *field) {
		if limit < math.MaxInt64 {
			hi = min(hi, limit)
		}
		if lo = max(lo, 0); lo >= hi {
			return
		}
		if t := s.find(to.plus(lo)); s.passes > manyPasses && s.nodes[t.node].period == 0 && t.off >= s.endOf(t.node) {
			s.setPeriod(t.node, gcd(t.off, hi-lo))
			changed = true
			return
		}
		like := *f
		like.phases = s.moved(f.phases, to.off-from.off)
		g, grown := s.place(to.plus(lo), hi-lo, &like)
		changed = changed || grown
		if !forward {
			return
		}
		// Asked again in each pass, as nodes may have moved against each other.
		a, b := s.partOf(from.plus(lo)), s.partOf(to.plus(lo))
		parts := (f.bytes || g.bytes) && (a != b || a == noPart) || hi-lo < int64(s.p.PtrWidth()/8)
		key := copying{g.content, f.content, parts}
		if s.copied[key] {
			return
		}
		s.copied[key], changed = true, true
		if key.blurs {
			s.blur(g.content, f.content)
		} else {
			s.flow(g.content, f.content, 0)
		}
	}
	for i := range fields {
		f := &fields[i]
		lo, hi := f.lo-from.off, f.hi-from.off
		switch {
		case period == 0:
			put(lo, hi, f)
		case period == s.nodes[s.find(to).node].period || limit == math.MaxInt64:
			// All repetitions lie over one another on both sides. The first that reaches into the range stands for them.
			for ; hi <= 0; lo, hi = lo+period, hi+period {
			}
			if lo >= limit {
				continue
			}
			if lo < 0 { // also whole, behind
				put(lo+period, hi+period, f)
			}
			put(lo, hi, f)
		case f.bytes && period == hi-lo:
			put(0, limit, f)
		default:
			for ; hi <= 0; lo, hi = lo+period, hi+period {
			}
			for ; lo < limit; lo, hi = lo+period, hi+period {
				put(lo, hi, f)
			}
		}
	}
	return changed
}

// longest is how long a copy can be. One of any length from bytes at unknown places, which have no fields that could be repeated, is as long as the largest object on either side, if the sizes are known: a copy that leaves its object ends the execution.
func (s *solver) longest(sp *span) int64 {
	limit := sp.len.most
	d, r := s.find(sp.dst), s.find(sp.src)
	if s.nodes[d.node].period != 0 || s.nodes[r.node].period != 1 {
		return limit
	}
	for _, id := range []nodeID{d.node, r.node} {
		largest := int64(0)
		for _, p := range s.nodes[id].objects {
			size, exact := s.exact[p.object]
			if !exact {
				size = math.MaxInt64
			}
			largest = max(largest, size)
		}
		if largest > 0 {
			limit = min(limit, largest)
		}
	}
	return limit
}

// endOf is where the last object of a node ends.
func (s *solver) endOf(id nodeID) (end int64) {
	for _, p := range s.nodes[id].objects {
		end = max(end, p.at+s.sizes[p.object])
	}
	return end
}

// place makes sure that a node has a field that holds an interval, in bytes if the field that it mirrors is, and reports whether it had none.
func (s *solver) place(r ref, size int64, like *field) (field, bool) {
	r = s.find(r)
	n := &s.nodes[r.node]
	for i := range n.fields {
		f := &n.fields[i]
		same := f.lo == r.off && f.hi == r.off+size && f.bytes == like.bytes
		if same || f.bytes && f.lo <= r.off && r.off+size <= f.hi || n.period > 0 && f.bytes && f.lo == 0 && f.hi == n.period {
			grown := s.begins(r.node, f, like.phases)
			return *f, grown
		}
	}
	s.insert(&n.fields, r.node, field{lo: r.off, hi: r.off + size, bytes: like.bytes, content: s.newClass(), name: like.name, phases: like.phases})
	r = s.find(r)
	for _, f := range s.nodes[r.node].fields {
		if f.lo <= r.off && r.off < f.hi {
			return f, true
		}
	}
	panic("pointsto: a field that was made is not there")
}

// Range is what a Fill, Copy, Scan or Touch touches in a program whose memory is split.
type Range struct {
	Whole, SrcWhole ir.RegionID // lie over all objects that it may be in, and hold nothing
	Parts           []Part
}

// Part is the cells of one field in a range: every Width bytes of [Lo, Hi), counted from the start of the range, and again every Period
// bytes, if that is not 0. The ends may lie outside of the range.
type Part struct {
	Dst, Src ir.RegionID
	Width    int
	Lo, Hi   int64
	Period   int64
}

// rangeOf finds out what a Fill, Copy, Scan or Touch touches; false if an address leads nowhere.
func (t *table) rangeOf(f ir.FuncID, in ir.Instr) (*Range, bool) {
	m, _, _ := ir.AccessOf(in)
	at := t.lookup(f, m.Addr)
	if len(at) == 0 {
		return nil, false
	}
	d := at[0]
	out := &Range{Whole: t.wholeOf(d.node, m.Name)}
	l := t.s.lengthsOf(f, m.Len, 0)
	by := d // the side whose fields are visited
	src := ir.SourceOf(in)
	var r ref
	if src != nil {
		at := t.lookup(f, src.Addr)
		if len(at) == 0 {
			return nil, false
		}
		r = at[0]
		out.SrcWhole = t.wholeOf(r.node, src.Name)
		by = t.s.withoutPeriod(d, r)
		l.most = t.s.longest(&span{dst: d, src: r, len: l})
	}
	t.s.parts(by, l.most, func(p Part, name string) {
		p.Dst = t.regionAt(d.plus(max(p.Lo, 0)), name)
		if src != nil {
			p.Src = t.regionAt(r.plus(max(p.Lo, 0)), name)
			if t.out.Regions[p.Src].Width != t.out.Regions[p.Dst].Width {
				panic("pointsto: a copy between cells of different widths")
			}
		}
		out.Parts = append(out.Parts, p)
	})
	return out, true
}

// withoutPeriod is the side of a copy whose fields say what is copied: that without a period.
func (s *solver) withoutPeriod(d, r ref) ref {
	if s.nodes[r.node].period == 0 {
		return r
	}
	return d
}

// parts calls f with the fields that a range of at most so many bytes may touch, and their names.
func (s *solver) parts(at ref, most int64, f func(Part, string)) {
	n := &s.nodes[at.node]
	for _, fl := range append([]field(nil), n.fields...) {
		p := Part{Lo: fl.lo - at.off, Hi: fl.hi - at.off, Period: n.period, Width: int(fl.hi - fl.lo)}
		if fl.bytes {
			p.Width = 1
		}
		for n.period > 0 && p.Hi <= 0 {
			p.Lo, p.Hi = p.Lo+p.Period, p.Hi+p.Period
		}
		if p.Hi > 0 && max(p.Lo, 0) < most {
			f(p, fl.name)
		}
	}
}

// regionAt is the region of the field that holds a byte.
func (t *table) regionAt(r ref, name string) ir.RegionID {
	r = t.s.find(r)
	return t.region(t.data, r, name)
}

// wholeOf is the region over all objects of a node.
func (t *table) wholeOf(id nodeID, name string) ir.RegionID {
	if r, ok := t.whole[id]; ok {
		return r
	}
	if name == "" {
		name = "range"
	}
	reg := ir.Region{Name: name, Width: 1}
	for _, p := range t.s.nodes[id].objects {
		if t.sizes[p.object] > 0 {
			reg.Cells = append(reg.Cells, ir.Extent{Object: p.object, Stride: 1, Count: 1})
		}
	}
	sortExtents(reg.Cells)
	r := ir.RegionID(len(t.out.Regions))
	t.out.Regions = append(t.out.Regions, reg)
	t.whole[id] = r
	return r
}
