package sat

// The outer loop of the search: propagate, learn, and between conflicts do whatever is due.

// search runs until there is an answer or a limit. On Unsat, s.core holds the failed assumptions.
func (s *Solver) search() Status {
	s.trail = growCap(s.trail, len(s.vinfo))
	if s.level() == 0 && s.propagate() != 0 {
		s.learnEmpty()
		return Unsat
	}
	s.ticksPolled()
	if s.opts.InprocessAlways && !s.opts.NoInprocessing {
		s.simplify()
		if s.unsat {
			return Unsat
		}
	}
	startConflicts := s.stats.Conflicts
	for {
		confl := s.propagate()
		if confl == 0 && s.theory.t != nil {
			var again bool
			confl, again = s.theoryPropagate()
			if s.unsat {
				return Unsat
			}
			if confl == 0 && again {
				continue
			}
		}
		if confl != 0 {
			if s.level() == 0 {
				s.learnEmpty()
				return Unsat
			}
			s.stats.Conflicts++
			s.analyze(confl)
			if s.ticks >= s.pollAt && s.ticksPolled() {
				return Unknown
			}
			continue
		}
		if s.confBudget >= 0 && s.stats.Conflicts-startConflicts >= s.confBudget {
			return Unknown
		}
		if s.limit != nil || s.stopped || s.ticks >= s.pollAt && s.ticksPolled() {
			return Unknown
		}
		if s.due() {
			if s.unsat {
				return Unsat
			}
			continue
		}
		switch st := s.decide(); st {
		case Unknown:
			continue
		case Sat:
			if s.theory.t != nil {
				ok, confl := s.theoryFinal()
				if s.unsat {
					return Unsat
				}
				if confl != 0 {
					if s.level() == 0 {
						s.learnEmpty()
						return Unsat
					}
					s.stats.Conflicts++
					s.analyze(confl)
					continue
				}
				if !ok {
					continue
				}
			}
			return Sat
		default:
			return st
		}
	}
}

// due runs at most one of the periodic jobs and reports whether it changed the assignment.
func (s *Solver) due() bool {
	n := s.stats.Conflicts
	switch {
	case s.shouldRestart():
		s.restart()
		if s.opts.InprocessAlways && !s.opts.NoInprocessing {
			s.simplify()
		}
		return true
	case n >= s.simpAt && !s.opts.NoInprocessing:
		s.simplify()
		return true
	case n >= s.reduceAt:
		s.reduce()
		return false
	case n >= s.rephaseAt:
		s.rephase()
		return true
	}
	if s.modeDue() {
		s.switchMode()
		return true
	}
	return false
}

// decide takes the next assumption or the next variable. Unknown means that the search goes on.
func (s *Solver) decide() Status {
	for s.level() < len(s.assumptions) {
		a := s.assumptions[s.level()]
		switch {
		case s.vals[a] > 0:
			s.newLevel() // keep one level per assumption
		case s.vals[a] < 0:
			s.failedAssumption(a)
			return Unsat
		default:
			s.newLevel()
			s.enqueue(a, noReason)
			return Unknown
		}
	}
	v := s.nextVar()
	if v == noVar {
		return Sat
	}
	s.stats.Decisions++
	s.newLevel()
	s.enqueue(s.phase(v), noReason)
	return Unknown
}

// ticksPolled asks whether to stop, and sets the next time to ask.
func (s *Solver) ticksPolled() bool {
	s.pollAt = s.ticks + pollTicks
	s.stats.Ticks = s.ticks
	return s.interrupted()
}

// growCap returns x with room for n elements in all.
func growCap[T any](x []T, n int) []T {
	if cap(x) >= n {
		return x
	}
	y := make([]T, len(x), n+n/4)
	copy(y, x)
	return y
}
