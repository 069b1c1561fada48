package encode

import (
	"fmt"
	"iter"
	"slices"
	"sort"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/place"
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

// region is a region with its cells laid out.
type region struct {
	*place.Region
	first int         // key of the first cell in the state, or of the array
	array bool        // one array term instead of cells
	runs  []place.Run // of an array, once asked for

	outside []ir.GlobalID // external objects with cells here, and the addresses in them; of an array, once asked for
	slots   []slots
	looked  bool

	arbitrary bool // some cell starts with an arbitrary value, once judged
	judged    bool
}

// snapshot is a state of memory. An object that some Free may end has a flag in it.
type snapshot struct {
	e *encoder
	s pmap
}

// rules are the conditions in a state.
func (e *encoder) rules(s pmap) *place.Rules[logic.Term] {
	return &place.Rules[logic.Term]{Memory: e.memory, Terms: e.b, State: &snapshot{e, s}}
}

func (at *snapshot) Flag(o ir.Object) logic.Term {
	key, ok := at.e.lives[o]
	if !ok {
		return at.e.b.True()
	}
	if t := at.s.get(key); t != 0 {
		return t
	}
	return at.e.b.True()
}

func (at *snapshot) Content(id ir.RegionID, ci int) logic.Term {
	e, r := at.e, &at.e.regions[id]
	if r.array {
		return e.b.Select(e.read(at.s, r.first), e.b.BV(e.p.PtrWidth(), r.Cells[ci].Addr))
	}
	return e.read(at.s, r.first+ci)
}

// SizeOf is the size of an allocation. In the order of the text it may be asked for before the allocation: by a thread whose code comes first.
func (at *snapshot) SizeOf(id ir.ID) logic.Term {
	e := at.e
	size, ok := e.sizes[id]
	if !ok {
		size = e.fresh(fmt.Sprintf("size%d", id), e.p.PtrWidth())
		e.sizes[id] = size
	}
	return size
}

// free ends the life of the object at an address; null is none.
func (e *encoder) free(s pmap, in *ir.Free, addr logic.Term) (_ pmap, valid logic.Term) {
	at := &snapshot{e, s}
	rules := &place.Rules[logic.Term]{Memory: e.memory, Terms: e.b, State: at}
	valid = rules.Free(in, addr, func(o ir.Object, hit, live logic.Term) {
		if in.Lives == 0 {
			at.s = at.s.set(e.lives[o], e.b.And(live, e.b.Not(hit)))
		} else if over, ok := rules.Over(in.Lives, o); ok {
			at.s, _ = e.store(at.s, in.Lives, e.b.BV(e.p.PtrWidth(), e.memory.Base(o)), 1, e.b.Ite(hit, e.b.BV(8, 1), over))
		}
	})
	return at.s, valid
}

// layLives gives keys to the objects that can be freed.
func (e *encoder) layLives(first int) int {
	e.firstLive = first
	for _, o := range e.memory.Ending() {
		e.lives[o] = first
		first++
	}
	return first
}

// probe tells what an access would meet.
func (e *encoder) probe(s pmap, in *ir.Probe, region ir.RegionID, addr, n logic.Term) logic.Term {
	if len(in.Frees) > 0 {
		return e.rules(s).ProbeFree(in.Frees, in.Mem.Region, addr)
	}
	var valid logic.Term
	if in.Mem.Len.IsSet() {
		valid = e.validRange(s, region, addr, n)
	} else {
		_, valid = e.load(s, in.Mem.Region, addr, in.Mem.Size)
	}
	return e.rules(s).Probe(valid, e.regions[region].Lives, addr)
}

// layRegions lays out all regions and numbers their keys from first on; it returns the next free key. What a region starts with may be what another one ends
// with (AssumeSame): both are arrays or neither.
func (e *encoder) layRegions(first int) int {
	e.regions = make([]region, len(e.p.Regions))
	for i, src := range e.p.Regions {
		id, r := ir.RegionID(i), &e.regions[i]
		r.Region = &e.memory.Regions[i]
		if i != 0 || len(src.Cells) > 0 || e.used[0] {
			e.memory.Lay(id)
		}
		// An execution reads a few places of external memory among thousands.
		outside := func() bool { return slices.ContainsFunc(e.memory.Objects(id), e.memory.Ranged) }
		if src.Open || len(r.Cells) > fewCells && (outside() || tooMany(len(r.Cells)*r.Width, e.chosen[id]) || e.chooseArrays(r, id)) {
			e.regions[e.origin(id)].array = true
		}
	}
	for i := range e.regions {
		r := &e.regions[i]
		r.first, r.array = first, e.regions[e.origin(ir.RegionID(i))].array
		if r.array {
			first++
		} else {
			first += len(r.Cells)
		}
	}
	return first
}

// tooMany reports whether accesses that each choose among so many bytes are better made to an array.
func tooMany(bytes, accesses int) bool {
	n := bytes * accesses
	return n > mostChoices || n > fewerChoices && bytes > largeRegion
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
	for len(e.regions[i].Cells) == 0 && !e.regions[i].array { // regions without cells share their key with the next
		i--
	}
	return i
}

// initialCell is the initial content of a cell: what the program initializes it with, or an arbitrary value.
func (e *encoder) initialCell(ri, ci int) logic.Term {
	r := &e.regions[ri]
	w := 8 * r.Width
	if e.p.Regions[ri].Guess {
		return e.fresh(fmt.Sprintf("guess.%s.%d", e.p.Regions[ri].Name, ci), w)
	}
	at := r.Cells[ci]
	if v, known := e.memory.Initial(ir.RegionID(ri), at); known {
		return e.constant(w, v)
	}
	if at.Object.Alloc == 0 {
		return e.externalCell(at.Object.Global, at.Offset, r.Width)
	}
	t := e.fresh(fmt.Sprintf("init.%s.%d", e.p.Regions[ri].Name, ci), w)
	e.out.unwritten = append(e.out.unwritten, externalRead{e.b.BV(e.p.PtrWidth(), at.Addr), t, e.b.True()})
	return t
}

// initialArray is the initial content of a large region: arbitrary where the program does not initialize it.
func (e *encoder) initialArray(ri int) logic.Term {
	r := &e.regions[ri]
	w, ptr := 8*r.Width, e.p.PtrWidth()
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
	for ci, c := range r.Cells {
		if _, known := e.memory.Initial(ir.RegionID(ri), c); !known {
			continue // arbitrary; for external memory see fromOutside
		}
		v := e.initialCell(ri, ci)
		if v == zero && !e.arbitraryCells(ri) {
			continue
		}
		arr = e.b.Store(arr, e.b.BV(ptr, c.Addr), v)
	}
	return arr
}

// arbitraryCells reports whether some cell of a region starts with an arbitrary value.
func (e *encoder) arbitraryCells(ri int) bool {
	if e.p.Regions[ri].Ghost {
		return false
	}
	if e.p.Regions[ri].Open {
		return true
	}
	r := &e.regions[ri]
	if !r.judged {
		r.judged = true
		r.arbitrary = slices.ContainsFunc(e.memory.Objects(ir.RegionID(ri)), e.memory.Arbitrary)
	}
	return r.arbitrary
}

// assumeSame ends the execution unless one region holds now what the other held at the start.
func (e *encoder) assumeSame(blk *blockState, a, b ir.RegionID) {
	x, y := &e.regions[a], &e.regions[b]
	n := len(x.Cells)
	if x.array {
		n = 1
	}
	for i := range n {
		e.assume(blk, e.b.Eq(e.read(blk.state, x.first+i), e.initial(y.first+i)))
	}
}

// forget gives a region arbitrary content.
func (e *encoder) forget(s pmap, in *ir.Forget) pmap {
	r := &e.regions[in.Region]
	if r.array {
		so := logic.ArraySort(e.p.PtrWidth(), 8*r.Width)
		return s.set(r.first, e.b.FreshVar(fmt.Sprintf("forget%d", in.ID), so))
	}
	for i := range r.Cells {
		s = s.set(r.first+i, e.fresh(fmt.Sprintf("forget%d.%d", in.ID, i), 8*r.Width))
	}
	return s
}

// load reads size bytes. valid is the condition under which the address lies in the region.
func (e *encoder) load(s pmap, ri ir.RegionID, addr logic.Term, size int) (v, valid logic.Term) {
	r := &e.regions[ri]
	n := size / r.Width
	if r.array {
		for i := n - 1; i >= 0; i-- {
			c := e.b.Select(e.read(s, r.first), e.plus(addr, i*r.Width))
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
		ci, ok := r.At(a, n)
		if !ok {
			return e.zero(8 * size), e.b.False()
		}
		return at(ci), e.rules(s).Usable(ri, ci, n)
	}
	valid = e.b.False()
	rules := e.rules(s)
	for ci, hit := range e.hits(r, addr, n) {
		valid = e.b.Or(valid, e.b.And(hit, rules.Usable(ri, ci, n)))
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

// hits goes through the cells where an access of n cells at an address may begin, with the condition that it does.
func (e *encoder) hits(r *region, addr logic.Term, n int) iter.Seq2[int, logic.Term] {
	return func(yield func(int, logic.Term) bool) {
		for ci := range r.Cells {
			if !r.Span(ci, n) {
				continue
			}
			hit := e.b.Eq(addr, e.b.BV(e.p.PtrWidth(), r.Cells[ci].Addr))
			if !e.b.IsFalse(hit) && !yield(ci, hit) {
				return
			}
		}
	}
}

// store writes size bytes and returns the new state.
func (e *encoder) store(s pmap, ri ir.RegionID, addr logic.Term, size int, v logic.Term) (_ pmap, valid logic.Term) {
	r := &e.regions[ri]
	n := size / r.Width
	part := func(i int) logic.Term {
		if n == 1 {
			return v
		}
		return e.b.Extract(8*r.Width*(i+1)-1, 8*r.Width*i, v)
	}
	if r.array {
		arr := e.read(s, r.first)
		for i := range n {
			arr = e.b.Store(arr, e.plus(addr, i*r.Width), part(i))
		}
		return s.set(r.first, arr), e.within(s, ri, addr, size)
	}
	if a, ok := e.b.Uint64(addr); ok {
		ci, ok := r.At(a, n)
		if !ok {
			return s, e.b.False()
		}
		for i := range n {
			s = s.set(r.first+ci+i, part(i))
		}
		return s, e.rules(s).Usable(ri, ci, n)
	}
	valid = e.b.False()
	old, rules := s, e.rules(s)
	for ci, hit := range e.hits(r, addr, n) {
		valid = e.b.Or(valid, e.b.And(hit, rules.Usable(ri, ci, n)))
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
	if e.p.Regions[ri].Open {
		return e.b.True()
	}
	if a, known := e.b.Uint64(addr); known {
		r := &e.regions[ri]
		if ci, ok := r.At(a, size/r.Width); ok {
			return e.rules(s).Usable(ri, ci, size/r.Width)
		}
	}
	if len(e.runsOf(ri)) <= fewRuns {
		return e.inExtents(s, ri, addr, size)
	}
	return e.later("valid", 1, s, []logic.Term{addr}, func(at *blockState) logic.Term { return e.inExtents(at.state, ri, addr, size) })
}

// inExtents is the condition under which an access of size bytes lies within the cells of a region.
func (e *encoder) inExtents(s pmap, ri ir.RegionID, addr logic.Term, size int) logic.Term {
	r := &e.regions[ri]
	ptr := e.p.PtrWidth()
	n := size / r.Width
	valid := e.b.False()
	rules := e.rules(s)
	for _, x := range e.runsOf(ri) {
		o, step := x.Object, uint64(x.Stride)
		if !x.Holds(n, r.Width) {
			continue
		}
		off := e.b.Sub(addr, e.b.BV(ptr, x.Addr))
		in := e.b.ULe(off, e.b.BV(ptr, uint64(x.Count-n)*step))
		switch {
		case x.Count == 1:
			in = e.b.Eq(off, e.b.BV(ptr, 0))
		case step > 1 && (step&(step-1) == 0 || !e.memory.Ranged(o)):
			in = e.b.And(in, e.b.Eq(e.b.URem(off, e.b.BV(ptr, step)), e.b.BV(ptr, 0)))
		case step > 1:
			// A pointer into a range that comes here points to an element, by the points-to analysis: what is left of the remainder is
			// its power of two.
			in = e.b.And(in, e.b.Eq(e.b.URem(off, e.b.BV(ptr, step&-step)), e.b.BV(ptr, 0)))
		}
		end := e.plus(e.b.Sub(addr, e.b.BV(ptr, e.memory.Base(o))), size)
		valid = e.b.Or(valid, e.b.And(in, rules.Live(r.Lives, o), rules.Fits(o, end)))
	}
	return valid
}

// manyElements is the number of elements from which on a remainder is cheaper than a comparison with each.
const manyElements = 64

// runsOf groups the cells of a region. Cells of a range that do not follow one another are one run; others that do not are runs of
// their own, unless they are many, which spares a remainder.
func (e *encoder) runsOf(ri ir.RegionID) []place.Run {
	r := &e.regions[ri]
	if r.runs == nil {
		r.runs = r.Runs(func(o ir.Object, n int) bool { return n >= manyElements || e.memory.Ranged(o) })
	}
	return r.runs
}
