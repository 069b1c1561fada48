package sat

// Inprocessing: what happens to the formula between stretches of search.
//
// A round runs at level 0 and has two halves. With watches in place: failed-literal probing, substitution of
// equivalent literals, vivification. Then the watches are given up, every clause (binary ones too) lies in the
// arena with full occurrence lists, and subsumption and bounded variable elimination run; at the end the watches
// are built anew. The first round comes after a couple of thousand conflicts, so that easy questions, of which an
// incremental user asks many, never pay for it; later ones come at growing intervals.
//
// Each technique has a budget in ticks, a fraction of what the search has spent since the last round. What is not
// finished continues where it stopped in the next round.
//
// Only clauses and variables that changed are looked at again: probing keeps the number of units known when a literal was
// last tried, vivification and subsumption mark clauses, elimination keeps a mark per variable that an
// irredundant clause with it was removed or added.

const (
	firstSimplification = 2000 // conflicts
	simplifyInterval    = 2000 // conflicts, times the number of rounds done

	probeEffort   = 0.02 // of the search ticks since the last round
	vivifyEffort  = 0.15
	subsumeEffort = 0.10
	elimEffort    = 0.30
	minEffort     = 500_000 // ticks
)

type simplifier struct {
	bytes     int64 // of occurrence lists, while they exist
	lastTicks int64
	searched  int64 // ticks of the search since the last round
	budget    int64 // ticks left for the running technique

	probed  []int32 // by literal: units known when it was last probed, plus one
	touched []bool  // by variable: candidate for elimination
	addedTo []bool  // by variable: a clause with it was added since the last subsumption

	occs [][]cref // by literal, while watches are gone
	back []cref   // clauses to try for backward subsumption
	elim elimHeap
}

type binary struct {
	a, b      Lit
	redundant bool
}

// touch marks the variables of a new irredundant clause.
func (s *Solver) touch(lits []Lit) {
	sp := &s.simp
	for len(sp.touched) < len(s.vinfo) {
		sp.touched = append(sp.touched, true)
		sp.addedTo = append(sp.addedTo, true)
	}
	for _, l := range lits {
		sp.touched[l.Var()] = true
		sp.addedTo[l.Var()] = true
	}
}

// simplify runs one round. It leaves the solver at level 0, or unsatisfiable.
func (s *Solver) simplify() {
	sp := &s.simp
	s.stats.Inprocessings++
	s.simpAt = s.stats.Conflicts + simplifyInterval*(s.stats.Inprocessings+1)
	s.backtrack(0)
	if s.propagate() != 0 {
		s.learnEmpty()
		return
	}
	s.touch(nil)
	sp.searched = s.ticks - sp.lastTicks
	start := s.ticks
	saved := append([]int8(nil), s.saved...)
	for _, step := range []func(){s.probe, s.substitute, s.vivify, s.dense} {
		step()
		if s.unsat || s.interrupted() {
			break
		}
	}
	copy(s.saved, saved)
	s.stats.InprocessingTicks += s.ticks - start
	sp.lastTicks = s.ticks
	s.targetLen, s.bestLen = 0, 0
	if s.switches > 0 {
		s.modeAt += s.ticks - start // modes are measured in ticks of search
	} else {
		s.modeStart += s.ticks - start
	}
}

// setBudget gives the running technique its share of ticks.
func (s *Solver) setBudget(effort float64) {
	s.simp.budget = s.ticks + max(int64(effort*float64(s.simp.searched)), minEffort)
}

// exhausted reports whether the budget is spent or the call is to end.
func (s *Solver) exhausted() bool {
	if s.ticks >= s.pollAt && s.ticksPolled() {
		return true
	}
	return s.ticks > s.simp.budget
}

// takeBinaries removes all binary clauses from the watch lists and returns them.
func (s *Solver) takeBinaries() []binary {
	bins := make([]binary, 0, s.nIrrBin+s.nRedBin)
	for l := range s.watches.heads {
		for _, w := range s.watches.list(Lit(l)) {
			if w.binary() && Lit(l) < w.blit {
				bins = append(bins, binary{Lit(l), w.blit, w.ref&binRedundant != 0})
			}
		}
	}
	s.nIrrBin, s.nRedBin = 0, 0
	return bins
}

// rewatch builds all watch lists from the arena and the given binary clauses. Satisfied clauses and false literals
// go; clauses that became binary move out of the arena. Then it propagates.
func (s *Solver) rewatch(bins []binary) {
	s.watches.reset()
	n := len(s.clauses)
	for _, c := range s.clauses[:n] {
		if s.garbage(c) || !s.cleanClause(c) {
			continue
		}
		if s.size(c) == 2 {
			bins = append(bins, binary{Lit(s.arena[c+hdrSize]), Lit(s.arena[c+hdrSize+1]), s.redundant(c)})
			s.markGarbage(c)
		}
		if s.unsat {
			return
		}
	}
	// Binary clauses first: they propagate cheaply and should be seen before the long ones.
	for _, b := range bins {
		switch {
		case s.vals[b.a] > 0 || s.vals[b.b] > 0:
			if s.proof != nil {
				s.pbuf = append(s.pbuf[:0], b.a, b.b)
				s.proof.Delete(s.pbuf)
			}
		default:
			s.watchBinary(b.a, b.b, b.redundant)
		}
	}
	for _, c := range s.clauses {
		if !s.garbage(c) {
			s.arena[c+2] = 2
			s.watchClause(c)
		}
	}
	s.compact()
	s.qhead = 0
	if s.propagate() != 0 {
		s.learnEmpty()
	}
}

// cleanClause applies the units of level 0 to a clause that is not watched. It returns false if the clause is gone.
func (s *Solver) cleanClause(c cref) bool {
	ls := s.lits(c)
	keep := 0
	for _, l := range ls {
		if s.vals[l] > 0 {
			s.deleteClause(c)
			return false
		}
		if s.vals[l] == 0 {
			keep++
		}
	}
	if keep == len(ls) {
		return true
	}
	old := s.cbuf[:0]
	for _, l := range ls {
		old = append(old, Lit(l))
	}
	s.cbuf = old
	j := 0
	for _, l := range ls {
		if s.vals[l] == 0 {
			ls[j] = l
			j++
		}
	}
	return s.shrunk(c, old, j)
}

// shrunk finishes the removal of literals from a clause that is not watched: its first n literals stay. It returns
// false if the clause is gone because it became a unit or empty.
func (s *Solver) shrunk(c cref, old []Lit, n int) bool {
	ls := s.lits(c)[:n]
	if s.proof != nil {
		s.pbuf = s.pbuf[:0]
		for _, l := range ls {
			s.pbuf = append(s.pbuf, Lit(l))
		}
		s.proof.Lemma(s.pbuf)
		s.proof.Delete(old)
	}
	if n < 2 {
		if n == 0 {
			s.setUnsat()
		} else if l := Lit(ls[0]); s.vals[l] == 0 {
			s.enqueue(l, noReason)
		} else if s.vals[l] < 0 {
			s.learnEmpty()
		}
		// The proof keeps the unit; the clause is gone.
		s.markGarbage(c)
		return false
	}
	s.wasted += int(s.arena[c]) - n
	s.arena[c] = uint32(n)
	s.arena[c+2] = 2
	s.arena[c+1] &^= flagVivified
	if g := s.glue(c); g > n-1 {
		s.setGlue(c, n-1)
	}
	if !s.redundant(c) {
		s.arena[c+1] |= flagAdded
		for _, l := range ls {
			s.simp.touched[l>>1] = true
			s.simp.addedTo[l>>1] = true
		}
	}
	return true
}
