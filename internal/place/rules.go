package place

import "github.com/heddle-dev/heddle/internal/ir"

// Which accesses are valid, and what is known of an address, as conditions. They are written once, over terms of any kind: a formula's, or those of a
// printed program.
//
// Rejected: conditions as data that each side translates (a third language of terms between two that are alike).

// Terms makes conditions and numbers.
type Terms[T any] interface {
	True() T
	False() T
	BV(width int, v uint64) T
	Not(x T) T
	And(xs ...T) T
	Or(xs ...T) T
	Eq(x, y T) T
	ULt(x, y T) T
	ULe(x, y T) T
	Sub(x, y T) T
	Ite(c, x, y T) T
	IsFalse(x T) bool
}

// State is what the conditions depend on.
type State[T any] interface {
	Flag(o ir.Object) T              // that an object lives, where no region keeps that
	Content(r ir.RegionID, ci int) T // of a cell
	SizeOf(alloc ir.ID) T            // of an allocation whose size is not in the text
}

// Rules are the conditions in a state of memory.
type Rules[T any] struct {
	*Memory
	Terms Terms[T]
	State State[T]
}

func (r *Rules[T]) number(v uint64) T { return r.Terms.BV(r.Program.PtrWidth(), v) }

// Live is the condition under which an object has not been freed, as a region with these lives sees it. Where the program keeps lives in a region of its
// own, that takes the place of the flags.
func (r *Rules[T]) Live(lives ir.RegionID, o ir.Object) T {
	if lives == 0 {
		return r.State.Flag(o)
	}
	over, ok := r.Over(lives, o)
	if !ok {
		return r.Terms.True()
	}
	return r.Terms.Eq(over, r.Terms.BV(8, 0))
}

// Over is the cell of a region of lives that says whether an object ended; not ok: it never does.
func (r *Rules[T]) Over(lives ir.RegionID, o ir.Object) (over T, ok bool) {
	reg := &r.Regions[lives]
	ci, ok := reg.Find(r.Base(o))
	if !ok || reg.Cells[ci].Object != o {
		return over, false
	}
	return r.State.Content(lives, ci), true
}

// Usable is the condition under which n cells from cell ci on can be accessed: their object lives, and is as large as that.
func (r *Rules[T]) Usable(id ir.RegionID, ci, n int) T {
	reg := &r.Regions[id]
	c := reg.Cells[ci]
	end := r.number(uint64(c.Offset) + uint64(n*reg.Width))
	return r.Terms.And(r.Live(reg.Lives, c.Object), r.Fits(c.Object, end))
}

// Fits is the condition that an offset is not beyond the end of an object; only for allocations of unknown size a question.
func (r *Rules[T]) Fits(o ir.Object, end T) T {
	if !r.Unsized(o) {
		return r.Terms.True()
	}
	return r.Terms.ULe(end, r.State.SizeOf(o.Alloc))
}

// size is how many bytes an object has.
func (r *Rules[T]) size(o ir.Object) T {
	if r.Unsized(o) {
		return r.State.SizeOf(o.Alloc)
	}
	return r.number(uint64(r.Size(o)))
}

// InOne is the condition that a range lies in one live object of a region, or is empty.
func (r *Rules[T]) InOne(id ir.RegionID, addr, n T) T {
	t := r.Terms
	valid := t.Eq(n, r.number(0))
	for _, o := range r.Objects(id) {
		size := r.size(o)
		off := t.Sub(addr, r.number(r.Base(o)))
		in := t.And(t.ULe(off, size), t.ULe(n, t.Sub(size, off)))
		valid = t.Or(valid, t.And(in, r.Live(r.Regions[id].Lives, o)))
	}
	return valid
}

// Within is the condition that an address lies in size bytes from base on.
func (r *Rules[T]) Within(addr T, base, size uint64) T {
	return r.Terms.ULt(r.Terms.Sub(addr, r.number(base)), r.number(size))
}

// Free is the condition that a Free at an address is valid: null, or the start of a live object of its kind. each is told of every object that may end, with
// the condition that it is the one, and that it lived.
func (r *Rules[T]) Free(in *ir.Free, addr T, each func(o ir.Object, hit, live T)) T {
	t := r.Terms
	valid := t.Eq(addr, r.number(0))
	for _, o := range in.Objects {
		if !r.CanEnd(o, in.Stack) {
			if r.Ranged(o) && !in.Stack { // what is outside stays
				valid = t.Or(valid, r.Within(addr, r.Base(o), uint64(r.Size(o))))
			}
			continue
		}
		hit := t.Eq(addr, r.number(r.Base(o)))
		live := r.Live(in.Lives, o)
		valid = t.Or(valid, t.And(hit, live))
		each(o, hit, live)
	}
	return valid
}

// NullLimit is the first address that is not a null pointer plus a small offset.
const NullLimit = 0x1000

func (r *Rules[T]) code(v uint64) T { return r.Terms.BV(2, v) }

// ProbeFree tells what a Free would meet.
func (r *Rules[T]) ProbeFree(objects []ir.Object, lives ir.RegionID, addr T) T {
	t := r.Terms
	valid := r.Free(&ir.Free{Objects: objects, Lives: lives}, addr, func(ir.Object, T, T) {})
	freed := t.False()
	for _, o := range objects {
		freed = t.Or(freed, t.And(t.Eq(addr, r.number(r.Base(o))), t.Not(r.Live(lives, o))))
	}
	return t.Ite(valid, r.code(ir.ProbeValid), t.Ite(freed, r.code(ir.ProbeFreed), r.code(ir.ProbeOutside)))
}

// Probe tells what an access would meet that is valid under a condition, as a region with these lives sees it.
func (r *Rules[T]) Probe(valid T, lives ir.RegionID, addr T) T {
	t := r.Terms
	null := t.ULt(addr, r.number(NullLimit))
	freed := t.False()
	for _, a := range r.Allocs {
		o := ir.Object{Alloc: a.ID}
		if over := t.Not(r.Live(lives, o)); !t.IsFalse(over) {
			freed = t.Or(freed, t.And(r.Within(addr, r.Base(o), uint64(AllocSize(a))), over))
		}
	}
	// Past the end of a range the access is no finding: it is made, and ends the execution.
	outside := t.Ite(r.beyond(addr), r.code(ir.ProbeValid), r.code(ir.ProbeOutside))
	return t.Ite(valid, r.code(ir.ProbeValid), t.Ite(null, r.code(ir.ProbeNull), t.Ite(freed, r.code(ir.ProbeFreed), outside)))
}

// beyond is the condition that an address lies past the ends of a range of external memory, nearer than the next object could be.
func (r *Rules[T]) beyond(addr T) T {
	out := r.Terms.False()
	for i, g := range r.Program.Globals {
		if !g.Range {
			continue
		}
		out = r.Terms.Or(out, r.Within(addr, r.Globals[i]-r.Near, uint64(g.Size)+2*r.Near))
	}
	return out
}

// SameObject is the condition that two addresses lie in one object.
func (r *Rules[T]) SameObject(x, y T) T {
	t := r.Terms
	same := t.False()
	for _, o := range r.everything() {
		base, size := r.Base(o), uint64(r.Size(o))
		same = t.Or(same, t.And(r.Within(x, base, size), r.Within(y, base, size)))
	}
	return same
}

// ObjectSize is the size of the live heap object that starts at an address.
func (r *Rules[T]) ObjectSize(addr T) T {
	t := r.Terms
	size := r.number(0)
	for _, a := range r.Allocs {
		if a.Stack {
			continue
		}
		o := ir.Object{Alloc: a.ID}
		hit := t.And(t.Eq(addr, r.number(r.Base(o))), r.Live(0, o))
		size = t.Ite(hit, r.size(o), size)
	}
	return size
}
