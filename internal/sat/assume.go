package sat

import "slices"

import "context"

// Assumptions and cores.
//
// Assumptions are the first decisions, one level each, in the order given. When one of them is found false, the
// assumptions it follows from are read off the implication graph: with it, they are the core. The clause of their
// negations follows by unit propagation alone and ends the proof.
//
// A core is minimized by leaving out one assumption at a time and solving again; a call that answers Unsat brings a
// new core, which is often smaller by more than one. Rejected: progression or divide and conquer, which pay off on
// cores of thousands; ours have tens.

// failedAssumption computes the core for assumption a, which is false.
func (s *Solver) failedAssumption(a Lit) {
	s.core = append(s.core[:0], a)
	if s.vinfo[a.Var()].level == 0 {
		return
	}
	s.seen[a.Var()] = seenBit
	bottom := int(s.levels[1].trail)
	for i := len(s.trail) - 1; i >= bottom; i-- {
		l := s.trail[i]
		v := l.Var()
		if s.seen[v] == 0 {
			continue
		}
		s.seen[v] = 0
		switch r := s.reason(l); {
		case r == noReason:
			s.core = append(s.core, l)
		case r&binBit != 0:
			s.seenAbove0(Lit(r &^ binBit))
		default:
			for _, q := range s.lits(r) {
				if Lit(q) != l {
					s.seenAbove0(Lit(q))
				}
			}
		}
	}
}

func (s *Solver) seenAbove0(l Lit) {
	if s.vinfo[l.Var()].level > 0 {
		s.seen[l.Var()] = seenBit
	}
}

// Core returns the assumptions that the last Unsat answer rests on: empty when the clauses alone are
// unsatisfiable. The slice is valid until the next call.
func (s *Solver) Core() []Lit { return s.core }

// concludeCore ends the proof of an Unsat answer with the negated core.
func (s *Solver) concludeCore() {
	if s.unsat {
		s.core = s.core[:0]
		return
	}
	if s.proof == nil {
		return
	}
	for _, l := range s.core {
		s.coreLemma = append(s.coreLemma, l.Neg())
	}
	s.proof.Lemma(s.coreLemma)
}

func (s *Solver) dropCoreLemma() {
	if len(s.coreLemma) > 0 {
		s.proof.Delete(s.coreLemma)
		s.coreLemma = s.coreLemma[:0]
	}
}

// MinimizeCore makes the core of the last Unsat answer smaller, spending at most the given number of conflicts, and
// returns it. When the budget is enough, no assumption can be left out of the result. The core is valid also when
// an error is returned, which says what ended the work.
func (s *Solver) MinimizeCore(ctx context.Context, budget int64) ([]Lit, error) {
	if s.unsat || len(s.core) == 0 {
		return s.core, nil
	}
	core := append([]Lit(nil), s.core...)
	// The lemma of the best core so far stays in the proof until a better one is there.
	lemma := append([]Lit(nil), s.coreLemma...)
	s.coreLemma = s.coreLemma[:0]
	var failure error
	for i := 0; i < len(core) && budget > 0; {
		without := append(append([]Lit(nil), core[:i]...), core[i+1:]...)
		before := s.stats.Conflicts
		s.confBudget = budget
		st, err := s.solve(ctx, without)
		budget -= s.stats.Conflicts - before
		if st == Unsat {
			if len(lemma) > 0 {
				s.proof.Delete(lemma)
			}
			lemma = append(lemma[:0], s.coreLemma...)
			s.coreLemma = s.coreLemma[:0]
			if s.unsat {
				core = core[:0]
				break
			}
			// Those before i are needed, and the new core is a subset of without: keep the order.
			core, i = intersect(core, s.core, i)
			continue
		}
		if err != nil {
			if _, ok := err.(*LimitError); !ok || s.limit != nil {
				failure = err
				break
			}
			break // budget spent
		}
		i++
	}
	s.core = append(s.core[:0], core...)
	s.haveModel = false
	if len(lemma) > 0 && !s.unsat {
		s.proof.Lemma(lemma)
		s.proof.Delete(lemma)
		s.coreLemma = append(s.coreLemma[:0], lemma...)
	}
	return s.core, failure
}

// intersect keeps the elements of a that are in b, and returns how many of the first n were kept.
func intersect(a, b []Lit, n int) ([]Lit, int) {
	out := make([]Lit, 0, len(b))
	kept := 0
	for i, l := range a {
		if slices.Contains(b, l) {
			out = append(out, l)
			if i < n {
				kept++
			}
		}
	}
	return out, kept
}
