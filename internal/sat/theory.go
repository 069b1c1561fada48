package sat

import "fmt"

// The theory hook.
//
// A theory sees the literals of the variables it observes as they become true, in trail order, and hears how many
// of them remain when the search backtracks. After clauses have been propagated to a fixpoint it may add
// implied literals, and clauses that are false (conflicts) or not (lemmas); when all variables have values it is asked
// for a final check. A reason for an implied literal is asked for only when conflict analysis meets that literal.
//
// Reasons, conflicts and lemmas are clauses that the theory vouches for. They enter the proof as marked axioms, and a
// checker of the theory's own decides on them (package drat). To the solver they are redundant clauses: they may be
// forgotten, the theory must be able to say them again. Their variables must all be observed: elimination looks only
// at irredundant clauses, and observed variables are frozen.
//
// Inprocessing works on clauses alone and does not consult the theory.

// Theory is a decision procedure that cooperates with the search.
type Theory interface {
	// Assign tells that l became true. It must not call the solver.
	Assign(l Lit)
	// Backtrack tells that only the first n literals of those assigned are still true.
	Backtrack(n int)
	// Propagate is called when the clauses propagate nothing more. It calls h.Imply and h.Lemma.
	Propagate(h *TheoryHost)
	// Explain appends to buf a clause that contains l, which was implied earlier and is true (or, when an implied
	// literal was already false, is false). All other literals are false and were so when l was implied.
	Explain(l Lit, buf []Lit) []Lit
	// FinalCheck is called when every variable has a value. It returns true when the theory agrees; otherwise it
	// must have called h.Imply or h.Lemma.
	FinalCheck(h *TheoryHost) bool
}

// TheoryHost is what a theory may do during Propagate and FinalCheck.
type TheoryHost struct {
	s       *Solver
	implied []Lit
	lemmas  [][]Lit
}

// Imply says that l follows from literals assigned; Explain must be able to say why.
func (h *TheoryHost) Imply(l Lit) {
	h.s.checkObserved(l)
	h.implied = append(h.implied, l)
}

// Lemma adds a clause that holds in the theory; when all its literals are false it is a conflict.
func (h *TheoryHost) Lemma(lits ...Lit) {
	for _, l := range lits {
		h.s.checkObserved(l)
	}
	h.lemmas = append(h.lemmas, append([]Lit(nil), lits...))
}

// Assigned returns the current value of l: 1 true, -1 false, 0 open.
func (h *TheoryHost) Assigned(l Lit) int { return int(h.s.vals[l]) }

// NewVar makes a variable that the theory observes.
func (h *TheoryHost) NewVar() Var {
	v := h.s.NewVar()
	h.s.Observe(v)
	return v
}

type theoryState struct {
	t        Theory
	host     TheoryHost
	observed []bool
	told     []int32 // trail positions of the literals told
	head     int     // trail up to here was looked at
}

// SetTheory attaches a theory. It must be called before the first Solve.
func (s *Solver) SetTheory(t Theory) {
	if s.stats.Solves > 0 {
		panic("sat: SetTheory after Solve")
	}
	s.theory.t = t
	s.theory.host.s = s
}

// Observe makes the theory see v, and freezes it.
func (s *Solver) Observe(v Var) {
	th := &s.theory
	for len(th.observed) < len(s.vinfo) {
		th.observed = append(th.observed, false)
	}
	if th.observed[v] {
		return
	}
	l := MkLit(v, false)
	if s.vals[l] != 0 && s.vinfo[v].level > 0 || s.state[v] != active && s.level() > 0 {
		panic(fmt.Sprintf("sat: Observe of variable %d in the middle of a search", v))
	}
	s.reactivate(v)
	s.frozen[v]++
	th.observed[v] = true
	if s.vals[l] != 0 && int(s.vinfo[v].pos) < th.head {
		if s.vals[l] < 0 {
			l = l.Neg()
		}
		th.told = append(th.told, s.vinfo[v].pos)
		th.t.Assign(l)
	}
}

func (s *Solver) checkObserved(l Lit) {
	s.checkLit(l)
	if v := l.Var(); int(v) >= len(s.theory.observed) || !s.theory.observed[v] {
		panic(fmt.Sprintf("sat: the theory uses variable %d, which it does not observe", v))
	}
}

func (s *Solver) theoryBacktrack(at int) {
	th := &s.theory
	n := len(th.told)
	for n > 0 && int(th.told[n-1]) >= at {
		n--
	}
	if n < len(th.told) {
		th.told = th.told[:n]
		th.t.Backtrack(n)
	}
	th.head = min(th.head, at)
}

// theoryPropagate lets the theory see what is new. It returns a conflict, and whether anything was assigned or
// undone so that clauses have to be propagated again.
func (s *Solver) theoryPropagate() (confl uint32, again bool) {
	th := &s.theory
	if len(th.host.lemmas) > 0 {
		return s.theoryDrain()
	}
	for ; th.head < len(s.trail); th.head++ {
		l := s.trail[th.head]
		if v := int(l.Var()); v < len(th.observed) && th.observed[v] {
			th.told = append(th.told, int32(th.head))
			th.t.Assign(l)
		}
	}
	th.t.Propagate(&th.host)
	return s.theoryDrain()
}

// theoryFinal asks for the final check; ok means that the model stands.
func (s *Solver) theoryFinal() (ok bool, confl uint32) {
	th := &s.theory
	nvars := len(s.vinfo)
	agreed := th.t.FinalCheck(&th.host)
	if len(th.host.implied) == 0 && len(th.host.lemmas) == 0 {
		if !agreed {
			panic("sat: the theory rejected an assignment without saying why")
		}
		return len(s.vinfo) == nvars, 0
	}
	confl, _ = s.theoryDrain()
	return false, confl
}

// theoryDrain takes what the theory said: lemmas first, up to the first one that is a conflict, then implied
// literals, unless a lemma made the search go back.
func (s *Solver) theoryDrain() (confl uint32, again bool) {
	h := &s.theory.host
	defer func() { h.implied = h.implied[:0] }()
	size := len(s.trail)
	for len(h.lemmas) > 0 {
		lits := h.lemmas[0]
		h.lemmas = h.lemmas[1:]
		s.stats.TheoryLemmas++
		again = true
		confl = s.addTheoryClause(lits)
		if confl != 0 || s.unsat {
			return confl, again
		}
	}
	if len(s.trail) < size {
		return 0, true
	}
	for _, l := range h.implied {
		switch {
		case s.vals[l] > 0:
		case s.vals[l] < 0:
			s.stats.TheoryConflicts++
			clause := s.theory.t.Explain(l, nil)
			confl = s.addTheoryClause(clause)
			return confl, true
		case s.level() == 0:
			s.stats.TheoryPropagations++
			again = true
			clause := s.theory.t.Explain(l, nil)
			s.addTheoryClause(clause)
			if s.unsat {
				return 0, true
			}
		default:
			s.stats.TheoryPropagations++
			again = true
			s.enqueue(l, theoryReason)
		}
	}
	return 0, again
}

// addTheoryClause adds a clause of the theory in the middle of the search, going back as far as its watches need.
// It returns a conflict on the then current level, or 0.
func (s *Solver) addTheoryClause(lits []Lit) uint32 {
	if s.proof != nil {
		s.proof.Theory(lits)
	}
	out := make([]Lit, 0, len(lits))
	satisfied := false
	for _, l := range lits {
		s.checkObserved(l)
		if s.vals[l] != 0 && s.vinfo[l.Var()].level == 0 {
			satisfied = satisfied || s.vals[l] > 0
			continue
		}
		dup := false
		for _, m := range out {
			dup = dup || m == l
			satisfied = satisfied || m == l.Neg()
		}
		if !dup {
			out = append(out, l)
		}
	}
	if satisfied {
		if s.proof != nil {
			s.proof.Delete(lits)
		}
		return 0
	}
	if len(out) != len(lits) && s.proof != nil {
		s.proof.Lemma(out)
		s.proof.Delete(lits)
	}
	// The best two literals to watch come first: true, open, then false of a high level.
	rank := func(l Lit) int {
		switch {
		case s.vals[l] > 0:
			return 1 << 30
		case s.vals[l] == 0:
			return 1 << 29
		}
		return int(s.vinfo[l.Var()].level)
	}
	for i := 0; i < 2 && i < len(out); i++ {
		for j := i + 1; j < len(out); j++ {
			if rank(out[j]) > rank(out[i]) {
				out[i], out[j] = out[j], out[i]
			}
		}
	}
	switch len(out) {
	case 0:
		s.setUnsat()
		return 0
	case 1:
		s.backtrack(0)
		s.enqueue(out[0], noReason)
		return 0
	}
	var c uint32
	reason := binBit | uint32(out[1])
	if len(out) == 2 {
		s.watchBinary(out[0], out[1], true)
		c = conflictBinary
	} else {
		c = s.newClause(out, true, min(len(out)-1, tier2Glue))
		s.watchClause(c)
		reason = c
	}
	if s.vals[out[1]] >= 0 || s.vals[out[0]] > 0 {
		return 0
	}
	l0, l1 := s.vinfo[out[0].Var()].level, s.vinfo[out[1].Var()].level
	if s.vals[out[0]] < 0 && l0 == l1 {
		s.backtrack(int(l0))
		s.conflict = [2]Lit{out[0], out[1]}
		return c
	}
	s.backtrack(int(l1))
	s.enqueue(out[0], reason)
	return 0
}

// explain asks the theory for the reason of l and keeps it as a clause.
func (s *Solver) explain(l Lit) uint32 {
	lits := s.theory.t.Explain(l, s.abuf[:0])
	s.abuf = lits[:0]
	if s.proof != nil {
		s.proof.Theory(lits)
	}
	at, hi := -1, -1
	for i, m := range lits {
		s.checkObserved(m)
		if m == l {
			at = i
		} else if s.vals[m] >= 0 || s.vinfo[m.Var()].pos > s.vinfo[l.Var()].pos {
			panic(fmt.Sprintf("sat: the theory explains %v by %v, which was not false before", l, m))
		}
	}
	if at < 0 {
		panic(fmt.Sprintf("sat: the theory's reason for %v does not contain it", l))
	}
	lits[0], lits[at] = lits[at], lits[0]
	for i := 1; i < len(lits); i++ {
		if hi < 0 || s.vinfo[lits[i].Var()].level > s.vinfo[lits[hi].Var()].level {
			hi = i
		}
	}
	var r uint32
	switch len(lits) {
	case 1:
		r = emptyReason
	case 2:
		s.watchBinary(lits[0], lits[1], true)
		r = binBit | uint32(lits[1])
	default:
		lits[1], lits[hi] = lits[hi], lits[1]
		r = s.newClause(lits, true, min(len(lits)-1, tier2Glue))
		s.watchClause(r)
	}
	s.vinfo[l.Var()].reason = r
	return r
}
