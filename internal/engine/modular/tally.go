package modular

import (
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/graph"
	"github.com/heddle-dev/heddle/internal/logic"
)

// How many threads have come how far. Where each of n threads adds one to x, x <= n, but no predicate about one thread and the shared state says so: it takes the number of those that have added. So ghosts count: how many
// threads of a template were started, and how many took a certain step, if it is one that a thread takes at most once. They start as zero, and the start or the step adds one.
//
// What is known of them besides is not found by predicates but true by counting. Let B come before A if no thread takes A without having taken B, every thread taking its start first. Those who took A are among those who took B, so
//
//	A <= B
//
// in every state. And a thread that has taken B and not A, which the place tells where it stands, is one of the second and none of the first:
//
//	A < B
//
// Counts have 64 bits and are taken for numbers: no execution starts 2^63 threads.
//
// Only a template that each of its spawns names as the one that it starts is counted: a spawn of one of several leaves open who was started.

// countWidth is that of the ghosts that count.
const countWidth = 64

// tally is a count: of the starts of a template, or of one of its steps.
type tally struct {
	*variable
	t        *template
	from, to *place // of a step; nil: starts
}

// before reports whether no thread takes a step without having taken another.
func (b *tally) before(a *tally) bool {
	return b.t == a.t && b != a && (b.from == nil || a.from != nil && !b.t.reaches(b, a.from))
}

// taken reports whether all threads at a place have taken the step.
func (b *tally) taken(p *place) bool { return b.from == nil || !b.t.reaches(b, p) }

// open reports whether no thread at a place has taken the step.
func (b *tally) open(p *place) bool {
	return b.from != nil && !slices.Contains(graph.Reach(b.t.next(nil), b.to), p)
}

// next is the places behind a place, but for one step.
func (t *template) next(but *tally) func(*place) []*place {
	return func(p *place) (out []*place) {
		if p.over() {
			return nil
		}
		for _, e := range p.step.exits {
			if but == nil || but.from != p || but.to != e.to {
				out = append(out, e.to)
			}
		}
		return out
	}
}

// reaches reports whether a thread gets from its start to a place without a step.
func (t *template) reaches(but *tally, p *place) bool {
	return slices.Contains(graph.Reach(t.next(but), t.places[0]), p)
}

// count makes the ghosts: for a template of many threads its starts, and perhaps the steps that change shared variables.
func (s *search) count(steps bool) {
	spoiled := map[*template]bool{}
	for _, t := range s.templates {
		for _, p := range t.places {
			for _, b := range p.step.starts {
				spoiled[b.of] = spoiled[b.of] || len(p.step.starts) > 1
			}
		}
	}
	for _, t := range s.templates[1:] {
		if t.single || spoiled[t] {
			continue
		}
		s.newTally(t, nil, nil, "the number of threads "+t.name)
		if !steps {
			continue
		}
		for _, p := range t.places {
			for _, e := range p.step.exits {
				if !slices.ContainsFunc(s.sharedOf(e), func(v *variable) bool { return v.width > 1 && !s.numbers[v] }) || slices.Contains(graph.Reach(t.next(nil), e.to), p) {
					continue
				}
				s.newTally(t, p, e.to, fmt.Sprintf("the number of threads %s past %s", t.name, p.in.Base().Pos.Pos))
			}
		}
	}
	for _, t := range s.templates {
		for _, p := range t.places {
			for i := range p.step.exits {
				for _, b := range p.step.starts {
					s.countOn(&p.step.exits[i], func(c *tally) bool { return c.t == b.of && c.from == nil })
				}
				to := p.step.exits[i].to
				s.countOn(&p.step.exits[i], func(c *tally) bool { return c.t == t && c.from == p && c.to == to })
			}
			for _, b := range p.step.starts {
				for _, c := range s.tallies {
					if c.t == b.of && c.from == nil {
						b.post[c.variable] = s.more(c)
					}
				}
			}
		}
	}
}

func (s *search) newTally(t *template, from, to *place, name string) {
	s.tallies = append(s.tallies, &tally{s.newVariable(name, countWidth, nil), t, from, to})
}

func (s *search) more(c *tally) logic.Term { return s.b.Add(c.term[0], s.b.BV(countWidth, 1)) }

func (s *search) countOn(e *exit, counts func(*tally) bool) {
	for _, c := range s.tallies {
		if counts(c) {
			e.post[c.variable], e.other[c.variable] = s.more(c), s.more(c)
		}
	}
}

// sharedOf lists the shared variables that a step may change, in a fixed order.
func (s *search) sharedOf(e exit) (out []*variable) {
	for _, v := range s.memory.all {
		if _, ok := e.post[v]; ok && v.shared {
			out = append(out, v)
		}
	}
	return out
}

// isTally reports whether a variable counts threads.
func (s *search) isTally(v *variable) bool {
	return slices.ContainsFunc(s.tallies, func(c *tally) bool { return c.variable == v })
}

// countsAt is what counts are known to be when a thread stands at a place.
func (s *search) countsAt(t *template, p *place) logic.Term {
	if len(s.tallies) == 0 {
		return s.b.True()
	}
	if x, ok := s.countFacts[p]; ok {
		return x
	}
	all := s.b.True()
	zero := s.b.BV(countWidth, 0)
	for _, a := range s.tallies {
		all = s.b.And(all, s.b.SLe(zero, a.term[0]))
		for _, b := range s.tallies {
			if !b.before(a) {
				continue
			}
			if a.t == t && b.taken(p) && a.open(p) {
				all = s.b.And(all, s.b.SLt(a.term[0], b.term[0]))
			} else {
				all = s.b.And(all, s.b.SLe(a.term[0], b.term[0]))
			}
		}
	}
	s.countFacts[p] = all
	return all
}

// wide is a variable as a number of the width of counts.
func (s *search) wide(x logic.Term) logic.Term { return s.b.SExt(countWidth, x) }

// tallied, once and then with more of them, adds predicates that compare counts with the shared variables that the counted steps change, and with what the threads that start them count.
func (s *search) tallied(f *failure) bool {
	if f.check == nil || s.counting > 1 {
		return false
	}
	if s.counting == 0 {
		s.count(true)
	}
	s.counting++
	about := s.mentioned(true)
	for _, x := range s.b.VarsOf(f.check.fails) {
		if v := s.byTerm[x]; v != nil && v.shared && !s.numbers[v] && !slices.Contains(about, v) {
			about = append(about, v)
		}
	}
	var terms []logic.Term
	for _, c := range s.tallies {
		if c.from == nil {
			terms = append(terms, s.startsCounted(f, c, about)...)
			continue
		}
		for _, e := range c.from.step.exits {
			for _, v := range about {
				if _, ok := e.post[v]; !ok || e.to != c.to || v.width > 32 || v.width == 1 {
					continue
				}
				for _, above := range []bool{false, true} {
					terms = append(terms, s.followed(c.t, nil, s.order(s.wide(v.term[0]), c.term[0], above))...)
				}
			}
		}
	}
	if s.counting == 1 && len(terms) > 0 { // what was tried before did not help
		s.predicates, s.shared = nil, 0
		s.owners()
	}
	return s.addSome(terms)
}

// begun, once, adds the predicates that no thread was started yet of the templates of a race, and of those that lead to them: what a function does that failed before it started any.
func (s *search) begun(f *failure) bool {
	if f.check != nil || s.counting > 0 {
		return false
	}
	s.counting = 2 // there is no more to it
	s.count(false)
	starts := func(t *template) (out []*template) {
		for _, p := range t.places {
			for _, b := range p.step.starts {
				out = append(out, b.of)
			}
		}
		return out
	}
	var terms []logic.Term
	for _, c := range s.tallies {
		if below := graph.Reach(starts, c.t); slices.Contains(below, f.a.t) || slices.Contains(below, f.b.t) {
			terms = append(terms, s.b.Eq(c.term[0], s.b.BV(countWidth, 0)))
		}
	}
	return s.addSome(terms)
}

// startsCounted compares the number of threads of a template with what their creators count, and with what failures compare the shared variables with.
func (s *search) startsCounted(f *failure, c *tally, about []*variable) (out []logic.Term) {
	bounds := []logic.Term{s.b.SLe(c.term[0], s.b.BV(countWidth, 1<<31-1))}
	for _, x := range s.atoms(f.check.fails, nil) {
		for _, v := range about {
			if v.width == 32 && slices.Contains(s.b.VarsOf(x), v.term[0]) {
				bounds = append(bounds, s.b.Subst(x, map[logic.Term]logic.Term{v.term[0]: s.b.Extract(31, 0, c.term[0])}))
			}
		}
	}
	for _, t := range s.templates {
		var starts []*place
		for _, p := range t.places {
			if slices.ContainsFunc(p.step.starts, func(b start) bool { return b.of == c.t }) {
				starts = append(starts, p)
			}
		}
		if len(starts) == 0 {
			continue
		}
		for _, x := range bounds {
			out = append(out, x)
			if s.counting > 1 {
				out = append(out, s.followed(t, nil, x)...)
			}
		}
		for _, p := range t.places { // under which conditions it comes to starting one
			for _, e := range p.step.exits {
				if s.counting > 1 && slices.Contains(starts, e.to) {
					out = s.atoms(e.cond, out)
				}
			}
		}
		for _, r := range t.regs {
			if r.width > 32 || !s.counts(r) {
				continue
			}
			out = append(out, s.afterwards(t, r)...)
			for _, above := range []bool{false, true} {
				out = append(out, s.followed(t, r, s.order(c.term[0], s.wide(r.term[0]), above))...)
			}
		}
	}
	return out
}
