package sat

// Equivalent literals.
//
// Literals in one strongly connected component of the binary implication graph are equal in every model. Each
// component keeps one representative; the others are replaced by it everywhere and leave the search, with the two
// binary clauses of the equivalence on the extension stack. A component with a literal and its negation refutes the
// formula. Frozen variables are never replaced, but are preferred as representatives.
//
// Components are found by Tarjan's algorithm on an explicit stack: implication chains get as long as the formula.

func (s *Solver) substitute() {
	if s.nIrrBin+s.nRedBin == 0 {
		return
	}
	repr, found := s.components()
	if s.unsat || !found {
		return
	}
	if s.proof != nil {
		// While all binary clauses are still there, each equivalence follows by propagation along the component.
		for v := range s.vinfo {
			if l := MkLit(Var(v), false); repr[l] != l {
				s.pbuf = append(s.pbuf[:0], l.Neg(), repr[l])
				s.proof.Lemma(s.pbuf)
				s.pbuf = append(s.pbuf[:0], l, repr[l].Neg())
				s.proof.Lemma(s.pbuf)
			}
		}
	}
	bins := s.takeBinaries()
	s.watches.reset()
	out := bins[:0]
	var fresh []binary
	for _, b := range bins {
		a, c := repr[b.a], repr[b.b]
		if a == b.a && c == b.b {
			out = append(out, b)
			continue
		}
		old := []Lit{b.a, b.b}
		switch {
		case a == c.Neg():
			if s.proof != nil {
				s.proof.Delete(old)
			}
		case a == c:
			if s.proof != nil {
				s.proof.Lemma([]Lit{a})
				s.proof.Delete(old)
			}
			if s.vals[a] == 0 {
				s.enqueue(a, noReason)
			} else if s.vals[a] < 0 {
				s.learnEmpty()
				return
			}
		default:
			if s.proof != nil {
				s.proof.Lemma([]Lit{a, c})
				s.proof.Delete(old)
			}
			if a > c {
				a, c = c, a
			}
			fresh = append(fresh, binary{a, c, b.redundant})
			if !b.redundant {
				s.touch([]Lit{a, c})
			}
		}
	}
	out = append(out, fresh...)
	for _, c := range s.clauses {
		if !s.garbage(c) {
			s.substituteClause(c, repr)
			if s.unsat {
				return
			}
		}
	}
	for v := range s.vinfo {
		l := MkLit(Var(v), false)
		r := repr[l]
		if r == l {
			continue
		}
		s.stats.Substituted++
		s.state[v] = substituted
		s.nActive--
		s.weaken(l, []Lit{l, r.Neg()})
		s.weaken(l.Neg(), []Lit{l.Neg(), r})
	}
	s.rewatch(s.dedupe(out))
}

// dedupe drops copies of binary clauses; of a learned and an irredundant one, the irredundant stays.
func (s *Solver) dedupe(bins []binary) []binary {
	last := make(map[[2]Lit]int, len(bins))
	out := bins[:0]
	for _, b := range bins {
		k := [2]Lit{b.a, b.b}
		if i, ok := last[k]; ok {
			out[i].redundant = out[i].redundant && b.redundant
			if s.proof != nil {
				s.proof.Delete(k[:])
			}
			continue
		}
		last[k] = len(out)
		out = append(out, b)
	}
	return out
}

// substituteClause replaces literals by their representatives in a clause that is not watched.
func (s *Solver) substituteClause(c cref, repr []Lit) {
	ls := s.lits(c)
	change := false
	for _, l := range ls {
		change = change || repr[l] != Lit(l)
	}
	if !change {
		return
	}
	old := s.copyLits(s.cbuf, c)
	s.cbuf = old
	j := 0
	taut := false
	for _, o := range old {
		l := repr[o]
		m := int8(1)
		if l.Sign() {
			m = -1
		}
		switch s.mark[l.Var()] {
		case 0:
			s.mark[l.Var()] = m
			ls[j] = uint32(l)
			j++
		case -m:
			taut = true
		}
	}
	for _, l := range ls[:j] {
		s.mark[l>>1] = 0
	}
	if taut {
		if s.proof != nil {
			s.proof.Delete(old)
		}
		s.markGarbage(c)
		return
	}
	s.shrunk(c, old, j)
}

// components returns the representative of every literal and whether any differs from its literal.
func (s *Solver) components() ([]Lit, bool) {
	n := len(s.vals)
	repr := make([]Lit, n)
	index := make([]int32, n) // 0 unvisited, -1 done
	low := make([]int32, n)
	for l := range repr {
		repr[l] = Lit(l)
	}
	type frame struct {
		l Lit
		i int
	}
	var work []frame
	var stack []Lit
	next := int32(0)
	found := false
	for root := Lit(0); int(root) < n; root++ {
		if index[root] != 0 || s.vals[root] != 0 || s.state[root.Var()] != active {
			continue
		}
		work = append(work[:0], frame{root, 0})
		for len(work) > 0 {
			f := &work[len(work)-1]
			l := f.l
			if f.i == 0 {
				next++
				index[l], low[l] = next, next
				stack = append(stack, l)
			}
			// l implies the other literal of each binary clause with -l.
			ws := s.watches.list(l.Neg())
			descended := false
			for f.i < len(ws) {
				w := ws[f.i]
				f.i++
				if !w.binary() || s.vals[w.blit] != 0 {
					continue
				}
				switch m := w.blit; {
				case index[m] == 0:
					work = append(work, frame{m, 0})
					descended = true
				case index[m] > 0:
					low[l] = min(low[l], low[m])
				}
				if descended {
					break
				}
			}
			if descended {
				continue
			}
			s.ticks += int64(len(ws)>>3) + 1
			work = work[:len(work)-1]
			if len(work) > 0 {
				p := work[len(work)-1].l
				low[p] = min(low[p], low[l])
			}
			if low[l] != index[l] {
				continue
			}
			at := len(stack) - 1
			for stack[at] != l {
				at--
			}
			if s.component(stack[at:], repr, index) {
				found = true
			}
			if s.unsat {
				return nil, false
			}
			stack = stack[:at]
		}
	}
	return repr, found
}

// component settles one strongly connected component.
func (s *Solver) component(ls []Lit, repr []Lit, index []int32) bool {
	for _, l := range ls {
		index[l] = -1
	}
	if len(ls) == 1 {
		return false
	}
	best := ls[0]
	for _, l := range ls {
		lf, bf := s.frozen[l.Var()] > 0, s.frozen[best.Var()] > 0
		if lf != bf {
			if lf {
				best = l
			}
		} else if l.Var() < best.Var() {
			best = l
		}
	}
	found := false
	for _, l := range ls {
		if l == best.Neg() {
			// l and -l in one component: each implies the other.
			if s.proof != nil {
				s.proof.Lemma([]Lit{l})
			}
			s.learnEmpty()
			return false
		}
		if l != best && s.frozen[l.Var()] == 0 {
			repr[l] = best
			repr[l.Neg()] = best.Neg()
			found = true
		}
	}
	return found
}
