package sat

// Unit propagation with two watched literals and blocking literals.
//
// The loop is the hot spot of the solver: most of its time goes into the cache misses of vals[blit] and of the
// clause header, so a watch carries a literal that often satisfies the clause, binary clauses are settled without
// touching the arena, and the search for a replacement starts where the last one ended. Nothing in the loop
// allocates; a push to another list may move that list inside the shared watch array.
//
// Ticks count the cache lines touched, roughly. They are the solver's clock: modes and inprocessing budgets are
// measured in them, so that runs are reproducible and independent of the machine.
//
// Level 0 assignments are announced to the proof as unit lemmas, because their reason clauses may be deleted later.

// enqueue assigns l with the given reason on the current level; l must be open.
func (s *Solver) enqueue(l Lit, reason uint32) {
	v := l.Var()
	lv := int32(len(s.levels) - 1)
	s.vals[l] = 1
	s.vals[l.Neg()] = -1
	if lv == 0 {
		s.newUnit(l, reason)
		reason = noReason
	}
	s.vinfo[v] = varInfo{lv, reason}
	s.tpos[v] = int32(len(s.trail))
	s.trail = append(s.trail, l)
}

// newUnit is called for each literal that becomes true at level 0. A literal without reason is a unit clause
// that the proof already has.
func (s *Solver) newUnit(l Lit, reason uint32) {
	s.nActive--
	if reason != noReason && s.proof != nil {
		s.pbuf = append(s.pbuf[:0], l)
		s.proof.Lemma(s.pbuf)
	}
}

// conflictBinary is what propagate returns for a conflict in a binary clause, which is then in s.conflict.
const conflictBinary uint32 = 2

// propagate runs to a fixpoint. It returns 0, or the conflicting clause, or conflictBinary.
func (s *Solver) propagate() uint32 {
	vals, arena := s.vals, s.arena
	lv := int32(len(s.levels) - 1)
	trail := s.trail
	start := s.qhead
	ticks := int64(0)
	confl := uint32(0)

	for s.qhead < len(trail) && confl == 0 {
		p := trail[s.qhead].Neg() // just became false
		s.qhead++
		h := &s.watches.heads[p]
		ws := s.watches.data[h.off : h.off+h.len]
		ticks += 1 + int64(len(ws)>>3)
		i, j := 0, 0
		for i < len(ws) {
			w := ws[i]
			ws[j] = w
			i++
			j++
			bv := vals[w.blit]
			if bv > 0 {
				continue
			}
			if w.ref&binBit != 0 {
				if bv < 0 {
					s.conflict = [2]Lit{p, w.blit}
					confl = conflictBinary
					break
				}
				l := w.blit
				vals[l], vals[l^1] = 1, -1
				if lv == 0 {
					s.newUnit(l, binBit|uint32(p))
					s.vinfo[l>>1] = varInfo{}
				} else {
					s.vinfo[l>>1] = varInfo{lv, binBit | uint32(p)}
				}
				s.tpos[l>>1] = int32(len(trail))
				trail = append(trail, l)
				continue
			}
			ticks++
			c := w.ref
			size := arena[c]
			cl := arena[c+hdrSize : c+hdrSize+size : c+hdrSize+size]
			if len(cl) < 3 {
				continue
			}
			other := Lit(cl[0] ^ cl[1] ^ uint32(p))
			ov := vals[other]
			if ov > 0 {
				ws[j-1].blit = other
				continue
			}
			// Search from the saved position to the end, then from 2 up to it.
			pos := arena[c+2]
			k := pos
			found := uint32(0)
			var fv int8
			var r Lit
			for ; k < size; k++ {
				r = Lit(cl[k])
				if fv = vals[r]; fv >= 0 {
					found = k
					break
				}
			}
			if found == 0 {
				for k = 2; k < pos; k++ {
					r = Lit(cl[k])
					if fv = vals[r]; fv >= 0 {
						found = k
						break
					}
				}
			}
			if found != 0 {
				arena[c+2] = found
				if fv > 0 {
					ws[j-1].blit = r // satisfied: keep the watch
					continue
				}
				cl[0], cl[1], cl[found] = uint32(other), uint32(r), uint32(p)
				rh := &s.watches.heads[r]
				if rh.len == rh.capacity() {
					s.watches.grow(rh)
					ws = s.watches.data[h.off : h.off+h.len]
				}
				s.watches.data[rh.off+rh.len] = watch{other, c}
				rh.len++
				j--
				continue
			}
			if arena[c+1]&flagGarbage != 0 {
				j--
				continue
			}
			if c == s.ignore {
				continue
			}
			if ov < 0 {
				confl = c
				break
			}
			cl[0], cl[1] = uint32(other), uint32(p)
			vals[other], vals[other^1] = 1, -1
			if lv == 0 {
				s.newUnit(other, c)
				s.vinfo[other>>1] = varInfo{}
			} else {
				s.vinfo[other>>1] = varInfo{lv, c}
			}
			s.tpos[other>>1] = int32(len(trail))
			trail = append(trail, other)
		}
		if j < i {
			j += copy(ws[j:], ws[i:])
			h.len = uint32(j)
		}
	}
	s.trail = trail
	s.stats.Propagations += int64(s.qhead - start)
	s.ticks += ticks
	if confl == 0 && lv == 0 {
		s.qhead = len(s.trail)
	}
	return confl
}

// backtrack undoes all assignments above the given level.
func (s *Solver) backtrack(level int) {
	if len(s.levels)-1 <= level {
		return
	}
	at := int(s.levels[level+1].trail)
	if s.theory.t != nil {
		s.theoryBacktrack(at)
	}
	for i := len(s.trail) - 1; i >= at; i-- {
		l := s.trail[i]
		s.vals[l], s.vals[l^1] = 0, 0
		v := l.Var()
		if l.Sign() {
			s.saved[v] = -1
		} else {
			s.saved[v] = 1
		}
		s.deciderUnassign(v)
	}
	s.trail = s.trail[:at]
	s.qhead = at
	s.levels = s.levels[:level+1]
}

// newLevel opens a decision level.
func (s *Solver) newLevel() {
	s.levels = append(s.levels, levelInfo{trail: int32(len(s.trail))})
	if len(s.gstamp) < len(s.levels) {
		s.gstamp = append(s.gstamp, 0)
	}
}

func (s *Solver) level() int { return len(s.levels) - 1 }
