package sat

import "slices"

// Gates.
//
// findGate looks for clauses that define a variable as a function of others. Given such a definition, resolvents
// between two clauses outside it are implied by the others and can be left out (Eén and Biere 2005, section 4.3).

// findGate returns the clauses of a definition of x among those with x and with -x, or nothing.
func (s *Solver) findGate(x Lit, pos, neg []cref) (gp, gn []cref) {
	if gp, gn = s.findAnd(x, pos, neg); gp != nil {
		return gp, gn
	}
	if gn, gp = s.findAnd(x.Neg(), neg, pos); gp != nil {
		return gp, gn
	}
	return s.findIte(x, pos, neg)
}

// gatePair says whether the resolvent of p (with x) and n (with -x) is needed.
func gatePair(gp, gn []cref, p, n cref) bool {
	if gp == nil {
		return true
	}
	return slices.Contains(gp, p) != slices.Contains(gn, n)
}

// findAnd looks for x = l1 & ... & ln: binary clauses (-x, li) and one clause (x, -l1, ..., -ln).
func (s *Solver) findAnd(x Lit, pos, neg []cref) (gp, gn []cref) {
	marked := 0
	for _, c := range neg {
		if o, ok := s.binaryOther(c, x.Neg()); ok {
			s.mark[o.Var()] = 1 - 2*int8(o&1)
			marked++
		}
	}
	if marked >= 2 {
	search:
		for _, c := range pos {
			if s.size(c) < 3 {
				continue
			}
			s.ticks++
			for _, l := range s.lits(c) {
				if Lit(l) != x && s.mark[l>>1] != 2*int8(l&1)-1 {
					continue search
				}
			}
			gp = []cref{c}
			break
		}
	}
	if gp != nil {
		// Of the binary clauses, one for each literal of the long one.
		for _, l := range s.lits(gp[0]) {
			if Lit(l) != x {
				s.mark[l>>1] *= 2
			}
		}
		// There may be a binary clause with its negation too: the sign must match.
		for _, c := range neg {
			if o, ok := s.binaryOther(c, x.Neg()); ok && s.mark[o.Var()] == 2-4*int8(o&1) {
				s.mark[o.Var()] /= 2
				gn = append(gn, c)
			}
		}
	}
	for _, c := range neg {
		if o, ok := s.binaryOther(c, x.Neg()); ok {
			s.mark[o.Var()] = 0
		}
	}
	return gp, gn
}

// binaryOther returns the other literal of a binary clause with l.
func (s *Solver) binaryOther(c cref, l Lit) (Lit, bool) {
	if s.arena[c] != 2 {
		return LitUndef, false
	}
	return Lit(s.arena[c+hdrSize]^s.arena[c+hdrSize+1]) ^ l, true
}

// findIte looks for x = c ? a : b: the clauses (-x, -c, a), (-x, c, b), (x, -c, -a), (x, c, -b). With b = -a it is an
// exclusive or.
func (s *Solver) findIte(x Lit, pos, neg []cref) (gp, gn []cref) {
	if len(neg) > 20 || len(pos) > 40 {
		return nil, nil
	}
	for i, d := range neg {
		if s.size(d) != 3 {
			continue
		}
		for _, e := range neg[i+1:] {
			if s.size(e) != 3 {
				continue
			}
			s.ticks++
			d1, d2 := s.otherTwo(d, x.Neg())
			e1, e2 := s.otherTwo(e, x.Neg())
			for _, t := range [4][4]Lit{{d1, d2, e1, e2}, {d1, d2, e2, e1}, {d2, d1, e1, e2}, {d2, d1, e2, e1}} {
				if t[0] != t[2].Neg() || t[1].Var() == t[0].Var() || t[3].Var() == t[0].Var() {
					continue
				}
				p := s.findTernary(pos, t[0], t[1].Neg())
				q := s.findTernary(pos, t[2], t[3].Neg())
				if p != 0 && q != 0 {
					return []cref{p, q}, []cref{d, e}
				}
			}
		}
	}
	return nil, nil
}

// otherTwo returns the literals of a ternary clause besides l.
func (s *Solver) otherTwo(c cref, l Lit) (Lit, Lit) {
	a, b, d := Lit(s.arena[c+hdrSize]), Lit(s.arena[c+hdrSize+1]), Lit(s.arena[c+hdrSize+2])
	switch l {
	case a:
		return b, d
	case b:
		return a, d
	}
	return a, b
}

// findTernary returns a clause of three literals with a and b among cs.
func (s *Solver) findTernary(cs []cref, a, b Lit) cref {
	for _, c := range cs {
		if s.size(c) == 3 {
			ls := s.lits(c)
			if slices.Contains(ls, uint32(a)) && slices.Contains(ls, uint32(b)) {
				return c
			}
		}
	}
	return 0
}
