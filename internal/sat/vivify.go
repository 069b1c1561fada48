package sat

import (
	"cmp"
	"slices"
)

// Vivification (Piette, Hamadi, Saïs 2008; Luo et al. 2017; Li et al. 2020).
//
// A clause is taken out of propagation and the negations of its literals are decided one after the other. When
// propagation yields a conflict, makes another of its literals true or all of them false, the decisions responsible give a shorter
// clause; a learned clause whose remaining literal is implied without shortening is superfluous and goes.
//
// Literals are decided by decreasing number of occurrences among the candidates, and candidates are sorted
// by their literals in that order, so that neighbours share decisions: the common prefix of the trail is kept. Learned
// clauses of low glue come first, then other learned clauses, then irredundant ones. A clause is tried again only
// after all others were.

func (s *Solver) vivify() {
	for _, t := range []struct {
		effort float64
		pick   func(h uint32) bool
	}{
		{0.5 * vivifyEffort, func(h uint32) bool {
			return h&flagRedundant != 0 && h>>glueShift <= tier2Glue
		}},
		{0.25 * vivifyEffort, func(h uint32) bool {
			return h&flagRedundant != 0 && h>>glueShift > tier2Glue
		}},
		{0.25 * vivifyEffort, func(h uint32) bool { return h&flagRedundant == 0 }},
	} {
		s.setBudget(t.effort)
		s.vivifyTier(t.pick)
		if s.unsat || s.stopped || s.limit != nil {
			return
		}
	}
}

func (s *Solver) vivifyTier(pick func(h uint32) bool) {
	count := make([]int32, len(s.vals))
	var cands []cref
	fresh := 0
	for _, c := range s.clauses {
		h := s.arena[c+1]
		if h&flagGarbage != 0 || !pick(h) {
			continue
		}
		cands = append(cands, c)
		if h&flagVivified == 0 {
			fresh++
		}
		for _, l := range s.lits(c) {
			count[l]++
		}
	}
	if fresh == 0 {
		for _, c := range cands {
			s.arena[c+1] &^= flagVivified
		}
	}
	// Sort the literals of a copy; the clause itself keeps its watches.
	type item struct {
		c    cref
		lits []Lit
	}
	before := func(a, b Lit) int {
		if d := cmp.Compare(count[b], count[a]); d != 0 {
			return d
		}
		return cmp.Compare(a, b)
	}
	var items []item
	total := 0
	for _, c := range cands {
		if s.arena[c+1]&flagVivified == 0 || fresh == 0 {
			total += s.size(c)
		}
	}
	flat := make([]Lit, 0, total)
	for _, c := range cands {
		if fresh > 0 && s.arena[c+1]&flagVivified != 0 {
			continue
		}
		at := len(flat)
		for _, l := range s.lits(c) {
			flat = append(flat, Lit(l))
		}
		ls := flat[at:len(flat):len(flat)]
		slices.SortFunc(ls, before)
		items = append(items, item{c, ls})
	}
	s.ticks += int64(total) >> 2
	slices.SortFunc(items, func(a, b item) int {
		for i := 0; i < len(a.lits) && i < len(b.lits); i++ {
			if d := before(a.lits[i], b.lits[i]); d != 0 {
				return d
			}
		}
		if d := cmp.Compare(len(a.lits), len(b.lits)); d != 0 {
			return d
		}
		return cmp.Compare(a.c, b.c)
	})
	for _, it := range items {
		if s.exhausted() {
			break
		}
		s.arena[it.c+1] |= flagVivified
		s.vivifyClause(it.c, it.lits)
		if s.unsat {
			break
		}
	}
	s.backtrack(0)
	s.ignore = 0
}

// vivifyClause tries to shorten one clause, whose literals are given in the order of decision.
func (s *Solver) vivifyClause(c cref, order []Lit) {
	for _, l := range order {
		if s.vals[l] > 0 && s.vinfo[l.Var()].level == 0 {
			s.backtrack(0)
			s.deleteClause(c)
			return
		}
	}
	// Keep the decisions shared with the last clause, unless this one was used as a reason on the way.
	keep := 0
	i := 0
	for keep < s.level() {
		for i < len(order) && s.vals[order[i]] < 0 && s.vinfo[order[i].Var()].level == 0 {
			i++
		}
		if i == len(order) || s.trail[s.levels[keep+1].trail] != order[i].Neg() {
			break
		}
		keep++
		i++
	}
	for _, l := range order {
		if vi := s.vinfo[l.Var()]; s.vals[l] > 0 && vi.reason == c && int(vi.level) <= keep {
			keep = int(vi.level) - 1
		}
	}
	s.backtrack(keep)
	s.ignore = c
	confl := uint32(0)
	implied := LitUndef
	for _, l := range order {
		if s.vals[l] > 0 {
			implied = l
			break
		}
		if s.vals[l] < 0 {
			continue
		}
		s.newLevel()
		s.enqueue(l.Neg(), noReason)
		if confl = s.propagate(); confl != 0 {
			break
		}
	}
	// Which decisions are responsible?
	out := s.learnt[:0]
	if implied != LitUndef {
		out = append(out, implied)
		s.seenReason(implied)
	} else if confl == conflictBinary {
		s.seenLit(s.conflict[0])
		s.seenLit(s.conflict[1])
	} else {
		if confl == 0 {
			confl = c // all its literals are false
		}
		for _, l := range s.lits(confl) {
			s.seenLit(Lit(l))
		}
	}
	if s.level() > 0 {
		for i := len(s.trail) - 1; i >= int(s.levels[1].trail); i-- {
			l := s.trail[i]
			if s.seen[l.Var()] == 0 {
				continue
			}
			if s.vinfo[l.Var()].reason == noReason {
				out = append(out, l.Neg())
			} else {
				s.seenReason(l)
			}
		}
	}
	s.clearAnalysis()
	s.learnt = out
	redundant := s.redundant(c)
	switch {
	case len(out) < s.size(c):
		s.stats.Vivified++
		s.backtrack(0)
		s.replaceClause(c, out, redundant)
	case redundant && (implied != LitUndef || confl != c):
		// The others imply it.
		s.stats.Vivified++
		s.deleteClause(c)
	}
}

func (s *Solver) seenLit(l Lit) {
	v := l.Var()
	if s.seen[v] == 0 && s.vinfo[v].level > 0 {
		s.seen[v] = seenBit
		s.analyzed = append(s.analyzed, v)
	}
}

// seenReason marks the literals that imply l.
func (s *Solver) seenReason(l Lit) {
	r := s.vinfo[l.Var()].reason
	if s.vinfo[l.Var()].level == 0 {
		return
	}
	if r&binBit != 0 {
		s.seenLit(Lit(r &^ binBit))
		return
	}
	for _, q := range s.lits(r) {
		if Lit(q) != l {
			s.seenLit(Lit(q))
		}
	}
}

// replaceClause puts a subset of a watched clause in its place, at level 0.
func (s *Solver) replaceClause(c cref, lits []Lit, redundant bool) {
	lits = append([]Lit(nil), lits...)
	glue := min(s.glue(c), max(len(lits)-1, 1))
	used := s.arena[c+1] & usedMask
	if s.proof != nil {
		s.proof.Lemma(lits)
	}
	s.deleteClause(c)
	if !redundant {
		s.touch(lits)
	}
	switch len(lits) {
	case 0:
		s.setUnsat()
	case 1:
		s.ignore = 0
		if s.vals[lits[0]] < 0 {
			s.learnEmpty()
		} else if s.vals[lits[0]] == 0 {
			s.enqueue(lits[0], noReason)
			if s.propagate() != 0 {
				s.learnEmpty()
			}
		}
	case 2:
		s.watchBinary(lits[0], lits[1], redundant)
	default:
		n := s.newClause(lits, redundant, glue)
		s.arena[n+1] |= used | flagVivified
		s.watchClause(n)
	}
}
