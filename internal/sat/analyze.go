package sat

import "slices"

// Conflict analysis: first unique implication point, then minimization.
//
// The learned clause is minimized twice: recursively over the implication graph (Sörensson and Biere, SAT 2009, with
// the early aborts of Van Gelder and of Knuth: a literal cannot be removed if it is alone on its level or was
// assigned before every literal of the clause on that level), and against binary clauses with the asserting literal, which
// is cheap and only done for clauses of low glue. The set of variables met is bumped; in stable mode also the
// reasons of the literals in the final clause (Liang et al., "reason side bumping").
//
// Glue (the number of decision levels in a clause, Audemard and Simon 2009) is computed for the learned clause, and
// recomputed for learned antecedents, which get promoted when it drops.
//
// Rejected: learning more than one clause per conflict, and shrinking to level-wise UIPs; the latter is worth
// about a percent in other solvers.

const (
	seenBit      = 1 << 0
	poisonBit    = 1 << 1
	removableBit = 1 << 2
)

const (
	tier1Glue = 2 // kept for good
	tier2Glue = 6 // kept while used
)

// analyze learns from the conflict, backjumps and asserts the learned clause. The current level must be above 0 and
// some literal of the conflict must be on it.
func (s *Solver) analyze(confl uint32) {
	lv := int32(s.level())
	s.learnt = append(s.learnt[:0], LitUndef)
	open := 0
	idx := len(s.trail) - 1
	reason := confl
	uip := LitUndef
	for {
		switch {
		case reason == conflictBinary:
			open += s.analyzeLit(s.conflict[0], lv)
			open += s.analyzeLit(s.conflict[1], lv)
		case reason&binBit != 0:
			open += s.analyzeLit(Lit(reason&^binBit), lv)
		default:
			if s.arena[reason+1]&flagRedundant != 0 {
				s.bumpClause(reason)
			}
			for _, l := range s.lits(reason) {
				if Lit(l) != uip {
					open += s.analyzeLit(Lit(l), lv)
				}
			}
		}
		for {
			uip = s.trail[idx]
			idx--
			v := uip.Var()
			if s.seen[v]&seenBit != 0 && s.vinfo[v].level == lv {
				break
			}
		}
		open--
		if open == 0 {
			break
		}
		reason = s.reason(uip)
	}
	s.learnt[0] = uip.Neg()

	glue := len(s.levelsHit) // levels other than the conflict level
	before := len(s.learnt)
	s.minimize()
	if glue <= tier2Glue && len(s.learnt) <= 40 {
		s.minimizeBinary()
	}
	s.stats.Learned++
	s.stats.LearnedLits += int64(len(s.learnt))
	s.stats.Minimized += int64(before - len(s.learnt))

	if s.stable {
		s.bumpReasonSide()
	}
	s.bumpAnalyzed()
	s.emaConflict(glue)

	// The backjump level is the highest below the conflict level; its literal is watched.
	jump := 0
	if len(s.learnt) > 1 {
		m := 1
		for i := 2; i < len(s.learnt); i++ {
			if s.vinfo[s.learnt[i].Var()].level > s.vinfo[s.learnt[m].Var()].level {
				m = i
			}
		}
		s.learnt[1], s.learnt[m] = s.learnt[m], s.learnt[1]
		jump = int(s.vinfo[s.learnt[1].Var()].level)
	}
	s.clearAnalysis()
	s.updateTarget(int(s.levels[lv].trail))
	s.backtrack(jump)
	s.assertLearned(glue)
}

// analyzeLit marks one literal of a reason and returns 1 if it is on the conflict level.
func (s *Solver) analyzeLit(l Lit, lv int32) int {
	v := l.Var()
	vi := &s.vinfo[v]
	s.steps++
	if s.seen[v] != 0 || vi.level == 0 {
		return 0
	}
	s.seen[v] = seenBit
	s.analyzed = append(s.analyzed, v)
	if vi.level == lv {
		return 1
	}
	s.learnt = append(s.learnt, l)
	li := &s.levels[vi.level]
	if li.seen == 0 {
		li.min = s.vinfo[v].pos
		s.levelsHit = append(s.levelsHit, vi.level)
	} else if s.vinfo[v].pos < li.min {
		li.min = s.vinfo[v].pos
	}
	li.seen++
	return 0
}

// reason returns the reason of a true literal, asking the theory to explain if need be.
func (s *Solver) reason(l Lit) uint32 {
	r := s.vinfo[l.Var()].reason
	if r == theoryReason {
		r = s.explain(l)
	}
	return r
}

// assertLearned stores s.learnt, whose first literal is open and whose others are false, and assigns it.
func (s *Solver) assertLearned(glue int) {
	if s.proof != nil {
		s.proof.Lemma(s.learnt)
	}
	switch len(s.learnt) {
	case 1:
		s.enqueue(s.learnt[0], noReason)
	case 2:
		s.watchBinary(s.learnt[0], s.learnt[1], true)
		s.enqueue(s.learnt[0], binBit|uint32(s.learnt[1]))
	default:
		c := s.newClause(s.learnt, true, min(glue, len(s.learnt)-1))
		s.arena[c+1] |= tierUse(glue) << usedShift
		s.watchClause(c)
		s.enqueue(s.learnt[0], c)
	}
}

func (s *Solver) clearAnalysis() {
	for _, v := range s.analyzed {
		s.seen[v] = 0
	}
	for _, v := range s.minimized {
		s.seen[v] = 0
	}
	for _, l := range s.levelsHit {
		s.levels[l].seen = 0
	}
	s.analyzed = s.analyzed[:0]
	s.minimized = s.minimized[:0]
	s.levelsHit = s.levelsHit[:0]
}

// bumpClause marks a learned clause as used and lowers its glue if it got better.
func (s *Solver) bumpClause(c cref) {
	h := s.arena[c+1]
	g := int(h >> glueShift)
	if g > tier1Glue {
		if ng := s.computeGlue(c, g); ng < g {
			g = ng
			h = h&(1<<glueShift-1) | uint32(g)<<glueShift
		}
	}
	s.arena[c+1] = h&^usedMask | tierUse(g)<<usedShift
}

// tierUse is the number of reductions a learned clause above the first tier survives without being used.
func tierUse(glue int) uint32 {
	if glue <= tier2Glue {
		return 2
	}
	return 1
}

// computeGlue counts the decision levels in a clause minus one, stopping at bound.
func (s *Solver) computeGlue(c cref, bound int) int {
	s.gtime++
	n := -1
	for _, l := range s.lits(c) {
		lv := s.vinfo[l>>1].level
		if s.gstamp[lv] != s.gtime {
			s.gstamp[lv] = s.gtime
			n++
			if n >= bound {
				return bound
			}
		}
	}
	return max(n, 1)
}

// minimize drops literals implied by the others.
func (s *Solver) minimize() {
	j := 1
	for i := 1; i < len(s.learnt); i++ {
		if !s.removable(s.learnt[i], 0) {
			s.learnt[j] = s.learnt[i]
			j++
		}
	}
	s.learnt = s.learnt[:j]
}

// removable reports whether the negation of l follows from the negations of other literals in the clause. Depth 0 is
// a literal of the clause itself.
func (s *Solver) removable(l Lit, depth int) bool {
	s.steps++
	v := l.Var()
	vi := s.vinfo[v]
	f := s.seen[v]
	if vi.level == 0 || f&removableBit != 0 || (depth > 0 && f&seenBit != 0) {
		return true
	}
	if vi.reason == noReason || vi.reason == theoryReason || f&poisonBit != 0 {
		return false
	}
	li := &s.levels[vi.level]
	if li.seen == 0 || (depth == 0 && li.seen < 2) || s.vinfo[v].pos <= li.min {
		return false
	}
	if depth > 500 {
		return false
	}
	ok := true
	if vi.reason&binBit != 0 {
		ok = s.removable(Lit(vi.reason&^binBit), depth+1)
	} else {
		for _, r := range s.lits(vi.reason) {
			if Lit(r).Var() != v && !s.removable(Lit(r), depth+1) {
				ok = false
				break
			}
		}
	}
	if ok {
		s.seen[v] |= removableBit
	} else {
		s.seen[v] |= poisonBit
	}
	if f == 0 {
		s.minimized = append(s.minimized, v)
	}
	return ok
}

// minimizeBinary resolves the learned clause with binary clauses that contain its first literal.
func (s *Solver) minimizeBinary() {
	if len(s.learnt) < 3 {
		return
	}
	p := s.learnt[0]
	for _, l := range s.learnt[1:] {
		s.mark[l.Var()] = 1
	}
	n := 0
	for _, w := range s.watches.list(p) {
		// The clause p, blit and the learned clause with -blit resolve to the learned clause without it.
		if w.binary() && s.mark[w.blit.Var()] == 1 && s.vals[w.blit] > 0 {
			s.mark[w.blit.Var()] = 2
			n++
		}
	}
	j := 1
	for i, l := range s.learnt {
		if i == 0 {
			continue
		}
		if s.mark[l.Var()] == 1 {
			s.learnt[j] = l
			j++
		}
		s.mark[l.Var()] = 0
	}
	if n > 0 {
		s.learnt = s.learnt[:j]
	}
}

// bumpReasonSide adds the reasons of the learned literals to the bumped variables, one step deep.
func (s *Solver) bumpReasonSide() {
	if len(s.analyzed) > 1000 {
		return
	}
	n := len(s.analyzed)
	for _, l := range s.learnt {
		vi := s.vinfo[l.Var()]
		if vi.level == 0 || vi.reason == noReason || vi.reason == theoryReason {
			continue
		}
		if vi.reason&binBit != 0 {
			s.sideLit(Lit(vi.reason &^ binBit))
			continue
		}
		for _, r := range s.lits(vi.reason) {
			if Lit(r).Var() != l.Var() {
				s.sideLit(Lit(r))
			}
		}
		if len(s.analyzed)-n > 10*len(s.learnt) {
			// Too many: bumping everything around says nothing.
			for _, v := range s.analyzed[n:] {
				s.seen[v] &^= seenBit
				if s.seen[v] != 0 {
					s.minimized = append(s.minimized, v)
				}
			}
			s.analyzed = s.analyzed[:n]
			return
		}
	}
}

func (s *Solver) sideLit(l Lit) {
	v := l.Var()
	if s.seen[v]&seenBit == 0 && s.vinfo[v].level > 0 {
		s.seen[v] |= seenBit
		s.analyzed = append(s.analyzed, v)
	}
}

// bumpAnalyzed raises the priority of all variables met.
func (s *Solver) bumpAnalyzed() {
	if s.stable {
		for _, v := range s.analyzed {
			s.bumpScore(v)
		}
		s.scoreInc *= 1 / scoreDecay
		return
	}
	// Moving to the front in the order of earlier bumps keeps the relative order of the variables.
	if len(s.analyzed) > 1 {
		s.sortByStamp(s.analyzed)
	}
	for _, v := range s.analyzed {
		s.bumpQueue(v)
	}
}

// sortByStamp sorts variables by the time they were last moved to the front. Time and variable are packed into one
// word, which sorts several times faster than comparing through the queue.
func (s *Solver) sortByStamp(vs []Var) {
	keys := s.sortKeys[:0]
	for _, v := range vs {
		keys = append(keys, uint64(s.queue[v].stamp)<<varBits|uint64(v))
	}
	slices.Sort(keys)
	for i, k := range keys {
		vs[i] = Var(k & (1<<varBits - 1))
	}
	s.sortKeys = keys
}
