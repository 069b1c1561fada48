package irexec

// Threads that are held (after Sen, Race directed random testing, PLDI 2008). A race shows in a state in which two threads stand before their accesses
// at once, and a random execution seldom comes to one: the first thread has made its access long before the second gets there. But that two
// threads access the same memory shows in every execution. So walks take note of accesses that would race if they came together, and every walk
// holds threads at one of them: whoever is about to make it waits there until nobody else can move. If no lock keeps the other thread away, it comes to
// its own access meanwhile, and the two meet.
//
// Most pairs never meet because a lock or a join orders them. A walk is cheap, so nothing tries to tell them apart beforehand: the access that was
// held least often is next.

// toucher is who accessed a piece of memory last.
type toucher struct {
	thread int
	access access
	known  bool
}

// holder is what walks know about accesses that may meet.
type holder struct {
	last  map[uint64]*[2]toucher // by address: the last write, the last read
	holds map[int32]int          // by position in the code: how often threads were held there
	sites []int32                // the same positions, in the order in which they were found
	at    int32                  // where this walk holds threads, -1: nowhere
}

// touched notes the accesses of a step that is taken.
func (h *holder) touched(t int, log []access, separate func(*access)) {
	for i := range log {
		x := &log[i]
		if x.sync || x.kill || x.excused {
			continue
		}
		seen := h.last[x.addr]
		if seen == nil {
			seen = new([2]toucher)
			h.last[x.addr] = seen
		}
		for k := range seen {
			if y := &seen[k]; y.known && y.thread != t && x.races(&y.access) {
				h.candidate(x, separate)
				h.candidate(&y.access, separate)
			}
		}
		if x.write {
			seen[0] = toucher{t, *x, true}
		} else {
			seen[1] = toucher{t, *x, true}
		}
	}
}

// candidate enters an access at which threads are worth holding.
func (h *holder) candidate(x *access, separate func(*access)) {
	if _, known := h.holds[x.pc]; !known {
		h.holds[x.pc] = 0
		h.sites = append(h.sites, x.pc)
		separate(x)
	}
}

// begin chooses where the next walk holds threads.
func (h *holder) begin() {
	h.last, h.at = map[uint64]*[2]toucher{}, -1
	for _, pc := range h.sites {
		if h.at < 0 || h.holds[pc] < h.holds[h.at] {
			h.at = pc
		}
	}
	if h.at >= 0 {
		h.holds[h.at]++
	}
}

// keeps reports whether a step would make the access at which threads are held.
func (h *holder) keeps(log []access) bool {
	for i := range log {
		if log[i].pc == h.at {
			return true
		}
	}
	return false
}
