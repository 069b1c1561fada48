package irexec

import (
	"fmt"
	"sort"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Where objects lie. Globals have fixed bases; every thread allocates in a range of its own, so the address of an
// allocation depends on its thread and on what that thread has allocated and lost, and not on how threads interleave.
//
// With 64-bit pointers every object gets 2^34 bytes of addresses, whatever its size: finding the object of an address is
// a shift, and an index of 32 bits cannot walk from one object into another. An object starts at some multiple of 16 MiB within its addresses, a different one
// for each object, so that the low half of an address is not zero and differs between objects: programs hash it, or
// keep it in an int. (Lower bits would do as well and cost a solver longer carries in every sum of a base and an offset.) With 32-bit pointers objects follow
// one another with gaps of at least 1 KiB and are found by binary search. Address 0 and its neighbourhood belong to no object;
// functions have addresses of their own below all objects.

const (
	slotShift   = 34
	slotBits    = 20 // objects per thread
	maxThreads  = 500
	fnBase      = 0x1000
	fnStep      = 16
	gap32       = 1024
	threadBits  = 24 // 32-bit pointers: 16 MiB per thread
	firstRange  = 0x40
	maxThread32 = 180
	maxGlobals  = 1 << 31 // bytes of all global variables
)

type layout struct {
	narrow  bool     // 32-bit pointers
	globals []uint64 // bases
}

func makeLayout(p *ir.Program) layout {
	l := layout{narrow: p.PtrWidth() == 32, globals: make([]uint64, len(p.Globals))}
	next := uint64(fnBase+fnStep*len(p.Funcs)+0x10000) &^ 0xffff
	total := int64(0)
	for i, g := range p.Globals {
		if g.Size < 0 || g.Size > maxGlobals || total+g.Size > maxGlobals {
			panic(sizeError{fmt.Sprintf("%s: no room for the variable %s of %d bytes", g.Pos.Pos, g.Name, uint64(g.Size))})
		}
		total += g.Size
		if !l.narrow {
			l.globals[i] = SlotBase(uint64(i + 1))
			continue
		}
		a := uint64(max(g.Align, 16))
		next = (next + a - 1) / a * a
		l.globals[i] = next
		if !g.ThreadLocal {
			next += uint64(g.Size) + gap32
		}
	}
	if l.narrow && next > firstRange<<threadBits || len(p.Globals) >= 1<<slotBits {
		panic(sizeError{fmt.Sprintf("%d variables take more than the address space", len(p.Globals))})
	}
	return l
}

func (l *layout) fn(f int32) uint64           { return fnBase + fnStep*uint64(f) }
func (l *layout) global(g ir.GlobalID) uint64 { return l.globals[g] }
func (l *layout) threads() int                { return map[bool]int{true: maxThread32, false: maxThreads}[l.narrow] }

func (l *layout) slot(thread, k int) (b uint64) { return SlotBase(uint64((thread+1)<<slotBits + k)) }

// SlotBase is where the object of a slot of addresses starts, with 64-bit pointers. Slot 0 holds no object.
func SlotBase(n uint64) uint64 { return n<<slotShift + (1+n%255)<<24 }

// place finds a base for a new object that goes behind the last one of a thread, and whether there is room.
func (l *layout) place(thread int, objs []object, size, align uint64) (uint64, bool) {
	if !l.narrow {
		return l.slot(thread, len(objs)), size <= 1<<(slotShift-1) && len(objs) < 1<<slotBits-1
	}
	low := uint64(firstRange+thread) << threadBits
	next := low + gap32
	if n := len(objs); n > 0 {
		next = objs[n-1].base + objs[n-1].room + gap32
	}
	align = max(align, 16)
	next = (next + align - 1) / align * align
	return next, next+size+gap32 <= low+1<<threadBits && size < 1<<threadBits
}

// find gives the space and the index of the object whose range may hold the address.
func (m *machine) find(addr uint64) (space, slot int, ok bool) {
	l := &m.prog.layout
	if m.customBases {
		return m.findAnywhere(addr)
	}
	if !l.narrow {
		n := int(addr >> slotShift)
		space, slot = n>>slotBits, n&(1<<slotBits-1)
		if space == 0 {
			slot--
		}
		return space, slot, slot >= 0 && space < len(m.spaces) && slot < len(m.spaces[space])
	}
	if t := int(addr >> threadBits); t >= firstRange {
		space = t - firstRange + 1
	}
	if space >= len(m.spaces) {
		return 0, 0, false
	}
	objs := m.spaces[space]
	slot = sort.Search(len(objs), func(i int) bool { return objs[i].base > addr }) - 1
	return space, slot, slot >= 0
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
