package modular

import (
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/logic"
)

// Relations. A thread that pushes in its i-th iteration while others only pop has top <= i, which no condition of the program says. Where the paths of a failure give nothing new, what the
// failing thread counts in a register is compared with the shared variables that predicates are about: v <= i, and if that is not enough i <= v.
//
// Such a relation does not hold between the places where its two sides change. What it is there is its weakest precondition over the steps of the thread, a few steps deep and over the step that counts no more than once:
// top <= i + 1 behind the push, and so on. A step of another thread gives v a value x of that thread's. The relation stays true if x is on the same side of v as before, so that is what
// the other thread is asked about: x <= v where it writes x, "others never raise it".
//
// Weakest preconditions along the path of the failure were tried first. They go around loops: top <= i - 1, top <= i - 2, and never come to the step that matters.

// deepest is over how many steps a relation is followed.
const deepest = 3

// relate adds relations between what is counted and what is shared.
func (s *search) relate(f *failure) bool {
	ts := []*template{f.a.t}
	if f.b != nil {
		ts = append(ts, f.b.t)
	}
	for _, above := range []bool{false, true} {
		for _, t := range ts {
			if s.counted(t, above) {
				return true
			}
		}
	}
	return false
}

// counted compares what a thread counts with shared variables: whether they are at most that, or at least.
func (s *search) counted(t *template, above bool) bool {
	shared := s.mentioned(true)
	var terms []logic.Term
	for _, c := range t.regs {
		if !s.counts(c) {
			continue
		}
		terms = append(terms, s.afterwards(t, c)...)
		for _, v := range shared {
			if v.width != c.width {
				continue
			}
			terms = append(terms, s.followed(t, c, s.order(v.term[0], c.term[0], above))...)
			for _, u := range s.templates {
				if u != t || !t.single {
					terms = append(terms, s.keeps(u, v, above)...)
				}
			}
		}
	}
	return s.addSome(terms)
}

func (s *search) order(x, y logic.Term, above bool) logic.Term {
	if above {
		x, y = y, x
	}
	return s.b.SLe(x, y)
}

// counts reports whether a step adds a constant to a register.
func (s *search) counts(v *variable) bool {
	return v.width > 1 && slices.ContainsFunc(v.owner.places, func(p *place) bool {
		return slices.ContainsFunc(p.step.exits, func(e exit) bool { return s.adds(e, v) })
	})
}

func (s *search) adds(e exit, v *variable) bool {
	x, ok := e.post[v]
	return ok && v.reg != ir.NoReg && s.b.IsConst(s.b.Sub(x, v.term[0]))
}

// afterwards is the conditions under which a step counts, as they are behind it: i < n after i++, if i + 1 < n was looked at.
func (s *search) afterwards(t *template, c *variable) (out []logic.Term) {
	for _, p := range t.places {
		for _, e := range p.step.exits {
			if !s.adds(e, c) {
				continue
			}
			was := map[logic.Term]logic.Term{c.term[0]: s.b.Sub(c.term[0], s.b.Sub(e.post[c], c.term[0]))}
			for _, x := range s.atoms(e.cond, nil) {
				if slices.Contains(s.b.VarsOf(x), c.term[0]) {
					out = append(out, s.b.Subst(x, was))
				}
			}
		}
	}
	return out
}

// unrolls reports whether a condition differs from a predicate in constants alone, and is about what threads compute: i + 2 < n where i + 1 < n is known. Going around a loop gives such conditions
// without end, so they are what is tried last. States of a protocol, which are constants that are written and compared, are none.
func (s *search) unrolls(x logic.Term) bool {
	for _, y := range s.b.VarsOf(x) {
		if v := s.byTerm[y]; v == nil || !s.computed[v] {
			return false
		}
	}
	is := s.shape(x)
	return slices.ContainsFunc(s.predicates, func(p *predicate) bool { return s.shape(p.term[0]) == is })
}

// findComputed finds the variables that steps give values which they compute, directly or through others.
func (s *search) findComputed() {
	s.computed = map[*variable]bool{}
	for more := true; more; {
		more = false
		for _, t := range s.templates {
			for _, p := range t.places {
				for _, e := range p.step.exits {
					for v, x := range e.post {
						if s.computed[v] || s.b.IsConst(x) || p.step.inputs[x] {
							continue
						}
						if from := s.byTerm[x]; from == nil || s.computed[from] {
							s.computed[v], more = true, true
						}
					}
				}
			}
		}
	}
}

// shape is a condition without its constants.
func (s *search) shape(x logic.Term) string {
	switch k := s.b.Kind(x); k {
	case logic.KConst:
		return ""
	case logic.KNot:
		return s.shape(s.b.Arg(x, 0))
	case logic.KVar:
		return s.b.Name(x)
	default:
		var parts []string
		for _, y := range s.b.Args(x) {
			if part := s.shape(y); part != "" || k != logic.KAdd {
				parts = append(parts, part)
			}
		}
		if k == logic.KAdd && len(parts) == 1 {
			return parts[0]
		}
		return k.String() + "(" + strings.Join(parts, ",") + ")"
	}
}

// keeps is that a template's writes of a variable give it nothing above (or below) what it was, where it writes it and a step before.
func (s *search) keeps(u *template, v *variable, above bool) (out []logic.Term) {
	for _, p := range u.places {
		for _, e := range p.step.exits {
			if x, ok := e.post[v]; ok {
				out = append(out, s.followed(u, nil, s.order(x, v.term[0], above))...)
			}
		}
	}
	return out
}

// followed is a relation of a thread and what it is before the steps of the thread, over the one that counts at most once.
func (s *search) followed(t *template, counter *variable, rel logic.Term) []logic.Term {
	type at struct {
		x       logic.Term
		counted bool
		depth   int
	}
	out := []logic.Term{rel}
	todo := []at{{x: rel}}
	for len(todo) > 0 {
		w := todo[0]
		todo = todo[1:]
		for _, p := range t.places {
			for _, e := range p.step.exits {
				counts := counter != nil && s.adds(e, counter)
				if counts && w.counted {
					continue
				}
				y := s.behind(w.x, e.post)
				if y == w.x || s.b.IsConst(y) || w.depth == deepest || s.predicateOf(y) == nil {
					continue
				}
				for _, a := range s.atoms(y, nil) {
					if !slices.Contains(out, a) {
						out = append(out, a)
						todo = append(todo, at{a, w.counted || counts, w.depth + 1})
					}
				}
			}
		}
	}
	return out
}
