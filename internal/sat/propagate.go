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
	s.vinfo[v] = varInfo{lv, reason, int32(len(s.trail))}
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
	vals, arena, vinfo := s.vals, s.arena, s.vinfo
	heads, data := s.watches.heads, s.watches.data
	lv := int32(len(s.levels) - 1)
	trail := s.trail
	start := s.qhead
	qhead := start
	ignore := s.ignore
	ticks := int64(0)
	confl := uint32(0)

	for qhead < len(trail) && confl == 0 {
		p := uint32(trail[qhead]) ^ 1 // just became false
		qhead++
		h := &heads[p]
		ws := data[h.off : h.off+h.len]
		ticks += 1 + int64(len(ws)>>3)
		i, j := 0, 0
		for i < len(ws) {
			w := ws[i]
			ws[j] = w
			i++
			j++
			bv := vals[uint32(w.blit)]
			if bv > 0 {
				continue
			}
			if w.ref&binBit != 0 {
				l := uint32(w.blit)
				if bv < 0 {
					s.conflict = [2]Lit{Lit(p), Lit(l)}
					confl = conflictBinary
					break
				}
				vals[l], vals[l^1] = 1, -1
				if lv == 0 {
					s.newUnit(Lit(l), binBit|p)
					vinfo[l>>1] = varInfo{pos: int32(len(trail))}
				} else {
					vinfo[l>>1] = varInfo{lv, binBit | p, int32(len(trail))}
				}
				trail = append(trail, Lit(l))
				continue
			}
			ticks++
			c := w.ref
			hd := arena[c : c+hdrSize+2 : c+hdrSize+2]
			other := hd[hdrSize] ^ hd[hdrSize+1] ^ p
			ov := vals[other]
			if ov > 0 {
				ws[j-1].blit = Lit(other)
				continue
			}
			// Search from the saved position to the end, then from 2 up to it.
			size, pos := hd[0], hd[2]
			cl := arena[c+hdrSize : c+hdrSize+size]
			k := int(pos)
			var fv int8
			var r uint32
			for k < len(cl) {
				r = cl[k]
				if fv = vals[r]; fv >= 0 {
					goto found
				}
				k++
			}
			for k = 2; k < int(pos) && k < len(cl); k++ {
				r = cl[k]
				if fv = vals[r]; fv >= 0 {
					goto found
				}
			}
			if hd[1]&flagGarbage != 0 {
				j--
				continue
			}
			if c == ignore {
				continue
			}
			if ov < 0 {
				confl = c
				break
			}
			vals[other], vals[other^1] = 1, -1
			if lv == 0 {
				s.newUnit(Lit(other), c)
				vinfo[other>>1] = varInfo{pos: int32(len(trail))}
			} else {
				vinfo[other>>1] = varInfo{lv, c, int32(len(trail))}
			}
			trail = append(trail, Lit(other))
			continue

		found:
			hd[2] = uint32(k)
			if fv > 0 {
				ws[j-1].blit = Lit(r) // satisfied: keep the watch
				continue
			}
			hd[hdrSize], hd[hdrSize+1] = other, r
			cl[k] = p
			rh := &heads[r]
			if rh.len == rh.capacity() {
				s.watches.grow(rh)
				data = s.watches.data
				ws = data[h.off : h.off+h.len]
			}
			data[rh.off+rh.len] = watch{Lit(other), c}
			rh.len++
			j--
		}
		if j < i {
			j += copy(ws[j:], ws[i:])
			h.len = uint32(j)
		}
	}
	s.trail = trail
	s.qhead = qhead
	s.stats.Propagations += int64(qhead - start)
	s.ticks += ticks
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
