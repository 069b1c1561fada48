// Runs of stores at constant indices.
//
// What memory holds when a program starts is a chain of thousands of stores, one for each byte of its strings and tables. A read goes through
// such a run in one step: a table says what is stored at an index, and if nothing is, the stored indices around it say for which indices that is so. The
// lemmas are
//
//	i = j            implies  read(run, i) = v                  v the latest that is stored at j
//	lo < i < hi      implies  read(run, i) = read(end, i)       nothing is stored between lo and hi, end is below the run
//
// A run starts wherever a read comes in. So that runs which start at different places share their tables, they end at stores that are chosen by their
// numbers, about one in a thousand.
package bitblast

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/logic"
)

type run struct {
	at   map[uint64]logic.Term // what is stored, by index
	sort []uint64              // the indices
	end  logic.Term            // the array below
}

// runFrom is the run that starts at an array, nil if there is none.
func (s *Solver) runFrom(a logic.Term) *run {
	b := s.b
	if !b.IsStoreAtConst(a) || b.Sort(a).Index > 64 {
		return nil
	}
	if r, ok := s.arr.runs[a]; ok {
		return r
	}
	r := &run{at: map[uint64]logic.Term{}, end: a}
	n := 0
	for ; b.IsStoreAtConst(r.end) && (n == 0 || !endsRuns(r.end)); n++ {
		i, _ := b.Uint64(b.Arg(r.end, 1))
		if _, ok := r.at[i]; !ok {
			r.at[i] = b.Arg(r.end, 2)
			r.sort = append(r.sort, i)
		}
		r.end = b.Arg(r.end, 0)
	}
	if n < s.cfg.run {
		r = nil
	} else {
		slices.Sort(r.sort)
	}
	s.arr.runs[a] = r
	return r
}

func endsRuns(a logic.Term) bool { return uint32(a)*2654435761>>22 == 0 }

// around are the nearest stored indices below and above one that nothing is stored at.
func (r *run) around(i uint64) (lo, hi uint64, hasLo, hasHi bool) {
	k, _ := slices.BinarySearch(r.sort, i)
	if hasLo = k > 0; hasLo {
		lo = r.sort[k-1]
	}
	if hasHi = k < len(r.sort); hasHi {
		hi = r.sort[k]
	}
	return lo, hi, hasLo, hasHi
}

// missed is the condition that nothing of the run is stored at an index, as far as that holds around a value of it.
func (s *Solver) missed(r *run, index []edge, i uint64) edge {
	constant := func(v uint64) []edge {
		return s.g.constVec(len(index), func(k int) bool { return v>>k&1 != 0 })
	}
	lo, hi, hasLo, hasHi := r.around(i)
	cond := edgeTrue
	if hasLo {
		cond = s.g.less(constant(lo), index, false)
	}
	if hasHi {
		cond = s.g.and(cond, s.g.less(index, constant(hi), false))
	}
	return cond
}

// number is a packed value of at most 64 bits.
func number(packed string) (u uint64) {
	for i := range len(packed) {
		u |= uint64(packed[i]) << (8 * i)
	}
	return u
}

// constant is the value of a vector of constants of at most 64 bits.
func constant(v []edge) (u uint64, ok bool) {
	if len(v) > 64 {
		return 0, false
	}
	for i, e := range v {
		if !e.isConst() {
			return 0, false
		}
		if e == edgeTrue {
			u |= 1 << i
		}
	}
	return u, true
}
