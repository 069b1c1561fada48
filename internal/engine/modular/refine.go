package modular

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/logic"
)

// New predicates. A failure that is not excluded comes with the paths of its states. Walked backwards, the conditions under which the steps went where they did, and what fails, are put in terms of
// the state before each step: weakest preconditions. Their atoms are the candidates. Those nearest to the failure are taken first, those of one step at a time: most proofs need few, and every one makes
// more states.
//
// Where a path has a step of another thread, that thread's path is one more.
//
// If the paths give nothing new, there are ghosts and constants to try: who wrote an atomic cell last (a lock made of an atomic variable is held by its last writer), then the values that are
// written to the variables that predicates are about, then counts of threads.

// mostAdded is how many predicates one failure gives.
const mostAdded = 8

// refine adds predicates; false if there is none to add.
func (s *search) refine(f *failure) bool {
	var starts []walk
	if f.check != nil {
		starts = []walk{{f.a, []logic.Term{f.check.fails}}}
	} else {
		starts = []walk{{f.a, s.addresses(f.x)}, {f.b, s.addresses(f.y)}}
	}
	return s.fromPaths(starts, false) || s.lastWriters() || s.constants() || s.relate(f) || s.tallied(f) || s.begun(f) || s.fromPaths(starts, true)
}

// walk is a path that is walked backwards, with what is of interest at its end.
type walk struct {
	at    *state
	terms []logic.Term
}

// fromPaths walks paths backwards until there is something new; perhaps such that going around a loop gives more of it without end.
func (s *search) fromPaths(walks []walk, unrolled bool) bool {
	seen := map[*state]bool{}
	for len(walks) > 0 {
		var found []logic.Term
		for _, w := range walks {
			for _, x := range w.terms {
				found = s.atoms(x, found)
			}
		}
		if !unrolled {
			found = slices.DeleteFunc(found, s.unrolls)
		}
		if s.addAll(found) {
			return true
		}
		var next []walk
		for _, w := range walks {
			st := w.at
			from := st.from
			if from == nil {
				continue
			}
			var before []logic.Term
			switch {
			case st.born > 0:
				b := from.at.step.starts[st.born-1]
				is := map[*variable]logic.Term{}
				for v, x := range b.post {
					is[v] = x
				}
				for v, x := range b.args {
					is[v] = x
				}
				for _, x := range w.terms {
					before = append(before, s.behind(x, is))
				}
			case st.by != nil:
				e := st.by.at.step.exits[st.exit]
				for _, x := range w.terms {
					before = append(before, s.behind(x, e.other))
				}
				if !seen[st.by] { // what is of interest here is so there, as far as that thread knows of it
					seen[st.by] = true
					next = append(next, walk{st.by, s.conditions(append(s.fromOther(st.by.t, before), e.cond))})
				}
			default:
				e := from.at.step.exits[st.exit]
				for _, x := range w.terms {
					before = append(before, s.behind(x, e.post))
				}
				before = append(before, e.cond)
			}
			next = append(next, walk{from, s.conditions(before)})
		}
		walks = next
	}
	return false
}

// fromOther is those of some terms that are about what is shared and another thread's own, as that thread sees them.
func (s *search) fromOther(t *template, terms []logic.Term) (out []logic.Term) {
	for _, x := range s.conditions(terms) {
		m, ok := map[logic.Term]logic.Term{}, true
		for _, y := range s.b.VarsOf(x) {
			v, other := s.byTerm[y], s.byOther[y]
			switch {
			case other != nil && other.owner == t:
				m[y] = other.term[0]
			case v == nil || !v.shared:
				ok = false
			}
		}
		if ok {
			out = append(out, s.b.Subst(x, m))
		}
	}
	return out
}

// conditions is the atoms of terms, each once, as what is of interest further back; those with inputs lead nowhere.
func (s *search) conditions(terms []logic.Term) (out []logic.Term) {
	for _, x := range terms {
		out = s.atoms(x, out)
	}
	const most = 40
	return out[:min(len(out), most)]
}

// atoms adds the conditions that a term is made of.
func (s *search) atoms(x logic.Term, out []logic.Term) []logic.Term {
	seen := map[logic.Term]bool{}
	var visit func(x logic.Term)
	visit = func(x logic.Term) {
		if seen[x] {
			return
		}
		seen[x] = true
		boolean := s.b.Sort(x).IsBool()
		switch k := s.b.Kind(x); {
		case k == logic.KConst:
			return
		case boolean && (k == logic.KNot || k == logic.KAnd || k == logic.KIte || k == logic.KEq && s.b.Sort(s.b.Arg(x, 0)).IsBool()):
			for _, y := range s.b.Args(x) {
				visit(y)
			}
			return
		case boolean:
			if !slices.Contains(out, x) {
				out = append(out, x)
			}
			for _, y := range s.split(x) {
				visit(y)
			}
		}
		for _, y := range s.b.Args(x) { // conditions of choices inside
			visit(y)
		}
	}
	visit(x)
	return out
}

// addAll adds what can be a predicate and is none yet, as many as one failure may give.
func (s *search) addAll(terms []logic.Term) bool {
	added := 0
	for _, x := range terms {
		if added == mostAdded || len(s.predicates) == mostPredicates {
			break
		}
		if s.b.IsConst(x) || s.isKnown(x) {
			continue
		}
		if p := s.predicateOf(x); p != nil {
			s.predicates = append(s.predicates, p)
			if p.owner == nil {
				s.shared |= 1 << p.n
			}
			added++
		}
	}
	return added > 0
}

// owners says of each template that takes a lock whether it has it.
func (s *search) owners() {
	var terms []logic.Term
	for _, t := range s.templates {
		for in := range t.f.Instrs() {
			if l, ok := in.(*ir.Lock); ok && !l.Shared {
				for _, c := range s.memory.locks[s.threads.Info.Sync[l.ID][0]] {
					terms = append(terms, s.b.Eq(c.term[0], t.me.term[0]))
				}
			}
		}
	}
	s.addSome(terms)
}

// addSome adds predicates without a limit but that of all.
func (s *search) addSome(terms []logic.Term) (any bool) {
	for len(terms) > 0 {
		n := min(len(terms), mostAdded)
		any = s.addAll(terms[:n]) || any
		terms = terms[n:]
	}
	return any
}

// lastWriters says of each template whether it was the last to write the atomic cells that predicates are about, if it does.
func (s *search) lastWriters() bool {
	var terms []logic.Term
	for _, v := range s.mentioned(true) {
		if v.last == nil {
			continue
		}
		for _, t := range s.templates {
			if t.writes(v) {
				terms = append(terms, s.b.Eq(v.last.term[0], t.me.term[0]))
			}
		}
	}
	return s.addSome(terms)
}

// constants says which of the values that are written to the variables that predicates are about they have.
func (s *search) constants() bool {
	const most = 4
	var terms []logic.Term
	for _, v := range s.mentioned(false) {
		var values []logic.Term
		for _, t := range s.templates {
			for _, p := range t.places {
				for _, e := range p.step.exits {
					if x, ok := e.post[v]; ok && s.b.IsConst(x) && !slices.Contains(values, x) {
						values = append(values, x)
					}
				}
			}
		}
		if len(values) > most || v.width == 1 {
			continue
		}
		for _, x := range values {
			terms = append(terms, s.b.Eq(v.term[0], x))
		}
	}
	return s.addSome(terms)
}

// mentioned lists the variables that predicates are about; perhaps only those that are shared.
func (s *search) mentioned(shared bool) (out []*variable) {
	for _, v := range s.memory.all {
		if (v.shared || !shared) && !s.numbers[v] && !s.isTally(v) && slices.ContainsFunc(s.predicates, func(p *predicate) bool { return slices.Contains(p.vars, v) }) {
			out = append(out, v)
		}
	}
	return out
}

// writes reports whether a step of the template changes a variable.
func (t *template) writes(v *variable) bool {
	return slices.ContainsFunc(t.places, func(p *place) bool {
		return slices.ContainsFunc(p.step.exits, func(e exit) bool { _, ok := e.post[v]; return ok })
	})
}
