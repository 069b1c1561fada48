package sat

import "math"

// Local search for phases.
//
// Every now and then (restart.go, rephase) a short random walk after ProbSAT (Balint and Schöning 2012) starts from the saved
// phases: take an unsatisfied clause, flip one of its variables, with a probability that falls exponentially in the number of clauses
// that the flip would break. The assignment with the fewest unsatisfied clauses becomes the saved phases. It finds models of random
// formulas that the search alone takes long for, and does no harm elsewhere: its budget is a few percent of the search.
//
// Breaks are kept per variable: for every clause with one true literal, that literal's variable. The sum (exclusive or) of
// the true variables of a clause names it without a search. Rather than copying the assignment at every new minimum, flips are
// logged, and those after the minimum are dropped.

const (
	walkEffort  = 0.05 // of the ticks since the last walk
	walkMin     = 200_000
	walkMaxLits = 20_000_000
)

type walker struct {
	val    []bool   // by variable
	start  []uint32 // clause i has literals lits[start[i]:start[i+1]]
	lits   []Lit
	occAt  []uint32 // by literal, into occs
	occs   []uint32
	ntrue  []uint32
	sum    []uint32 // exclusive or of the variables of true literals
	breaks []int32
	open   []uint32 // unsatisfied clauses
	where  []uint32 // position in open
	table  []float64
	fixed  []bool
	flips  []Var
	probs  []float64
}

// walk replaces the saved phases by a better assignment, if it finds one. It must be called at level 0.
func (s *Solver) walk() {
	w := s.newWalker()
	if w == nil {
		return
	}
	budget := s.ticks + max(int64(walkEffort*float64(s.ticks-s.walkTicks)), walkMin)
	best, bestAt := len(w.open), 0
	for len(w.open) > 0 && s.ticks < budget {
		if s.ticks >= s.pollAt && s.ticksPolled() {
			break
		}
		c := w.open[s.random()%uint64(len(w.open))]
		v := w.pick(c, float64(s.random()>>11)/(1<<53))
		if v == noVar {
			break // all its literals are assumed false
		}
		s.ticks += w.flip(v)
		w.flips = append(w.flips, v)
		if len(w.open) < best {
			best, bestAt = len(w.open), len(w.flips)
		}
	}
	for _, v := range w.flips[:bestAt] {
		s.saved[v] = -s.saved[v]
	}
	s.stats.Walks++
	s.walkTicks = s.ticks
}

// newWalker collects the irredundant clauses that are not satisfied at level 0. Saved phases become definite. It returns
// nil if there are too many.
func (s *Solver) newWalker() *walker {
	w := &walker{val: make([]bool, len(s.vinfo)), fixed: make([]bool, len(s.vinfo))}
	for v := range w.val {
		if s.saved[v] == 0 {
			s.saved[v] = -1
		}
		if s.forced[v] != 0 {
			s.saved[v] = s.forced[v]
		}
		w.val[v] = s.saved[v] > 0
	}
	for _, a := range s.assumptions {
		v := a.Var()
		w.val[v] = !a.Sign()
		w.fixed[v] = true
		s.saved[v] = 1
		if a.Sign() {
			s.saved[v] = -1
		}
	}
	w.start = append(w.start, 0)
	add := func(l Lit) { w.lits = append(w.lits, l) }
	end := func() { w.start = append(w.start, uint32(len(w.lits))) }
	for l := Lit(0); int(l) < len(s.vals); l++ {
		for _, b := range s.watches.list(l) {
			if b.binary() && b.ref&binRedundant == 0 && l < b.blit && s.vals[l] <= 0 && s.vals[b.blit] <= 0 {
				add(l)
				add(b.blit)
				end()
			}
		}
	}
	for _, c := range s.clauses {
		if s.redundant(c) || s.garbage(c) {
			continue
		}
		at := len(w.lits)
		for _, l := range s.lits(c) {
			if s.vals[l] > 0 {
				w.lits = w.lits[:at]
				break
			}
			if s.vals[l] == 0 {
				add(Lit(l))
			}
		}
		if len(w.lits) > at {
			end()
		}
		if len(w.lits) > walkMaxLits {
			return nil
		}
	}
	n := len(w.start) - 1
	if n == 0 {
		return nil
	}
	w.index(len(s.vals))
	w.table = walkTable(float64(len(w.lits)) / float64(n))
	s.ticks += int64(len(w.lits) >> 2)
	return w
}

// index builds occurrence lists and the state of every clause.
func (w *walker) index(nlits int) {
	n := len(w.start) - 1
	w.occAt = make([]uint32, nlits+1)
	for _, l := range w.lits {
		w.occAt[l+1]++
	}
	for i := 1; i <= nlits; i++ {
		w.occAt[i] += w.occAt[i-1]
	}
	fill := append([]uint32(nil), w.occAt...)
	w.occs = make([]uint32, len(w.lits))
	w.ntrue = make([]uint32, n)
	w.sum = make([]uint32, n)
	w.where = make([]uint32, n)
	w.breaks = make([]int32, nlits/2)
	for c := range n {
		for _, l := range w.lits[w.start[c]:w.start[c+1]] {
			w.occs[fill[l]] = uint32(c)
			fill[l]++
			if w.val[l.Var()] != l.Sign() {
				w.ntrue[c]++
				w.sum[c] ^= uint32(l.Var())
			}
		}
		switch w.ntrue[c] {
		case 0:
			w.where[c] = uint32(len(w.open))
			w.open = append(w.open, uint32(c))
		case 1:
			w.breaks[w.sum[c]]++
		}
	}
}

// walkTable returns the weights of 0, 1, 2, ... breaks. The base depends on the average size of clauses; the values
// are those of the paper, interpolated.
func walkTable(size float64) []float64 {
	known := [][2]float64{{0, 2}, {3, 2.5}, {4, 2.85}, {5, 3.7}, {6, 5.1}, {7, 5.4}}
	base := known[len(known)-1][1]
	for i := 1; i < len(known); i++ {
		if a, b := known[i-1], known[i]; size <= b[0] {
			base = a[1] + (b[1]-a[1])*(size-a[0])/(b[0]-a[0])
			break
		}
	}
	var table []float64
	for i := 0; ; i++ {
		p := math.Pow(base, -float64(i))
		if p < 1e-30 {
			return table
		}
		table = append(table, p)
	}
}

// pick chooses a variable of clause c to flip; r is uniform in [0, 1).
func (w *walker) pick(c uint32, r float64) Var {
	w.probs = w.probs[:0]
	total := 0.0
	ls := w.lits[w.start[c]:w.start[c+1]]
	for _, l := range ls {
		p := 0.0
		if !w.fixed[l.Var()] {
			p = w.table[min(int(w.breaks[l.Var()]), len(w.table)-1)]
		}
		total += p
		w.probs = append(w.probs, p)
	}
	last := noVar
	r *= total
	for i, p := range w.probs {
		if p == 0 {
			continue
		}
		last = ls[i].Var()
		if r -= p; r < 0 {
			break
		}
	}
	return last
}

// flip changes the value of v and returns the ticks it took.
func (w *walker) flip(v Var) int64 {
	now := MkLit(v, w.val[v]) // becomes true
	w.val[v] = !w.val[v]
	up := w.occs[w.occAt[now]:w.occAt[now+1]]
	for _, c := range up {
		switch w.ntrue[c] {
		case 0:
			last := w.open[len(w.open)-1]
			w.open[w.where[c]] = last
			w.where[last] = w.where[c]
			w.open = w.open[:len(w.open)-1]
			w.breaks[v]++
		case 1:
			w.breaks[w.sum[c]]--
		}
		w.ntrue[c]++
		w.sum[c] ^= uint32(v)
	}
	was := now.Neg()
	down := w.occs[w.occAt[was]:w.occAt[was+1]]
	for _, c := range down {
		w.ntrue[c]--
		w.sum[c] ^= uint32(v)
		switch w.ntrue[c] {
		case 0:
			w.where[c] = uint32(len(w.open))
			w.open = append(w.open, c)
			w.breaks[v]--
		case 1:
			w.breaks[w.sum[c]]++
		}
	}
	return 2 + int64(len(up)+len(down))/2
}
