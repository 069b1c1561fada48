package sat

import (
	"cmp"
	"slices"
)

// Subsumption and self-subsuming resolution.
//
// A clause that contains all literals of another is superfluous. One that contains all but one, and the
// negation of that one, can be strengthened by dropping it. Both are found by one test.
//
// Forward: clauses are visited by increasing size, each is tested against the smaller ones connected so far, then
// connected by one of its literals, the one with the fewest connections (Zhang 2005; Bayardo and Panda 2011). Learned clauses
// take part if their glue is low. Only what is new matters: a clause can subsume something it did not before only if it was
// added since, so only clauses all of whose variables are marked get connected, and only clauses with
// at least two marked variables are tested.
//
// Backward: elimination tests each new resolvent against the occurrence list of its rarest variable, because there
// the clause that subsumes comes after those that are subsumed.

const (
	subsumeSize  = 100 // longer clauses are not tested
	subsumeConns = 400 // connections looked at per literal
)

type connection struct {
	sign Lit // some other literal of the clause, tested before the clause is touched
	c    cref
}

// subsumeForward runs on the arena without watches.
func (s *Solver) subsumeForward() {
	sp := &s.simp
	s.setBudget(subsumeEffort)
	var cands []cref
	for i, c := range s.clauses {
		if i&0xffff == 0xffff && s.interrupted() {
			return
		}
		if s.garbage(c) || s.size(c) > subsumeSize || s.redundant(c) && s.glue(c) > tier2Glue {
			continue
		}
		if !s.cleanClause(c) {
			if s.unsat {
				return
			}
			continue
		}
		n := 0
		for _, l := range s.lits(c) {
			if sp.addedTo[l>>1] {
				n++
			}
		}
		if n >= 2 {
			cands = append(cands, c)
		}
	}
	slices.SortStableFunc(cands, func(a, b cref) int { return cmp.Compare(s.arena[a], s.arena[b]) })
	conns := make([][]connection, len(s.vals))
	for _, c := range cands {
		if s.exhausted() || s.unsat {
			return
		}
		if s.garbage(c) || !s.subsumeOne(c, conns) {
			continue
		}
		all := true
		best := LitUndef
		ls := s.lits(c)
		for _, l := range ls {
			all = all && sp.addedTo[l>>1]
			if best == LitUndef || len(conns[l]) < len(conns[best]) {
				best = Lit(l)
			}
		}
		if all && len(conns[best]) < subsumeConns {
			sign := Lit(ls[0])
			if sign == best {
				sign = Lit(ls[1])
			}
			conns[best] = append(conns[best], connection{sign, c})
		}
	}
	clear(sp.addedTo)
}

// subsumeOne tests c against the connected clauses and returns false if c is gone.
func (s *Solver) subsumeOne(c cref, conns [][]connection) bool {
	for _, l := range s.lits(c) {
		s.mark[l>>1] = 1 - 2*int8(l&1)
	}
	var by cref
	drop := LitUndef
search:
	for _, l := range s.lits(c) {
		for _, p := range [2]Lit{Lit(l), Lit(l).Neg()} {
			s.ticks += int64(len(conns[p])>>2) + 1
			for _, cn := range conns[p] {
				if s.mark[cn.sign.Var()] == 0 || s.garbage(cn.c) {
					continue
				}
				s.ticks++
				if d, ok := s.subset(cn.c); ok {
					by, drop = cn.c, d
					break search
				}
			}
		}
	}
	for _, l := range s.lits(c) {
		s.mark[l>>1] = 0
	}
	switch {
	case by == 0:
		return true
	case drop == LitUndef:
		s.stats.Subsumed++
		if s.redundant(by) && !s.redundant(c) {
			s.makeIrredundant(by)
		}
		s.deleteClause(c)
		return false
	default:
		s.stats.Strengthened++
		return s.strengthen(c, drop.Neg())
	}
}

// subset tests whether the marked clause contains all literals of d, one of them perhaps negated. That one is
// returned, or LitUndef.
func (s *Solver) subset(d cref) (Lit, bool) {
	flipped := LitUndef
	for _, l := range s.lits(d) {
		switch s.mark[l>>1] {
		case 0:
			return LitUndef, false
		case 2*int8(l&1) - 1:
			if flipped != LitUndef {
				return LitUndef, false
			}
			flipped = Lit(l)
		}
	}
	return flipped, true
}

func (s *Solver) makeIrredundant(c cref) {
	s.arena[c+1] &^= flagRedundant
	s.nRedundant--
	s.nIrredundant++
	if s.simp.occs != nil {
		for _, l := range s.lits(c) {
			s.simp.occs[l] = append(s.simp.occs[l], c)
		}
	}
}

// strengthen removes a literal from an unwatched clause and returns false if the clause is gone.
func (s *Solver) strengthen(c cref, drop Lit) bool {
	old := s.copyLits(s.cbuf, c)
	s.cbuf = old
	ls := s.lits(c)
	j := 0
	for _, l := range old {
		if l != drop {
			ls[j] = uint32(l)
			j++
		}
	}
	return s.shrunk(c, old, j)
}

// subsumeBackward removes or strengthens what the queued clauses subsume, using occurrence lists.
func (s *Solver) subsumeBackward() {
	sp := &s.simp
	for len(sp.back) > 0 && !s.unsat {
		c := sp.back[len(sp.back)-1]
		sp.back = sp.back[:len(sp.back)-1]
		if s.garbage(c) || s.size(c) > subsumeSize {
			continue
		}
		best := LitUndef
		for _, l := range s.lits(c) {
			if best == LitUndef || len(sp.occs[l])+len(sp.occs[l^1]) < len(sp.occs[best])+len(sp.occs[best^1]) {
				best = Lit(l)
			}
		}
		if len(sp.occs[best])+len(sp.occs[best^1]) > 2*subsumeConns {
			continue
		}
		for _, l := range s.lits(c) {
			s.mark[l>>1] = 1 - 2*int8(l&1)
		}
		n := s.size(c)
		type hit struct {
			d    cref
			drop Lit
		}
		var hits []hit
		for _, p := range [2]Lit{best, best.Neg()} {
			s.ticks += int64(len(sp.occs[p]))
			for _, d := range sp.occs[p] {
				if d == c || s.garbage(d) || s.size(d) < n {
					continue
				}
				if drop, ok := s.superset(d, n); ok {
					hits = append(hits, hit{d, drop})
				}
			}
		}
		for _, l := range s.lits(c) {
			s.mark[l>>1] = 0
		}
		for _, h := range hits {
			if s.unsat || s.garbage(h.d) {
				continue
			}
			if h.drop == LitUndef {
				s.stats.Subsumed++
				s.removeOcc(h.d)
				s.deleteClause(h.d)
			} else {
				s.stats.Strengthened++
				s.strengthenOcc(h.d, h.drop)
			}
		}
	}
}

// superset tests whether d contains all n marked literals, one of them perhaps negated: that literal of d.
func (s *Solver) superset(d cref, n int) (Lit, bool) {
	flipped := LitUndef
	for _, l := range s.lits(d) {
		switch s.mark[l>>1] {
		case 0:
			continue
		case 2*int8(l&1) - 1:
			if flipped != LitUndef {
				return LitUndef, false
			}
			flipped = Lit(l)
		}
		n--
	}
	return flipped, n == 0
}

// removeOcc notes that an irredundant clause is about to go: its variables may now be worth eliminating.
func (s *Solver) removeOcc(c cref) {
	for _, l := range s.lits(c) {
		v := Lit(l).Var()
		s.simp.touched[v] = true
		s.elimUpdate(v)
	}
}

// strengthenOcc removes a literal from a clause in occurrence lists, and queues it.
func (s *Solver) strengthenOcc(c cref, drop Lit) {
	os := s.simp.occs[drop]
	if i := slices.Index(os, c); i >= 0 {
		os[i] = os[len(os)-1]
		s.simp.occs[drop] = os[:len(os)-1]
	}
	s.simp.touched[drop.Var()] = true
	s.elimUpdate(drop.Var())
	if s.strengthen(c, drop) {
		s.simp.back = append(s.simp.back, c)
	}
}
