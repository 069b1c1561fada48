package sat

import (
	"cmp"
	"slices"
)

// Forgetting learned clauses.
//
// Three tiers by glue (Oh 2016): up to 2 is kept for good; up to 6 is kept as long as it took part in a conflict
// within the last two reductions; of the rest, those not used since the last reduction are sorted by glue, then by size, and the worst
// three quarters go. Reductions come at intervals that grow arithmetically, so that the number of clauses kept grows
// like the square root of the conflicts.
//
// Rejected: clause activities (as in MiniSat). They keep what was useful long ago.

func (s *Solver) reduce() {
	s.stats.Reductions++
	s.reduceAt = s.stats.Conflicts + s.reduceDelta()
	for _, l := range s.trail {
		if r := s.vinfo[l.Var()].reason; r >= arenaMin && r&binBit == 0 {
			s.arena[r+1] |= flagReason
		}
	}
	var cands []cref
	for _, c := range s.clauses {
		h := s.arena[c+1]
		if h&flagRedundant == 0 || h&flagGarbage != 0 {
			continue
		}
		u := h & usedMask >> usedShift
		if u > 0 {
			s.arena[c+1] = h&^usedMask | (u-1)<<usedShift
		}
		if h&flagReason != 0 || h>>glueShift <= tier1Glue || u > 0 {
			continue
		}
		cands = append(cands, c)
	}
	slices.SortFunc(cands, func(a, b cref) int {
		if d := cmp.Compare(s.arena[b+1]>>glueShift, s.arena[a+1]>>glueShift); d != 0 {
			return d
		}
		if d := cmp.Compare(s.arena[b], s.arena[a]); d != 0 {
			return d
		}
		return cmp.Compare(a, b)
	})
	for _, c := range cands[:len(cands)*9/10] {
		s.deleteClause(c)
	}
	for _, l := range s.trail {
		if r := s.vinfo[l.Var()].reason; r >= arenaMin && r&binBit == 0 {
			s.arena[r+1] &^= flagReason
		}
	}
	s.compact()
}
