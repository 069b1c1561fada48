package sat

// The clause arena.
//
// Clauses of three and more literals lie one after the other in one []uint32: no pointer for the garbage
// collector to follow, half the size of a slice per clause, and a clause is named by a 32-bit offset that fits
// beside a blocking literal in eight bytes. Binary clauses are not here at all: they live in the watch lists of
// their two literals (watch.go), so that propagating one touches no second cache line.
//
// Layout of a clause at offset c:
//
//	c+0  number of literals
//	c+1  flags (low byte) and glue (upper 24 bits)
//	c+2  position at which the search for a replacement watch resumes (Gent, JAIR 2013); while the arena
//	     is being compacted, the new offset of the clause
//	c+3  literals; the first two are watched
//
// A clause that shrinks leaves a gap behind its last literal. Nothing walks the arena linearly, the list
// Solver.clauses names every clause, so a gap needs no marking; compaction drops it.
//
// Rejected: clauses as Go objects (a garbage collection scan per clause and 24 bytes of slice header), and
// separate arenas for learned clauses (compaction already groups by the order of Solver.clauses).

// cref is the offset of a clause in the arena.
type cref = uint32

const (
	hdrSize  = 3 // words before the first literal
	arenaMin = 8 // offsets below are never clauses of the caller; reasons use them as special values
	arenaMax = 1<<31 - 1<<20

	flagRedundant = 1 << 0 // learned: may be forgotten
	flagGarbage   = 1 << 1 // dead, to be dropped at the next compaction
	flagReason    = 1 << 2 // protects reasons during reduction
	flagVivified  = 1 << 3 // tried by vivification since it was last changed
	flagAdded     = 1 << 4 // irredundant, new since the last subsumption round
	usedShift     = 5
	usedMask      = 3 << usedShift // recently used in conflict analysis, counts down at reductions
	glueShift     = 8
)

func (s *Solver) size(c cref) int       { return int(s.arena[c]) }
func (s *Solver) glue(c cref) int       { return int(s.arena[c+1] >> glueShift) }
func (s *Solver) redundant(c cref) bool { return s.arena[c+1]&flagRedundant != 0 }
func (s *Solver) garbage(c cref) bool   { return s.arena[c+1]&flagGarbage != 0 }

func (s *Solver) setGlue(c cref, g int) {
	s.arena[c+1] = s.arena[c+1]&(1<<glueShift-1) | uint32(g)<<glueShift
}

// lits returns the literals of a clause as raw words; it is invalid after the arena grows.
func (s *Solver) lits(c cref) []uint32 {
	n := s.arena[c]
	return s.arena[c+hdrSize : c+hdrSize+n : c+hdrSize+n]
}

// copyLits copies the literals of a clause into buf.
func (s *Solver) copyLits(buf []Lit, c cref) []Lit {
	buf = buf[:0]
	for _, l := range s.lits(c) {
		buf = append(buf, Lit(l))
	}
	return buf
}

// newClause stores a clause of at least three literals (two while occurrence lists are in use).
func (s *Solver) newClause(lits []Lit, redundant bool, glue int) cref {
	need := hdrSize + len(lits)
	if cap(s.arena)-len(s.arena) < need {
		s.growArena(need)
	}
	c := cref(len(s.arena))
	if glue > 1<<23 {
		glue = 1 << 23
	}
	flags := uint32(glue) << glueShift
	if redundant {
		flags |= flagRedundant
	} else {
		flags |= flagAdded
	}
	s.arena = append(s.arena, uint32(len(lits)), flags, 2)
	for _, l := range lits {
		s.arena = append(s.arena, uint32(l))
	}
	s.clauses = append(s.clauses, c)
	if redundant {
		s.nRedundant++
	} else {
		s.nIrredundant++
	}
	return c
}

// growArena makes room for need more words. It grows by half rather than by doubling, and by less when the
// memory limit is near.
func (s *Solver) growArena(need int) {
	want := len(s.arena) + len(s.arena)/2 + need + 1024
	if s.opts.Memory > 0 {
		// The old array stays alive while the new one is filled.
		if room := (s.opts.Memory - s.memory()) / 4; int64(want) > room {
			want = max(len(s.arena)+need, int(room))
		}
	}
	na := make([]uint32, len(s.arena), want)
	copy(na, s.arena)
	s.arena = na
	s.checkMemory()
}

// markGarbage removes a clause; its watches, if any, go with the next compaction or are skipped.
func (s *Solver) markGarbage(c cref) {
	if s.arena[c+1]&flagGarbage != 0 {
		return
	}
	s.arena[c+1] |= flagGarbage
	s.wasted += hdrSize + s.size(c)
	if s.redundant(c) {
		s.nRedundant--
	} else {
		s.nIrredundant--
	}
}

// deleteClause is markGarbage with an entry in the proof.
func (s *Solver) deleteClause(c cref) {
	if s.garbage(c) {
		return
	}
	if s.proof != nil {
		s.pbuf = s.copyLits(s.pbuf, c)
		s.proof.Delete(s.pbuf)
	}
	s.markGarbage(c)
}

// compact drops garbage clauses from the arena, from Solver.clauses, from the watch lists and renames reasons.
// Reasons are never garbage except at level 0, where they are not used.
//
// Clauses are laid out in the order in which propagation meets them: by the watch lists of the variables bumped
// most recently. Clauses watched by one literal then lie side by side.
func (s *Solver) compact() {
	if s.wasted == 0 {
		return
	}
	old := s.arena
	na := make([]uint32, arenaMin, max(len(old)-s.wasted+len(old)/8, 1024))
	for _, c := range s.clauses {
		old[c+2] = 0
	}
	nd := make([]watch, 0, len(s.watches.data))
	for i := range s.watches.free {
		s.watches.free[i] = s.watches.free[i][:0]
	}
	for v := s.last; v != noVar; v = s.queue[v].prev {
		for _, l := range [2]Lit{MkLit(v, s.saved[v] > 0), MkLit(v, s.saved[v] <= 0)} {
			h := &s.watches.heads[l]
			at := len(nd)
			for _, w := range s.watches.data[h.off : h.off+h.len] {
				if w.ref&binBit == 0 {
					c := w.ref
					if old[c+1]&flagGarbage != 0 {
						continue
					}
					if old[c+2] == 0 {
						old[c+2] = uint32(len(na))
						na = append(na, old[c:c+hdrSize+old[c]]...)
						na[old[c+2]+2] = 2
					}
					w.ref = old[c+2]
				}
				nd = append(nd, w)
			}
			n := len(nd) - at
			h.off, h.len, h.class = uint32(at), uint32(n), 0
			if n > 0 {
				for h.class = 1; 1<<h.class < n; {
					h.class++
				}
				nd = growCap(nd, at+1<<h.class)[:at+1<<h.class]
			}
		}
	}
	s.watches.data = nd
	j := 0
	for _, c := range s.clauses {
		if old[c+1]&flagGarbage != 0 {
			continue
		}
		n := old[c+2]
		if n == 0 { // not watched
			n = uint32(len(na))
			na = append(na, old[c:c+hdrSize+old[c]]...)
			na[n+2] = 2
		}
		old[c+2] = n
		s.clauses[j] = n
		j++
	}
	s.clauses = s.clauses[:j]
	for _, l := range s.trail {
		vi := &s.vinfo[l.Var()]
		if vi.reason >= arenaMin && vi.reason&binBit == 0 {
			if vi.level == 0 {
				vi.reason = noReason
			} else {
				vi.reason = old[vi.reason+2]
			}
		}
	}
	s.arena = na
	s.wasted = 0
}
