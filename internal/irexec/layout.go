package irexec

import (
	"fmt"
	"math/bits"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Where objects lie. Programs keep tags in the top bits of addresses, so all objects lie below 2^47, or 2^31 with 32-bit pointers. The lowest quarter of that is for globals, the next for what
// engines add to a program and for what it allocates there, the rest for what threads allocate in the interpreter. Address 0 and its neighbourhood belong to no object; functions have addresses
// of their own below all objects.
//
// Every thread allocates in a range of its own, so the address of an allocation depends on its thread and on what that thread has allocated and lost, and not on how threads interleave.
// Nobody knows how many threads there will be, so the first has the largest range, the next two have half of that each, the next four a quarter, and so on.
//
// In its area an object follows the one before with a gap, which is as large as there is room for, up to 2^34 bytes: an index of 32 bits does not walk from one object into another then.
// The gaps of a thread shrink like the ranges of threads, since few allocate much. Objects are found by binary search.
//
// The low half of an address is never zero, and differs between neighbours: programs hash it, or keep it in an int. It is a multiple of a power of two as large as there is room for, as carries
// in sums of a base and an offset cost a solver time.
//
// Rejected: slots of one size, which are found by a shift. Slots that have room for the largest object leave room for 2^20 of them, in all threads together.

const (
	fnBase      = 0x1000
	fnStep      = 16
	addressBits = 47 // an address is below two to the power of this
	narrowBits  = 31 // with 32-bit pointers
	largestGap  = 1 << 34
	smallestGap = 1 << 10
	maxThreads  = 500
	maxThread32 = 180
	maxObjects  = 1<<20 - 1
	maxGlobals  = 1 << 31 // bytes of all global variables
)

type layout struct {
	narrow  bool // 32-bit pointers
	globals pile
	bases   []uint64 // of globals
	most    int      // threads
}

// pile is an area with objects one behind another.
type pile struct{ next, end, gap uint64 }

func roundUp(x, unit uint64) uint64 { return (x + unit - 1) / unit * unit }

// put gives the next object its place, if there is room for it.
func (p *pile) put(size, align uint64) (base uint64, ok bool) {
	unit := max(p.gap>>10, align, 16)
	if size > p.end || align > p.end {
		return 0, false
	}
	base = roundUp(p.next+p.gap, unit)
	switch low := base & mask(32); {
	case low == 0:
		base = roundUp(base+1, unit)
	case low+size > mask(32) && size < 1<<31: // an address in it would have a low half of zero
		base = roundUp(base|mask(32)+2, unit)
	}
	p.next = base + max(size, 1)
	return base, p.next <= p.end
}

// gapOf is the largest gap with which n objects take at most half of an area.
func gapOf(area uint64, n int) uint64 {
	each := area / 2 / uint64(n+1)
	return min(max(uint64(1)<<(bits.Len64(each|1)-1), smallestGap), largestGap)
}

// top is the end of all addresses of objects.
func (l *layout) top() uint64 {
	if l.narrow {
		return 1 << narrowBits
	}
	return 1 << addressBits
}

func makeLayout(p *ir.Program) layout {
	l := layout{narrow: p.PtrWidth() == 32, most: maxThreads, bases: make([]uint64, len(p.Globals))}
	if l.narrow {
		l.most = maxThread32
	}
	first := roundUp(fnBase+fnStep*uint64(len(p.Funcs)), 1<<16)
	l.globals = pile{next: first, end: l.top() / 4}
	l.globals.gap = gapOf(l.globals.end-first, len(p.Globals))
	total := int64(0)
	for i, g := range p.Globals {
		if g.Size < 0 || g.Size > maxGlobals || total+g.Size > maxGlobals {
			panic(SizeError{fmt.Sprintf("%s: no room for the variable %s of %d bytes", g.Pos.Pos, g.Name, uint64(g.Size))})
		}
		total += g.Size
		ok := false
		if l.bases[i], ok = l.globals.put(uint64(g.Size), uint64(g.Align)); !ok {
			panic(SizeError{fmt.Sprintf("%d variables of %d bytes take more than the %d bytes of addresses that there are for them", len(p.Globals), totalSize(p), l.globals.end)})
		}
	}
	for l.most > 1 && !l.roomForLocals(p, l.most-1) {
		l.most--
	}
	if !l.roomForLocals(p, 0) {
		panic(SizeError{fmt.Sprintf("the thread-local variables take more than the %d bytes of addresses that a thread has", l.rangeOf(0).size)})
	}
	return l
}

func totalSize(p *ir.Program) (n int64) {
	for _, g := range p.Globals {
		n += g.Size
	}
	return n
}

// roomForLocals reports whether a thread has room for the thread-local variables.
func (l *layout) roomForLocals(p *ir.Program, thread int) bool {
	var objs []object
	for _, g := range p.Globals {
		if !g.ThreadLocal {
			continue
		}
		o, ok := l.place(thread, objs, uint64(g.Size), uint64(g.Align))
		if !ok {
			return false
		}
		objs = append(objs, o)
	}
	return true
}

func (l *layout) fn(f int32) uint64           { return fnBase + fnStep*uint64(f) }
func (l *layout) global(g ir.GlobalID) uint64 { return l.bases[g] }
func (l *layout) threads() int                { return l.most }

// extent is a range of addresses.
type extent struct{ from, size uint64 }

// shared is how much the first thread has, and the next two together, and so on.
func (l *layout) shared() uint64 {
	if l.narrow {
		return l.top() / 2 / 8
	}
	return l.top() / 2 / 16
}

// rangeOf is the addresses of a thread.
func (l *layout) rangeOf(thread int) extent {
	level := bits.Len(uint(thread+1)) - 1
	size := l.shared() >> level
	return extent{l.top()/2 + uint64(level)*l.shared() + uint64(thread+1-1<<level)*size, size}
}

// threadAt is the thread in whose range an address lies, which is one of the upper half.
func (l *layout) threadAt(addr uint64) int {
	off := addr - l.top()/2
	level := int(off / l.shared())
	return 1<<level - 1 + int(off%l.shared()/(l.shared()>>level))
}

// place finds room for a new object behind the last one of a thread.
func (l *layout) place(thread int, objs []object, size, align uint64) (o object, ok bool) {
	r, k := l.rangeOf(thread), len(objs)
	p := pile{next: r.from, end: r.from + r.size, gap: min(max(r.size>>5>>(bits.Len(uint(k+1))-1), smallestGap), largestGap)}
	if k > 0 {
		p.next = objs[k-1].base + max(objs[k-1].room, 1)
	}
	o.room = max(size, min(p.gap/4, 1<<20)) // another may take the place later
	o.base, ok = p.put(o.room, align)
	return o, ok && k < maxObjects
}

// find gives the space and the index of the object whose range may hold the address.
func (m *machine) find(addr uint64) (space, slot int, ok bool) {
	l := &m.prog.layout
	if m.customBases {
		return m.findAnywhere(addr)
	}
	if addr >= l.top()/2 {
		if addr >= l.top() {
			return 0, 0, false
		}
		space = l.threadAt(addr) + 1
		if space >= len(m.spaces) {
			return 0, 0, false
		}
	}
	objs := m.spaces[space]
	from, to := 0, len(objs) // the objects before from begin at the address or before, those from to on behind it
	for from < to {
		if i := int(uint(from+to) >> 1); objs[i].base <= addr {
			from = i + 1
		} else {
			to = i
		}
	}
	return space, from - 1, from > 0 // not ok: it lies before the first
}

// findAnywhere serves traces that bring their own base addresses.
func (m *machine) findAnywhere(addr uint64) (space, slot int, ok bool) {
	for s, objs := range m.spaces {
		for i := range objs {
			if o := &objs[i]; addr >= o.base && addr-o.base <= o.size {
				if addr-o.base < o.size {
					return s, i, true
				}
				space, slot, ok = s, i, true // one past its end, unless another object starts there
			}
		}
	}
	return space, slot, ok
}

// near is how far from an object no other is.
func (l *layout) near() uint64 { return l.globals.gap / 2 }

// Sized is an object that has no place yet.
type Sized struct{ Size, Align int64 }

// Behind gives places to what a program has that was made of p, besides the globals of p: where no object of the interpreter lies.
func Behind(p *ir.Program, objects []Sized) ([]uint64, error) {
	l := layout{narrow: p.PtrWidth() == 32}
	quarter := l.top() / 4
	a := pile{next: quarter, end: 2 * quarter, gap: gapOf(quarter, len(objects))}
	out := make([]uint64, len(objects))
	for i, o := range objects {
		ok := false
		if out[i], ok = a.put(uint64(o.Size), uint64(o.Align)); !ok {
			total := uint64(0)
			for _, o := range objects {
				total += uint64(o.Size)
			}
			return nil, SizeError{fmt.Sprintf("%d objects of %d bytes take more than the %d bytes of addresses that there are for them", len(objects), total, quarter)}
		}
	}
	return out, nil
}

// GlobalBases is where the globals of a program lie, Near how far from each no other object is, and FuncAddress where functions lie: engines that hand over traces use the same addresses. A
// program without room for its variables panics with a SizeError.
func GlobalBases(p *ir.Program) []uint64 {
	l := makeLayout(p)
	return l.bases
}

func Near(p *ir.Program) uint64 {
	l := makeLayout(p)
	return l.near()
}

// FuncAddress is the address of a function.
func FuncAddress(f ir.FuncID) uint64 { return fnBase + fnStep*uint64(f) }
