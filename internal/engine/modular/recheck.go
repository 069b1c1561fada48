package modular

import (
	"context"
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/decide"
	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/solve"
)

// The proof once more, before it is said. What was found is a set of states for each template and place, written as a formula. A fresh solver is asked for each of the conditions that make it a proof
// (docs/engines/modular.md): the start, the steps, the spawns, the steps of others, and that nothing fails. Nothing is used of how the sets were found: no cubes one by one, nothing that was kept, no
// predicate left out because it cannot change. Only the formulas of the steps are the same. A step that leaves a condition as it is, term by term, is not asked about, and nothing is asked twice: in a large program most
// steps are far from what a proof is about.

// recheck finds a condition that does not hold; empty: all do.
func (s *search) recheck(ctx context.Context) (string, error) {
	session, err := s.req.Task().Open(ctx, s.b)
	if err != nil {
		return "", err
	}
	defer session.Close()
	r := &rechecker{s, session, ctx, map[logic.Term]bool{}, ""}
	first := s.templates[0]
	err = r.excluded("the start", append(s.initially(), s.numbered(first, 0), s.b.Not(s.sets(first, first.places[0], 0)))...)
	for _, c := range s.rules {
		if !s.atFirst(c) {
			r.bad = "what cells start with"
		}
	}
	for _, t := range s.templates {
		for _, p := range t.places {
			if len(s.here[t.n][p]) > 0 && r.bad == "" && err == nil {
				err = r.place(t, p)
			}
		}
	}
	return r.bad, err
}

type rechecker struct {
	*search
	session decide.Session
	ctx     context.Context
	known   map[logic.Term]bool // what was found to be contradictory
	bad     string
}

// sets is the states of a template at a place, as a condition.
func (s *search) sets(t *template, p *place, side int) logic.Term {
	any := s.b.False()
	for _, st := range s.here[t.n][p] {
		any = s.b.Or(any, s.b.And(s.literals(st.cube, side)...))
	}
	return any
}

// excluded asks that conditions contradict one another.
func (r *rechecker) excluded(what string, terms ...logic.Term) error {
	all := r.b.And(terms...)
	if r.known[all] {
		return nil
	}
	st, err := r.session.Check(r.ctx, all)
	if err != nil {
		return err
	}
	if r.known[all] = st == solve.Unsat; !r.known[all] && r.bad == "" {
		r.bad = what
	}
	return nil
}

// place asks about all that a thread at a place does and suffers.
func (r *rechecker) place(t *template, p *place) error {
	here := []logic.Term{r.sets(t, p, 0), r.b.And(r.numbered(t, 0), r.countsAt(t, p))}
	given := r.given(p.step)
	at := fmt.Sprintf("%s at %s", t.name, p.in.Base().Pos.Pos)
	with := func(terms ...logic.Term) []logic.Term { return append(here[:2:2], terms...) }
	for _, e := range p.step.exits {
		if e.to.over() {
			continue
		}
		if err := r.excluded("a step of "+at, with(e.cond, given, r.b.Not(r.behind(r.sets(t, e.to, 0), e.post)))...); err != nil {
			return err
		}
	}
	for _, b := range p.step.starts {
		if err := r.excluded("a start by "+at, with(append(r.startFails(t, b), given)...)...); err != nil {
			return err
		}
	}
	for _, k := range slices.Concat(p.step.checks, r.breaks(p.step)) {
		if !r.wantsAssert && !k.rests {
			continue
		}
		if err := r.excluded("an assertion of "+at, with(k.fails, given)...); err != nil {
			return err
		}
	}
	for _, u := range r.templates {
		if u == t && t.single || t.apart[u.n][p.n] {
			continue
		}
		for _, q := range u.places {
			if len(r.here[u.n][q]) == 0 || u.apart[t.n][q.n] {
				continue
			}
			both := with(append(r.different(t, u), r.sets(u, q, 1), r.countsAt(u, q))...)
			for _, e := range q.step.exits {
				after := r.behind(here[0], e.other)
				if after == here[0] {
					continue
				}
				if err := r.excluded("a step of another of "+at, append(both[:len(both):len(both)], e.when, r.given(q.step), r.b.Not(after))...); err != nil {
					return err
				}
			}
			if !r.wantsRace {
				continue
			}
			for _, m := range r.meetings(&state{t: t, at: p}, &state{t: u, at: q}) {
				if err := r.excluded("a race of "+at, append(both[:len(both):len(both)], m.when)...); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// startFails is that a thread starts in no state that is known.
func (r *rechecker) startFails(t *template, b start) []logic.Term {
	number := b.of.me.term[1]
	out := []logic.Term{r.numbered(b.of, 1), r.b.Not(r.b.Eq(number, t.me.term[0])), r.b.Eq(number, b.is)}
	is := map[logic.Term]logic.Term{}
	for _, v := range r.memory.all {
		switch {
		case r.numbers[v]:
			out = append(out, r.b.Not(r.b.Eq(number, v.term[0])))
		case v.owner == b.of:
			is[v.term[0]] = v.term[1]
		}
	}
	for v, x := range b.post {
		is[v.term[0]] = x
	}
	for v, x := range b.args {
		is[v.term[0]] = x
	}
	return append(out, r.b.Not(r.b.Subst(r.sets(b.of, b.of.places[0], 0), is)))
}
