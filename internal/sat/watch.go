package sat

// Watch lists.
//
// A watch is a blocking literal and a reference to its clause, eight bytes. In a binary clause the blocking
// literal is the other literal and there is no clause: the reference is a tag. The list of literal l holds the
// watches of clauses that watch l, and is visited when l becomes false.
//
// All lists share one array. Each has a power-of-two capacity; a list that outgrows its block moves to one of
// twice the size and leaves the old one on a free list of its class. So a push in the propagation loop is a store
// and an increment, allocation happens only when the shared array itself is full, and the memory taken is known
// exactly. Rejected: one Go slice per literal (24-byte headers, an allocation per growth, a pointer each for the
// garbage collector).

type watch struct {
	blit Lit
	ref  uint32
}

const (
	binBit       = 1 << 31 // this watch is a binary clause
	binRedundant = 1 << 0  // ... a learned one
)

func (w watch) binary() bool { return w.ref&binBit != 0 }

type watchHead struct {
	off, len uint32
	class    uint32 // capacity is 1<<class, or 0 when class is 0 and off is 0
}

type watchLists struct {
	data  []watch
	heads []watchHead
	free  [32][]uint32
}

func (wl *watchLists) list(l Lit) []watch {
	h := &wl.heads[l]
	return wl.data[h.off : h.off+h.len]
}

func (wl *watchLists) push(l Lit, w watch) {
	h := &wl.heads[l]
	if h.len == h.capacity() {
		wl.grow(h)
	}
	wl.data[h.off+h.len] = w
	h.len++
}

func (h *watchHead) capacity() uint32 {
	if h.class == 0 {
		return 0
	}
	return 1 << h.class
}

// grow moves a full list to a block of twice its size. The smallest block has two watches (class 1).
func (wl *watchLists) grow(h *watchHead) {
	class := h.class + 1
	var off uint32
	if f := wl.free[class]; len(f) > 0 {
		off = f[len(f)-1]
		wl.free[class] = f[:len(f)-1]
	} else {
		n := len(wl.data)
		size := 1 << class
		if cap(wl.data)-n < size {
			nd := make([]watch, n, n+n/2+size+256)
			copy(nd, wl.data)
			wl.data = nd
		}
		wl.data = wl.data[:n+size]
		off = uint32(n)
	}
	copy(wl.data[off:], wl.data[h.off:h.off+h.len])
	if h.class != 0 {
		wl.free[h.class] = append(wl.free[h.class], h.off)
	}
	h.off, h.class = off, class
}

// reset empties all lists and gives their blocks back.
func (wl *watchLists) reset() {
	for i := range wl.heads {
		wl.heads[i] = watchHead{}
	}
	for i := range wl.free {
		wl.free[i] = wl.free[i][:0]
	}
	wl.data = wl.data[:0]
}

func (wl *watchLists) bytes() int64 {
	n := int64(cap(wl.data))*8 + int64(cap(wl.heads))*12
	for i := range wl.free {
		n += int64(cap(wl.free[i])) * 4
	}
	return n
}

// watchBinary attaches a binary clause.
func (s *Solver) watchBinary(a, b Lit, redundant bool) {
	tag := uint32(binBit)
	if redundant {
		tag |= binRedundant
		s.nRedBin++
	} else {
		s.nIrrBin++
	}
	s.watches.push(a, watch{b, tag})
	s.watches.push(b, watch{a, tag})
}

// watchClause attaches a clause of three or more literals by its first two.
func (s *Solver) watchClause(c cref) {
	a, b := Lit(s.arena[c+hdrSize]), Lit(s.arena[c+hdrSize+1])
	s.watches.push(a, watch{b, c})
	s.watches.push(b, watch{a, c})
}
