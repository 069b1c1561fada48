package sat

// Model repair, and taking removed clauses back.
//
// Elimination and substitution remove clauses that the rest of the formula does not imply. Each such clause goes
// on a stack together with its witness: a literal of the removed variable. A model of what is left is repaired by
// walking the stack from its end: a clause that is false gets its witness made true. Why that is right is shown in
// Järvisalo, Heule, Biere, "Inprocessing Rules" (2012).
//
// When a removed variable is mentioned again, all clauses with a witness on it come back, together with every
// variable in them that was removed since, and so on: the formula is then as if those variables had never been
// touched. Fazekas, Biere and Scholl (2019) show how to restore fewer clauses by looking at the polarity of
// witnesses; removed here is all or nothing per variable, because a variable is in the search or not, and because
// the next round of elimination takes it out again.
//
// Entries of one variable are chained, so restoring touches only what it restores.

type extension struct {
	data []uint32 // entries: literals (the witness first), offset of the previous entry of its variable, size
	head []uint32 // by variable: offset of the size word of its last entry, or 0
	dead int      // words of restored entries
}

const deadEntry = 1 << 31

// weaken moves a clause to the extension stack; the caller removes it from the formula.
func (s *Solver) weaken(witness Lit, lits []Lit) {
	if s.proof != nil {
		s.proof.Weaken(lits)
	}
	e := &s.ext
	s.growExtension()
	e.data = append(e.data, uint32(witness))
	for _, l := range lits {
		if l != witness {
			e.data = append(e.data, uint32(l))
		}
	}
	v := witness.Var()
	e.data = append(e.data, e.head[v], uint32(len(lits)))
	e.head[v] = uint32(len(e.data) - 1)
}

func (s *Solver) growExtension() {
	for len(s.ext.head) < len(s.vinfo) {
		s.ext.head = append(s.ext.head, 0)
	}
}

// saveModel copies the assignment of the search and extends it to removed variables.
func (s *Solver) saveModel() {
	s.model = append(s.model[:0], s.vals...)
	s.haveModel = true
	e := &s.ext
	if len(e.data) == 0 && s.nActive == len(s.vinfo) {
		return
	}
	m := s.model
	for i := 0; i < len(m); i += 2 {
		if m[i] == 0 {
			m[i], m[i+1] = -1, 1
		}
	}
	for end := len(e.data) - 1; end > 0; {
		n := e.data[end]
		start := end - 1 - int(n&^deadEntry)
		if n&deadEntry == 0 {
			ok := false
			for _, l := range e.data[start : end-1] {
				if m[l] > 0 {
					ok = true
					break
				}
			}
			if !ok {
				w := e.data[start]
				m[w], m[w^1] = 1, -1
			}
		}
		end = start - 1
	}
}

// reactivate brings a removed variable back into the search. It must be called at level 0.
func (s *Solver) reactivate(v Var) {
	if s.state[v] == active {
		return
	}
	e := &s.ext
	s.growExtension()
	work := []Var{v}
	s.activate(v)
	var restored [][]Lit
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for at := e.head[v]; at != 0; {
			n := e.data[at]
			prev := e.data[at-1]
			lits := make([]Lit, 0, n)
			for _, l := range e.data[at-1-n : at-1] {
				lits = append(lits, Lit(l))
				if u := Lit(l).Var(); s.state[u] != active {
					s.activate(u)
					work = append(work, u)
				}
			}
			e.data[at] |= deadEntry
			e.dead += int(n) + 2
			restored = append(restored, lits)
			at = prev
		}
		e.head[v] = 0
	}
	for _, lits := range restored {
		if s.proof != nil {
			s.proof.Restore(lits)
		}
		if !s.unsat {
			s.addClause(lits, false, false)
		}
	}
	if !s.unsat && s.propagate() != 0 {
		s.learnEmpty()
	}
	if e.dead > len(e.data)/2 {
		s.compactExtension()
	}
}

func (s *Solver) activate(v Var) {
	s.state[v] = active
	s.nActive++
	s.stats.Restored++
	s.deciderUnassign(v)
}

// compactExtension drops restored entries.
func (s *Solver) compactExtension() {
	e := &s.ext
	var ends []int // size words of live entries, last first
	for end := len(e.data) - 1; end > 0; {
		n := e.data[end]
		if n&deadEntry == 0 {
			ends = append(ends, end)
		}
		end -= int(n&^deadEntry) + 2
	}
	old := e.data
	e.data = make([]uint32, 0, len(old)-e.dead)
	clear(e.head)
	for i := len(ends) - 1; i >= 0; i-- {
		end := ends[i]
		start := end - 1 - int(old[end])
		v := Lit(old[start]).Var()
		e.data = append(e.data, old[start:end-1]...)
		e.data = append(e.data, e.head[v], old[end])
		e.head[v] = uint32(len(e.data) - 1)
	}
	e.dead = 0
}
