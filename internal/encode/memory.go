package encode

import (
	"fmt"
	"slices"
	"sort"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/logic"
)

// Memory as terms. A region with few cells is one term per cell: an access at a known address touches just that cell, one
// at an unknown address chooses among all of the region. A region where that would be too much becomes one
// array term indexed by address. Regions never touch one another, so neither do their terms.

// How many bytes all accesses at unknown addresses together may choose from before the region becomes an array: most in a region of up to
// largeRegion bytes, fewer in a larger one. A choice costs a comparison and a multiplexer; the array's lemmas cost a solver call each, but only for
// the pairs of accesses that matter. A structure of 200 bytes in which a few accesses go to an array is solved thirty times faster as cells; a queue of 800
// elements, of which the bug touches two, five times faster as an array.
const (
	mostChoices  = 1 << 17
	fewerChoices = 1 << 14
	largeRegion  = 1024
)

// fewCells is the number of cells up to which a region never becomes an array.
const fewCells = 64

// Layout says where objects lie. Two objects never overlap and none is at address 0.
type Layout struct {
	Globals []uint64
	Funcs   []uint64
	Allocs  map[ir.ID]uint64
}

func (l *Layout) base(o ir.Object) uint64 {
	if o.Alloc != 0 {
		return l.Allocs[o.Alloc]
	}
	return l.Globals[o.Global]
}

// region is a region with its cells laid out.
type region struct {
	width int      // bytes of a cell
	addrs []uint64 // of its cells, sorted
	owner []cellOf
	first int  // key of the first cell in the state, or of the array
	array bool // one array term instead of cells
	lives ir.RegionID
	runs  []run // of an array, once asked for

	outside []ir.GlobalID // external objects with cells here, and the addresses in them; of an array, once asked for
	slots   []slots
	looked  bool

	objects   []ir.Object // with cells here, once asked for
	arbitrary bool        // some cell starts with an arbitrary value, once judged
	judged    bool
}

// run is cells of one object that lie the same number of bytes apart.
type run struct {
	object        ir.Object
	first, stride uint64
	count         int
}

// cellOf is where a cell lies.
type cellOf struct {
	object ir.Object
	offset int64
}

// Lifetimes: an object that some Free may end has a flag in the state, and an access is valid only while it is set. Where the
// program keeps lives in a region of its own, that takes the place of the flags.

// live is the condition under which an object has not been freed, as a region with these lives sees it.
func (e *encoder) live(s pmap, lives ir.RegionID, o ir.Object) logic.Term {
	if lives != 0 {
		over, ok := e.over(s, lives, o)
		if !ok {
			return e.b.True()
		}
		return e.b.Eq(over, e.zero(8))
	}
	key, ok := e.lives[o]
	if !ok {
		return e.b.True()
	}
	if t := s.get(key); t != 0 {
		return t
	}
	return e.b.True()
}

// usable is the condition under which n cells from cell ci on can be accessed: their object lives, and is as large as that.
func (e *encoder) usable(s pmap, r *region, ci, n int) logic.Term {
	o := r.owner[ci]
	end := e.b.BV(e.p.PtrWidth(), uint64(o.offset)+uint64(n*r.width))
	return e.b.And(e.live(s, r.lives, o.object), e.fits(o.object, end))
}

// fits is the condition that an offset is not beyond the end of an object; only for allocations of unknown size a question.
func (e *encoder) fits(o ir.Object, end logic.Term) logic.Term {
	if !e.unsized[o.Alloc] {
		return e.b.True()
	}
	return e.b.ULe(end, e.sizeOf(o.Alloc))
}

// sizeOf is the size of an allocation. In the order of the text it may be asked for before the allocation: by a thread whose code comes first.
func (e *encoder) sizeOf(id ir.ID) logic.Term {
	size, ok := e.sizes[id]
	if !ok {
		size = e.fresh(fmt.Sprintf("size%d", id), e.p.PtrWidth())
		e.sizes[id] = size
	}
	return size
}

// over is the cell of a region of lives that says whether an object ended; not ok: it never does.
func (e *encoder) over(s pmap, lives ir.RegionID, o ir.Object) (_ logic.Term, ok bool) {
	r := &e.regions[lives]
	ci, ok := r.find(e.layout.base(o))
	switch {
	case !ok || r.owner[ci].object != o:
		return 0, false
	case r.array:
		return e.b.Select(e.read(s, r.first), e.b.BV(e.p.PtrWidth(), r.addrs[ci])), true
	}
	return e.read(s, r.first+ci), true
}

// free ends the life of the object at an address; null is none.
func (e *encoder) free(s pmap, in *ir.Free, addr logic.Term) (_ pmap, valid logic.Term) {
	ptr := e.p.PtrWidth()
	valid = e.b.Eq(addr, e.b.BV(ptr, 0))
	for _, o := range in.Objects {
		if !e.canEnd(o, in) {
			if o.Alloc == 0 && e.p.Globals[o.Global].Range && !in.Stack { // what is outside stays
				valid = e.b.Or(valid, e.inside(addr, e.layout.base(o), uint64(e.p.Globals[o.Global].Size)))
			}
			continue
		}
		hit := e.b.Eq(addr, e.b.BV(ptr, e.layout.base(o)))
		live := e.live(s, in.Lives, o)
		valid = e.b.Or(valid, e.b.And(hit, live))
		if in.Lives == 0 {
			s = s.set(e.lives[o], e.b.And(live, e.b.Not(hit)))
		} else if over, ok := e.over(s, in.Lives, o); ok {
			s, _ = e.store(s, in.Lives, e.b.BV(ptr, e.layout.base(o)), 1, e.b.Ite(hit, e.b.BV(8, 1), over))
		}
	}
	return s, valid
}

// canEnd reports whether a Free is for objects of this kind: allocations, on the stack or not.
func (e *encoder) canEnd(o ir.Object, in *ir.Free) bool {
	stack, made := e.stack[o.Alloc]
	return made && stack == in.Stack
}

// layLives gives keys to the objects that can be freed: allocations of the kind that the Free is for.
func (e *encoder) layLives(first int) int {
	e.firstLive = first
	e.stack = map[ir.ID]bool{}
	for _, a := range e.allocs {
		e.stack[a.ID] = a.Stack
	}
	for _, fr := range e.frees {
		for _, o := range fr.Objects {
			if _, ok := e.lives[o]; !ok && fr.Lives == 0 && e.canEnd(o, fr) {
				e.lives[o] = first
				first++
			}
		}
	}
	return first
}

// nullLimit is the first address that is not a null pointer plus a small offset.
const nullLimit = 0x1000

// probe tells what an access would meet.
func (e *encoder) probe(s pmap, in *ir.Probe, region ir.RegionID, addr, n logic.Term) logic.Term {
	ptr := e.p.PtrWidth()
	code := func(v uint64) logic.Term { return e.b.BV(2, v) }
	lives := e.regions[region].lives
	if len(in.Frees) > 0 {
		lives = in.Mem.Region
		_, valid := e.free(s, &ir.Free{Objects: in.Frees, Lives: lives}, addr)
		freed := e.b.False()
		for _, o := range in.Frees {
			freed = e.b.Or(freed, e.b.And(e.b.Eq(addr, e.b.BV(ptr, e.layout.base(o))), e.b.Not(e.live(s, lives, o))))
		}
		return e.b.Ite(valid, code(ir.ProbeValid), e.b.Ite(freed, code(ir.ProbeFreed), code(ir.ProbeOutside)))
	}
	var valid logic.Term
	if in.Mem.Len.IsSet() {
		valid = e.validRange(s, region, addr, n)
	} else {
		_, valid = e.load(s, in.Mem.Region, addr, in.Mem.Size)
	}
	null := e.b.ULt(addr, e.b.BV(ptr, nullLimit))
	freed := e.b.False()
	for _, a := range e.allocs {
		o := ir.Object{Alloc: a.ID}
		if over := e.b.Not(e.live(s, lives, o)); !e.b.IsFalse(over) {
			in := e.b.ULt(e.b.Sub(addr, e.b.BV(ptr, e.layout.base(o))), e.b.BV(ptr, uint64(AllocSize(a))))
			freed = e.b.Or(freed, e.b.And(in, over))
		}
	}
	// Past the end of a range the access is no finding: it is made, and ends the execution.
	outside := e.b.Ite(e.beyond(addr), code(ir.ProbeValid), code(ir.ProbeOutside))
	return e.b.Ite(valid, code(ir.ProbeValid), e.b.Ite(null, code(ir.ProbeNull), e.b.Ite(freed, code(ir.ProbeFreed), outside)))
}

// sameObject is the condition that two addresses lie in one object.
func (e *encoder) sameObject(x, y logic.Term) logic.Term {
	ptr := e.p.PtrWidth()
	within := func(t logic.Term, base uint64, size int64) logic.Term {
		return e.b.ULt(e.b.Sub(t, e.b.BV(ptr, base)), e.b.BV(ptr, uint64(size)))
	}
	same := e.b.False()
	for i, g := range e.p.Globals {
		base := e.layout.Globals[i]
		same = e.b.Or(same, e.b.And(within(x, base, g.Size), within(y, base, g.Size)))
	}
	for _, a := range e.allocs {
		base, size := e.layout.Allocs[a.ID], AllocSize(a)
		same = e.b.Or(same, e.b.And(within(x, base, size), within(y, base, size)))
	}
	return same
}

// objectSize is the size of the live heap object that starts at an address.
func (e *encoder) objectSize(s pmap, addr logic.Term) logic.Term {
	ptr := e.p.PtrWidth()
	size := e.b.BV(ptr, 0)
	for _, a := range e.allocs {
		if a.Stack {
			continue
		}
		hit := e.b.And(e.b.Eq(addr, e.b.BV(ptr, e.layout.Allocs[a.ID])), e.live(s, 0, ir.Object{Alloc: a.ID}))
		known := e.b.BV(ptr, uint64(AllocSize(a)))
		if e.unsized[a.ID] {
			known = e.sizeOf(a.ID)
		}
		size = e.b.Ite(hit, known, size)
	}
	return size
}

// find gives the index of the cell at an address.
func (r *region) find(addr uint64) (int, bool) {
	i := sort.Search(len(r.addrs), func(i int) bool { return r.addrs[i] >= addr })
	return i, i < len(r.addrs) && r.addrs[i] == addr
}

// span reports whether n cells of one object lie one behind another from cell i on.
func (r *region) span(i, n int) bool {
	return i+n <= len(r.addrs) && r.addrs[i+n-1]-r.addrs[i] == uint64((n-1)*r.width) && r.owner[i].object == r.owner[i+n-1].object
}

// layRegions lays out all regions and numbers their keys from first on; it returns the next free key.
func (e *encoder) layRegions(first int) int {
	e.regions = make([]region, len(e.p.Regions))
	for i, src := range e.p.Regions {
		r := &e.regions[i]
		r.width, r.first, r.lives = max(src.Width, 1), first, src.Lives
		extents := src.Cells
		if i == 0 && len(extents) == 0 && e.used[0] {
			extents = e.everything()
		}
		for _, x := range extents {
			base := e.layout.base(x.Object)
			for k := range x.Count {
				off := x.Offset + k*x.Stride
				r.addrs = append(r.addrs, base+uint64(off))
				r.owner = append(r.owner, cellOf{x.Object, off})
			}
		}
		sort.Sort(byAddr{r})
		// An execution reads a few places of external memory among thousands.
		outside := slices.ContainsFunc(extents, func(x ir.Extent) bool { return e.ranged(x.Object) })
		r.array = len(r.addrs) > fewCells && (outside || tooMany(len(r.addrs)*r.width, e.chosen[ir.RegionID(i)]) || e.chooseArrays(r, ir.RegionID(i)))
		if r.array {
			first++
		} else {
			first += len(r.addrs)
		}
	}
	return first
}

// tooMany reports whether accesses that each choose among so many bytes are better made to an array.
func tooMany(bytes, accesses int) bool {
	n := bytes * accesses
	return n > mostChoices || n > fewerChoices && bytes > largeRegion
}

type byAddr struct{ *region }

func (b byAddr) Len() int           { return len(b.addrs) }
func (b byAddr) Less(i, j int) bool { return b.addrs[i] < b.addrs[j] }
func (b byAddr) Swap(i, j int) {
	b.addrs[i], b.addrs[j] = b.addrs[j], b.addrs[i]
	b.owner[i], b.owner[j] = b.owner[j], b.owner[i]
}

// everything is all bytes of all objects: region 0 when no analysis has split it.
func (e *encoder) everything() []ir.Extent {
	var out []ir.Extent
	for i, g := range e.p.Globals {
		out = append(out, ir.Extent{Object: ir.Object{Global: ir.GlobalID(i)}, Stride: 1, Count: g.Size})
	}
	for _, a := range e.allocs {
		out = append(out, ir.Extent{Object: ir.Object{Alloc: a.ID}, Stride: 1, Count: AllocSize(a)})
	}
	return out
}

// Reserve is how many bytes an allocation of unknown size gets.
const Reserve = 64

// AllocSize is how many bytes an allocation gets.
func AllocSize(a *ir.Alloc) int64 {
	if a.Size.Kind == ir.KindConst {
		return int64(a.Size.Val.Lo)
	}
	return Reserve
}

// initial is the term that a key of the state holds before anything wrote it.
func (e *encoder) initial(key int) logic.Term {
	if t, ok := e.initials[key]; ok {
		return t
	}
	t := e.makeInitial(key)
	e.initials[key] = t
	return t
}

func (e *encoder) makeInitial(key int) logic.Term {
	if key < len(e.f.Regs) {
		return e.fresh(fmt.Sprintf("reg%d", key), e.f.Regs[key].Width)
	}
	if key >= e.firstLive {
		return e.b.True()
	}
	i := e.regionOf(key)
	r := &e.regions[i]
	if r.array {
		return e.initialArray(i)
	}
	return e.initialCell(i, key-r.first)
}

// regionOf is the region that a key of the state belongs to.
func (e *encoder) regionOf(key int) int {
	i := sort.Search(len(e.regions), func(i int) bool { return e.regions[i].first > key }) - 1
	for len(e.regions[i].addrs) == 0 { // regions without cells share their key with the next
		i--
	}
	return i
}

// initialCell is the initial content of a cell: what the program initializes it with, or an arbitrary value.
func (e *encoder) initialCell(ri, ci int) logic.Term {
	r := &e.regions[ri]
	w := 8 * r.width
	if e.p.Regions[ri].Guess {
		return e.fresh(fmt.Sprintf("guess.%s.%d", e.p.Regions[ri].Name, ci), w)
	}
	if e.p.Regions[ri].Ghost {
		return e.b.BV(w, 0)
	}
	at := r.owner[ci]
	if at.object.Alloc != 0 {
		if e.zeroed[at.object.Alloc] {
			return e.b.BV(w, 0)
		}
		t := e.fresh(fmt.Sprintf("init.%s.%d", e.p.Regions[ri].Name, ci), w)
		e.out.unwritten = append(e.out.unwritten, externalRead{e.b.BV(e.p.PtrWidth(), r.addrs[ci]), t, e.b.True()})
		return t
	}
	g := e.p.Globals[at.object.Global]
	if g.External {
		return e.externalCell(at.object.Global, at.offset, r.width)
	}
	return e.globalInit(g, at.offset, r.width)
}

// globalInit reads the static initializer.
func (e *encoder) globalInit(g *ir.Global, off int64, size int) logic.Term {
	ptr := int64(e.p.PtrWidth() / 8)
	bytes := make([]byte, size)
	for i := range bytes {
		if o := off + int64(i); o < int64(len(g.Init)) {
			bytes[i] = g.Init[o]
		}
	}
	for _, r := range g.Relocs {
		v := e.addressOf(r.Target)
		for k := range ptr {
			if o := r.Offset + k - off; o >= 0 && o < int64(size) {
				bytes[o] = byte(v >> (8 * k))
			}
		}
	}
	return e.bytesTerm(bytes)
}

func (e *encoder) bytesTerm(bytes []byte) logic.Term {
	var c ir.Const
	for i := len(bytes) - 1; i >= 0; i-- {
		c.Hi = c.Hi<<8 | c.Lo>>56
		c.Lo = c.Lo<<8 | uint64(bytes[i])
	}
	return e.constant(8*len(bytes), c)
}

// initialArray is the initial content of a large region: arbitrary where the program does not initialize it.
func (e *encoder) initialArray(ri int) logic.Term {
	r := &e.regions[ri]
	w, ptr := 8*r.width, e.p.PtrWidth()
	if e.p.Regions[ri].Guess {
		return e.b.FreshVar("guess."+e.p.Regions[ri].Name, logic.ArraySort(ptr, w))
	}
	var arr logic.Term
	if e.arbitraryCells(ri) {
		arr = e.b.FreshVar("array."+e.p.Regions[ri].Name, logic.ArraySort(ptr, w))
	} else {
		arr = e.b.ConstArray(ptr, e.b.BV(w, 0))
	}
	zero := e.b.BV(w, 0)
	for ci, addr := range r.addrs {
		at := r.owner[ci]
		if !e.p.Regions[ri].Ghost && at.object.Alloc != 0 && !e.zeroed[at.object.Alloc] {
			continue // arbitrary
		}
		if at.object.Alloc == 0 && !e.p.Regions[ri].Ghost && e.p.Globals[at.object.Global].External {
			continue // see fromOutside
		}
		v := e.initialCell(ri, ci)
		if v == zero && !e.arbitraryCells(ri) {
			continue
		}
		arr = e.b.Store(arr, e.b.BV(ptr, addr), v)
	}
	return arr
}

// arbitraryCells reports whether some cell of a region starts with an arbitrary value.
func (e *encoder) arbitraryCells(ri int) bool {
	if e.p.Regions[ri].Ghost {
		return false
	}
	r := &e.regions[ri]
	if !r.judged {
		r.judged = true
		r.arbitrary = slices.ContainsFunc(r.owner, func(at cellOf) bool {
			return at.object.Alloc != 0 && !e.zeroed[at.object.Alloc] || at.object.Alloc == 0 && e.p.Globals[at.object.Global].External
		})
	}
	return r.arbitrary
}

// assumeSame ends the execution unless one region holds now what the other held at the start.
func (e *encoder) assumeSame(blk *blockState, a, b ir.RegionID) {
	x, y := &e.regions[a], &e.regions[b]
	n := len(x.addrs)
	if x.array {
		n = 1
	}
	for i := range n {
		e.assume(blk, e.b.Eq(e.read(blk.state, x.first+i), e.initial(y.first+i)))
	}
}

// load reads size bytes. valid is the condition under which the address lies in the region.
func (e *encoder) load(s pmap, ri ir.RegionID, addr logic.Term, size int) (v, valid logic.Term) {
	r := &e.regions[ri]
	n := size / r.width
	if r.array {
		for i := n - 1; i >= 0; i-- {
			c := e.b.Select(e.read(s, r.first), e.plus(addr, i*r.width))
			if v == 0 {
				v = c
			} else {
				v = e.b.Concat(v, c)
			}
		}
		return v, e.within(s, ri, addr, size)
	}
	at := func(ci int) (t logic.Term) {
		for i := n - 1; i >= 0; i-- {
			c := e.read(s, r.first+ci+i)
			if t == 0 {
				t = c
			} else {
				t = e.b.Concat(t, c)
			}
		}
		return t
	}
	if a, ok := e.b.Uint64(addr); ok {
		ci, ok := r.find(a)
		if !ok || !r.span(ci, n) {
			return e.zero(8 * size), e.b.False()
		}
		return at(ci), e.usable(s, r, ci, n)
	}
	valid = e.b.False()
	for ci := range r.addrs {
		if !r.span(ci, n) {
			continue
		}
		hit := e.b.Eq(addr, e.b.BV(e.p.PtrWidth(), r.addrs[ci]))
		if e.b.IsFalse(hit) {
			continue
		}
		valid = e.b.Or(valid, e.b.And(hit, e.usable(s, r, ci, n)))
		if v == 0 {
			v = at(ci) // the default: elsewhere the access is invalid
			continue
		}
		v = e.b.Ite(hit, at(ci), v)
	}
	if v == 0 {
		v = e.zero(8 * size)
	}
	return v, valid
}

// store writes size bytes and returns the new state.
func (e *encoder) store(s pmap, ri ir.RegionID, addr logic.Term, size int, v logic.Term) (_ pmap, valid logic.Term) {
	r := &e.regions[ri]
	n := size / r.width
	part := func(i int) logic.Term {
		if n == 1 {
			return v
		}
		return e.b.Extract(8*r.width*(i+1)-1, 8*r.width*i, v)
	}
	if r.array {
		arr := e.read(s, r.first)
		for i := range n {
			arr = e.b.Store(arr, e.plus(addr, i*r.width), part(i))
		}
		return s.set(r.first, arr), e.within(s, ri, addr, size)
	}
	if a, ok := e.b.Uint64(addr); ok {
		ci, ok := r.find(a)
		if !ok || !r.span(ci, n) {
			return s, e.b.False()
		}
		for i := range n {
			s = s.set(r.first+ci+i, part(i))
		}
		return s, e.usable(s, r, ci, n)
	}
	valid = e.b.False()
	old := s
	for ci := range r.addrs {
		if !r.span(ci, n) {
			continue
		}
		hit := e.b.Eq(addr, e.b.BV(e.p.PtrWidth(), r.addrs[ci]))
		if e.b.IsFalse(hit) {
			continue
		}
		valid = e.b.Or(valid, e.b.And(hit, e.usable(old, r, ci, n)))
		for i := range n {
			key := r.first + ci + i
			cur := s.get(key)
			if cur == 0 {
				cur = e.read(old, key)
			}
			s = s.set(key, e.b.Ite(hit, part(i), cur))
		}
	}
	return s, valid
}

// fewRuns is the number of runs up to which the condition that an access is valid is said at once.
const fewRuns = 4

// within is inExtents, or a name for it where that is large.
func (e *encoder) within(s pmap, ri ir.RegionID, addr logic.Term, size int) logic.Term {
	if len(e.runsOf(ri)) <= fewRuns {
		return e.inExtents(s, ri, addr, size)
	}
	return e.later("valid", 1, s, []logic.Term{addr}, func(at *blockState) logic.Term { return e.inExtents(at.state, ri, addr, size) })
}

// inExtents is the condition under which an access of size bytes lies within the cells of a region.
func (e *encoder) inExtents(s pmap, ri ir.RegionID, addr logic.Term, size int) logic.Term {
	r := &e.regions[ri]
	ptr := e.p.PtrWidth()
	n := size / r.width
	valid := e.b.False()
	for _, x := range e.runsOf(ri) {
		o := x.object
		span := 1 // cells that an access may cover from a cell on
		if x.stride == uint64(r.width) {
			span = x.count
		}
		if span < n {
			continue
		}
		off := e.b.Sub(addr, e.b.BV(ptr, x.first))
		in := e.b.ULe(off, e.b.BV(ptr, uint64(x.count-n)*x.stride))
		switch step := x.stride; {
		case x.count == 1:
			in = e.b.Eq(off, e.b.BV(ptr, 0))
		case step > 1 && (step&(step-1) == 0 || !e.ranged(o)):
			in = e.b.And(in, e.b.Eq(e.b.URem(off, e.b.BV(ptr, step)), e.b.BV(ptr, 0)))
		case step > 1:
			// A pointer into a range that comes here points to an element, by the points-to analysis: what is left of the remainder is
			// its power of two.
			in = e.b.And(in, e.b.Eq(e.b.URem(off, e.b.BV(ptr, step&-step)), e.b.BV(ptr, 0)))
		}
		end := e.plus(e.b.Sub(addr, e.b.BV(ptr, e.layout.base(o))), size)
		valid = e.b.Or(valid, e.b.And(in, e.live(s, r.lives, o), e.fits(o, end)))
	}
	return valid
}

// ranged reports whether an object is a range of external memory.
func (e *encoder) ranged(o ir.Object) bool { return o.Alloc == 0 && e.p.Globals[o.Global].Range }

// runsOf groups the cells of a region. Cells of a range that do not follow one another are one run; others that do not are runs of
// their own, which spares a remainder.
func (e *encoder) runsOf(ri ir.RegionID) []run {
	r := &e.regions[ri]
	if r.runs != nil {
		return r.runs
	}
	for i := 0; i < len(r.addrs); {
		o := r.owner[i].object
		x := run{object: o, first: r.addrs[i], stride: uint64(r.width), count: 1}
		j := i + 1
		if j < len(r.addrs) && r.owner[j].object == o {
			if step := r.addrs[j] - r.addrs[i]; step == x.stride || e.ranged(o) {
				for x.stride = step; j < len(r.addrs) && r.owner[j].object == o && r.addrs[j]-r.addrs[j-1] == step; j++ {
					x.count++
				}
			}
		}
		r.runs = append(r.runs, x)
		i = j
	}
	return r.runs
}
