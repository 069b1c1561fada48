package irexec

// visited is the set of states that were seen: an open-addressing table of 128-bit hashes, each with the least cost at which
// its state was reached. A state that is reached again at a lower cost (fewer context switches, an earlier round) has to
// be explored again, because more can be reached from it within the limit. 24 bytes per slot, at most three quarters full.
type visited struct {
	slots []visitedSlot
	n     int
}

type visitedSlot struct {
	h       hash128
	cost    uint32 // plus 1; 0: free
	onStack bool
}

func newVisited() *visited { return &visited{slots: make([]visitedSlot, 1<<12)} }

func (v *visited) find(h hash128) *visitedSlot {
	mask := uint64(len(v.slots) - 1)
	for i := h.x & mask; ; i = (i + 1) & mask {
		s := &v.slots[i]
		if s.cost == 0 || s.h == h {
			return s
		}
	}
}

// fresh reports whether the state has to be explored at this cost.
func (v *visited) fresh(h hash128, cost uint32) bool {
	s := v.find(h)
	return s.cost == 0 || s.cost > cost+1
}

// add enters a state; isNew tells whether it was never seen.
func (v *visited) add(h hash128, cost uint32) (isNew bool) {
	s := v.find(h)
	if s.cost != 0 {
		s.cost, s.onStack = cost+1, true
		return false
	}
	*s = visitedSlot{h: h, cost: cost + 1, onStack: true}
	if v.n++; v.n*4 > len(v.slots)*3 {
		old := v.slots
		v.slots = make([]visitedSlot, 2*len(old))
		for i := range old {
			if old[i].cost != 0 {
				*v.find(old[i].h) = old[i]
			}
		}
	}
	return true
}

func (v *visited) leave(h hash128) { v.find(h).onStack = false }

func (v *visited) bytes() int64 { return int64(len(v.slots)) * 24 }
