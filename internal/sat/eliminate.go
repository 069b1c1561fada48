package sat

import "slices"

// Bounded variable elimination (Eén and Biere, SAT 2005).
//
// A variable is resolved away when that adds neither more clauses nor more literals than it removes. Candidates come
// from a heap by the product of their occurrence counts. If the variable is the output of a gate (AND, ITE, XOR as an ITE), only resolvents of a gate clause with
// another clause are needed; the rest are implied. That matters here: nearly every variable of a bit-blasted formula is
// such an output.
//
// The removed clauses go on the extension stack, all of them, because the variable may be used again. Learned
// clauses with an eliminated variable are dropped at the end of the round.
//
// Rejected: a bound on clauses that grows over the rounds, as in other solvers. Without the limit on literals it made
// conflicts dearer and no fewer on sequentialized programs, and turned pigeon holes from seconds into minutes; with the
// limit it changes nothing. Also blocked clause elimination and covered clauses (little left after gates), and functional dependency by a
// sub-solver.

const (
	elimOccs = 100 // more occurrences of one polarity: not a candidate
	elimSize = 100 // no longer resolvents
)

// dense runs the half of a round that needs occurrence lists.
func (s *Solver) dense() {
	sp := &s.simp
	bins := s.takeBinaries()
	s.watches.reset()
	s.qhead = len(s.trail)
	var pair [2]Lit
	for _, b := range bins {
		pair = [2]Lit{b.a, b.b}
		c := s.newClause(pair[:], b.redundant, 1)
		s.arena[c+1] &^= flagAdded
	}
	s.subsumeForward()
	if !s.unsat && !s.interrupted() {
		s.eliminate()
	}
	sp.occs = nil
	sp.back = sp.back[:0]
	sp.bytes = 0
	if s.unsat {
		return
	}
	for _, c := range s.clauses {
		if s.garbage(c) {
			continue
		}
		for _, l := range s.lits(c) {
			if s.state[l>>1] != active {
				if !s.redundant(c) {
					panic("sat: eliminated variable in an irredundant clause")
				}
				s.deleteClause(c)
				break
			}
		}
	}
	s.rewatch(nil)
}

// eliminate resolves variables away.
func (s *Solver) eliminate() {
	sp := &s.simp
	s.setBudget(elimEffort)
	if s.stats.Eliminated == 0 {
		sp.budget += 20 * minEffort // the first round is the one that pays
	}
	s.buildOccs()
	for !s.unsat {
		s.elimSchedule()
		done := s.elimRound()
		if s.unsat || !done {
			return
		}
		more := false
		for v := range sp.touched {
			more = more || sp.touched[v] && s.candidate(Var(v))
		}
		if !more {
			return
		}
	}
}

func (s *Solver) buildOccs() {
	sp := &s.simp
	count := make([]int32, len(s.vals))
	total := 0
	for _, c := range s.clauses {
		if s.garbage(c) || s.redundant(c) {
			continue
		}
		for _, l := range s.lits(c) {
			count[l]++
		}
		total += s.size(c)
	}
	// One array for all lists, each with a little room to grow before it is copied elsewhere.
	flat := make([]cref, 0, total+2*len(count))
	sp.occs = make([][]cref, len(s.vals))
	for l, n := range count {
		at := len(flat)
		room := int(n) + 2
		flat = flat[:at+room]
		sp.occs[l] = flat[at : at : at+room]
	}
	for _, c := range s.clauses {
		if s.garbage(c) || s.redundant(c) {
			continue
		}
		for _, l := range s.lits(c) {
			sp.occs[l] = append(sp.occs[l], c)
		}
	}
	sp.bytes = int64(cap(flat))*4 + int64(len(s.vals))*28
	s.ticks += int64(total) >> 2
	s.checkMemory()
}

func (s *Solver) candidate(v Var) bool {
	return s.state[v] == active && s.frozen[v] == 0 && s.vals[MkLit(v, false)] == 0
}

func (s *Solver) elimSchedule() {
	h := &s.simp.elim
	h.reset(len(s.vinfo))
	for v := range s.vinfo {
		if s.simp.touched[v] && s.candidate(Var(v)) {
			h.push(s, Var(v))
		}
	}
}

// elimRound empties the heap; false means that the budget ran out.
func (s *Solver) elimRound() bool {
	sp := &s.simp
	for len(sp.elim.vars) > 0 {
		if s.exhausted() {
			return false
		}
		v := sp.elim.pop(s)
		sp.touched[v] = false
		if !s.candidate(v) {
			continue
		}
		s.tryEliminate(v)
		for s.densePropagate(); len(sp.back) > 0 && !s.unsat; s.densePropagate() {
			s.subsumeBackward()
		}
		if s.unsat {
			return false
		}
	}
	return true
}

// densePropagate applies new units to the clauses in occurrence lists.
func (s *Solver) densePropagate() {
	sp := &s.simp
	for s.qhead < len(s.trail) && !s.unsat {
		l := s.trail[s.qhead]
		s.qhead++
		for _, c := range sp.occs[l] {
			if !s.garbage(c) {
				s.removeOcc(c)
				s.deleteClause(c)
			}
		}
		sp.occs[l] = nil
		neg := sp.occs[l.Neg()]
		sp.occs[l.Neg()] = nil
		for _, c := range neg {
			if !s.garbage(c) && !s.unsat {
				if s.strengthen(c, l.Neg()) {
					sp.back = append(sp.back, c)
				}
			}
		}
	}
}

// live drops dead clauses from an occurrence list.
func (s *Solver) live(l Lit) []cref {
	os := s.simp.occs[l]
	j := 0
	for _, c := range os {
		if !s.garbage(c) {
			os[j] = c
			j++
		}
	}
	s.ticks += int64(len(os))
	s.simp.occs[l] = os[:j]
	return os[:j]
}

// tryEliminate eliminates v if the bound allows.
func (s *Solver) tryEliminate(v Var) {
	x := MkLit(v, false)
	pos, neg := s.live(x), s.live(x.Neg())
	if len(pos) > elimOccs || len(neg) > elimOccs {
		return
	}
	limit := len(pos) + len(neg)
	removed := 0
	for _, c := range pos {
		if s.size(c) > elimSize {
			return
		}
		removed += s.size(c)
	}
	for _, c := range neg {
		if s.size(c) > elimSize {
			return
		}
		removed += s.size(c)
	}
	gp, gn := s.findGate(x, pos, neg)
	count, added := 0, 0
	var buf []Lit
	if len(pos)*len(neg) > 0 {
		for _, p := range pos {
			s.markLits(p, x)
			for _, n := range neg {
				if !gatePair(gp, gn, p, n) {
					continue
				}
				size, ok := s.resolventSize(p, n)
				if !ok {
					continue
				}
				count++
				added += size
				if count > limit || size > elimSize || added > removed {
					s.unmarkLits(p)
					return
				}
			}
			s.unmarkLits(p)
		}
	}
	// Resolvents first: they follow from clauses that are still there.
	pos, neg = slices.Clone(pos), slices.Clone(neg)
	for _, p := range pos {
		for _, n := range neg {
			if !gatePair(gp, gn, p, n) {
				continue
			}
			s.markLits(p, x)
			_, ok := s.resolventSize(p, n)
			if ok {
				buf = s.resolvent(buf[:0], p, n, x)
			}
			s.unmarkLits(p)
			if ok {
				s.addResolvent(buf)
				if s.unsat {
					return
				}
			}
		}
	}
	s.stats.Eliminated++
	s.state[v] = eliminated
	s.nActive--
	for _, side := range []struct {
		l  Lit
		cs []cref
	}{{x, pos}, {x.Neg(), neg}} {
		for _, c := range side.cs {
			s.removeOcc(c)
			s.cbuf = s.copyLits(s.cbuf, c)
			s.weaken(side.l, s.cbuf)
			s.markGarbage(c)
		}
		s.simp.occs[side.l] = nil
	}
}

func (s *Solver) markLits(c cref, except Lit) {
	for _, l := range s.lits(c) {
		if Lit(l) != except {
			s.mark[l>>1] = 1 - 2*int8(l&1)
		}
	}
}

func (s *Solver) unmarkLits(c cref) {
	for _, l := range s.lits(c) {
		s.mark[l>>1] = 0
	}
}

// resolventSize returns the size of the resolvent of the marked clause p with n, false for a tautology or a
// clause that is true at level 0.
func (s *Solver) resolventSize(p, n cref) (int, bool) {
	s.ticks++
	size := s.size(p) - 1
	for _, l := range s.lits(n) {
		switch s.mark[l>>1] {
		case 0:
			size++
		case 2*int8(l&1) - 1:
			return 0, false
		}
	}
	return size - 1, true // the pivot of n was counted
}

// resolvent appends the literals of p and n without the pivot.
func (s *Solver) resolvent(buf []Lit, p, n cref, pivot Lit) []Lit {
	for _, l := range s.lits(p) {
		if Lit(l) != pivot {
			buf = append(buf, Lit(l))
		}
	}
	for _, l := range s.lits(n) {
		if Lit(l) != pivot.Neg() && s.mark[l>>1] == 0 {
			buf = append(buf, Lit(l))
		}
	}
	return buf
}

// addResolvent adds a clause to the arena and to the occurrence lists.
func (s *Solver) addResolvent(lits []Lit) {
	out := lits[:0]
	for _, l := range lits {
		if s.vals[l] > 0 {
			return
		}
		if s.vals[l] == 0 {
			out = append(out, l)
		}
	}
	if s.proof != nil {
		s.proof.Lemma(out)
	}
	switch len(out) {
	case 0:
		s.setUnsat()
	case 1:
		s.enqueue(out[0], noReason)
	default:
		c := s.newClause(out, false, 1)
		s.touch(out)
		for _, l := range out {
			s.simp.occs[l] = append(s.simp.occs[l], c)
			s.elimUpdate(l.Var())
		}
		s.simp.back = append(s.simp.back, c)
	}
}

// elimHeap is a binary heap of candidates, fewest occurrences first.
type elimHeap struct {
	vars []Var
	pos  []int32 // -1 outside
}

func (h *elimHeap) reset(n int) {
	h.vars = h.vars[:0]
	h.pos = h.pos[:0]
	for range n {
		h.pos = append(h.pos, -1)
	}
}

func (s *Solver) elimScore(v Var) int {
	a, b := len(s.simp.occs[MkLit(v, false)]), len(s.simp.occs[MkLit(v, true)])
	return a*b + a + b
}

func (h *elimHeap) less(s *Solver, a, b Var) bool {
	x, y := s.elimScore(a), s.elimScore(b)
	return x < y || x == y && a < b
}

// elimUpdate puts v (back) on the heap or moves it.
func (s *Solver) elimUpdate(v Var) {
	h := &s.simp.elim
	if int(v) >= len(h.pos) || !s.candidate(v) {
		return
	}
	if i := h.pos[v]; i >= 0 {
		h.up(s, int(i))
		h.down(s, int(h.pos[v]))
		return
	}
	if s.simp.touched[v] {
		h.push(s, v)
	}
}

func (h *elimHeap) push(s *Solver, v Var) {
	h.pos[v] = int32(len(h.vars))
	h.vars = append(h.vars, v)
	h.up(s, len(h.vars)-1)
}

func (h *elimHeap) pop(s *Solver) Var {
	v := h.vars[0]
	last := h.vars[len(h.vars)-1]
	h.vars = h.vars[:len(h.vars)-1]
	h.pos[v] = -1
	if len(h.vars) > 0 {
		h.vars[0] = last
		h.pos[last] = 0
		h.down(s, 0)
	}
	return v
}

func (h *elimHeap) up(s *Solver, i int) {
	v := h.vars[i]
	for i > 0 {
		p := (i - 1) / 2
		if !h.less(s, v, h.vars[p]) {
			break
		}
		h.vars[i] = h.vars[p]
		h.pos[h.vars[i]] = int32(i)
		i = p
	}
	h.vars[i] = v
	h.pos[v] = int32(i)
}

func (h *elimHeap) down(s *Solver, i int) {
	v := h.vars[i]
	for {
		c := 2*i + 1
		if c >= len(h.vars) {
			break
		}
		if c+1 < len(h.vars) && h.less(s, h.vars[c+1], h.vars[c]) {
			c++
		}
		if !h.less(s, h.vars[c], v) {
			break
		}
		h.vars[i] = h.vars[c]
		h.pos[h.vars[i]] = int32(i)
		i = c
	}
	h.vars[i] = v
	h.pos[v] = int32(i)
}
