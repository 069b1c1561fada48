package sat

// Failed literals.
//
// A literal that leads to a conflict by propagation alone is false. Only roots of the binary implication graph are
// tried (literals that imply something through a binary clause and are not themselves implied by one): what fails
// below a root makes the root fail. On a conflict the first unique implication point on the single level is taken,
// which may be stronger than the probe. A root is tried again only after new units are known.
//
// Rejected: hyper-binary resolution during probing and double lookahead; they add clauses that later have to be
// removed again.

func (s *Solver) probe() {
	sp := &s.simp
	s.setBudget(probeEffort)
	for len(sp.probed) < len(s.vals) {
		sp.probed = append(sp.probed, 0)
	}
	var roots []Lit
	for l := Lit(0); int(l) < len(s.vals); l++ {
		if s.vals[l] != 0 || s.state[l.Var()] != active {
			continue
		}
		if s.hasBinary(l.Neg()) && !s.hasBinary(l) && sp.probed[l] != int32(len(s.trail))+1 {
			roots = append(roots, l)
		}
	}
	for _, l := range roots {
		if s.exhausted() {
			break
		}
		if s.vals[l] != 0 || sp.probed[l] == int32(len(s.trail))+1 {
			continue
		}
		s.newLevel()
		s.enqueue(l, noReason)
		confl := s.propagate()
		if confl == 0 {
			s.backtrack(0)
			sp.probed[l] = int32(len(s.trail)) + 1
			continue
		}
		uip := s.level1UIP(confl)
		s.backtrack(0)
		s.stats.FailedLits++
		s.learnUnit(uip.Neg())
		if s.unsat {
			return
		}
	}
}

func (s *Solver) hasBinary(l Lit) bool {
	for _, w := range s.watches.list(l) {
		if w.binary() {
			return true
		}
	}
	return false
}

// learnUnit asserts a literal at level 0 that the proof does not know yet.
func (s *Solver) learnUnit(l Lit) {
	if s.proof != nil {
		s.pbuf = append(s.pbuf[:0], l)
		s.proof.Lemma(s.pbuf)
	}
	switch {
	case s.vals[l] < 0:
		s.learnEmpty()
	case s.vals[l] == 0:
		s.enqueue(l, noReason)
		if s.propagate() != 0 {
			s.learnEmpty()
		}
	}
}

// level1UIP returns the first unique implication point of a conflict on level 1.
func (s *Solver) level1UIP(confl uint32) Lit {
	open := 0
	mark := func(l Lit) {
		v := l.Var()
		if s.seen[v] == 0 && s.vinfo[v].level == 1 {
			s.seen[v] = seenBit
			s.analyzed = append(s.analyzed, v)
			open++
		}
	}
	if confl == conflictBinary {
		mark(s.conflict[0])
		mark(s.conflict[1])
	} else {
		for _, l := range s.lits(confl) {
			mark(Lit(l))
		}
	}
	uip := LitUndef
	for i := len(s.trail) - 1; ; i-- {
		uip = s.trail[i]
		if s.seen[uip.Var()] == 0 {
			continue
		}
		open--
		if open == 0 {
			break
		}
		if r := s.vinfo[uip.Var()].reason; r&binBit != 0 {
			mark(Lit(r &^ binBit))
		} else {
			for _, l := range s.lits(r) {
				if Lit(l) != uip {
					mark(Lit(l))
				}
			}
		}
	}
	s.clearAnalysis()
	return uip
}
