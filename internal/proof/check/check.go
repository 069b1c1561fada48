package check

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/proof"
	"github.com/heddle-dev/heddle/internal/solve"
	"github.com/heddle-dev/heddle/internal/solve/backend"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Options say how.
type Options struct {
	VolatileIsAtomic bool
	Solver           string // "embedded", "z3" or "cvc5"; empty: embedded
	Memory           int64
}

// Answer is what came of checking a proof.
type Answer struct {
	Failed      string // the obligation that does not hold; empty: all do
	Obligations int    // how many were discharged
	Threads     []string
}

// Bad is an error about a proof that says nothing about the program: another's, or one that was changed.
type Bad struct{ error }

func bad(format string, args ...any) error { return Bad{fmt.Errorf(format, args...)} }

// errFailed ends the check at the first obligation that does not hold.
var errFailed = errors.New("an obligation does not hold")

// Check asks whether a proof proves its property of a program.
func Check(ctx context.Context, p *ir.Program, pr *proof.Proof, opts Options) (*Answer, error) {
	if pr.Property != string(verdict.Assert) && pr.Property != string(verdict.Race) {
		return nil, bad("a proof of %.40q, which is no property that has proofs", pr.Property)
	}
	m, err := newModel(p, opts.VolatileIsAtomic, pr.Object)
	if errors.As(err, &Bad{}) {
		return nil, err
	}
	if err != nil {
		return &Answer{Failed: err.Error()}, nil
	}
	c := &checker{model: m, ctx: ctx, race: pr.Property == string(verdict.Race), known: map[logic.Term]bool{}, answer: &Answer{}}
	if err := c.read(pr); err != nil {
		return nil, err
	}
	name := opts.Solver
	if name == "" {
		name = "embedded"
	}
	if c.solver, err = backend.Open(ctx, m.b, name, solve.Options{Memory: opts.Memory}); err != nil {
		return nil, err
	}
	defer c.solver.Close()
	for _, k := range m.kinds {
		c.answer.Threads = append(c.answer.Threads, k.name)
	}
	if err := c.obligations(); err != nil && !errors.Is(err, errFailed) {
		return nil, err
	}
	return c.answer, nil
}

type checker struct {
	*model
	ctx     context.Context
	solver  solve.Solver
	race    bool
	assumes map[*variable]map[*kind]logic.Term
	counts  []*count
	known   map[logic.Term]bool // what contradicts itself: in large programs many obligations are the same
	answer  *Answer
}

// obligations is everything that makes a family of invariants a proof. doc.go says why it is enough.
func (c *checker) obligations() error {
	main := c.kinds[0]
	do := []func() error{func() error {
		return c.holds("the program starts in the invariant of "+main.name, main.points[0].inv, c.initially()...)
	}, c.arraysStart}
	for _, t := range c.kinds {
		for _, p := range t.points {
			if c.b.IsFalse(p.inv) {
				continue // nobody gets there
			}
			do = append(do,
				func() error { return c.steps(t, p) },
				func() error { return c.spawns(t, p) },
				func() error { return c.failures(t, p) },
				func() error { return c.covered(t, p) },
				func() error { return c.stable(t, p) },
				func() error { return c.accesses(t, p) })
		}
	}
	for _, f := range do {
		if err := f(); err != nil {
			return err
		}
	}
	return nil
}

// here is what is known of a thread at a point, and of the values that its step reads.
func (c *checker) here(t *kind, p *point) []logic.Term {
	return []logic.Term{p.inv, c.numbered(t, 0), c.countsAt(t, p), c.given(p.step)}
}

// steps: a thread's own step takes it from the invariant of one point to that of another.
func (c *checker) steps(t *kind, p *point) error {
	for _, e := range p.step.exits {
		if e.to == t.end {
			continue
		}
		what := fmt.Sprintf("the step of %s from %s to %s keeps the invariant", t.name, at(p), at(e.to))
		if err := c.holds(what, c.behind(e.to.inv, e.vals), append(c.here(t, p), e.when)...); err != nil {
			return err
		}
	}
	return nil
}

// spawns: a thread that is started is in the invariant of its first point. Its number is nobody's yet.
func (c *checker) spawns(t *kind, p *point) error {
	for _, s := range p.step.starts {
		with := append(c.here(t, p), s.when, c.numbered(s.of, 1), c.b.Not(c.b.Eq(s.of.me[1], t.me[0])), c.b.Eq(s.of.me[1], s.is))
		for _, v := range c.shared {
			if v.typ == number {
				with = append(with, c.b.Not(c.b.Eq(s.of.me[1], v.term[0])))
			}
		}
		is := env{}
		for _, v := range s.of.own { // what it is given; the rest is anything
			is[v] = v.term[1]
		}
		maps.Copy(is, s.vals)
		maps.Copy(is, s.args)
		what := fmt.Sprintf("%s, started by %s at %s, is in its invariant", s.of.name, t.name, at(p))
		if err := c.holds(what, c.behind(s.of.points[0].inv, is), with...); err != nil {
			return err
		}
	}
	return nil
}

// failures: no step fails, reaches something that is not followed, or breaks a rule about an array.
func (c *checker) failures(t *kind, p *point) error {
	for _, f := range p.step.failures {
		if c.race && !f.fatal {
			continue
		}
		what := fmt.Sprintf("%s at %s: %s (%s) does not come up", t.name, at(p), f.why, f.in.Base().Pos.Pos)
		if err := c.never(what, append(c.here(t, p), f.when)...); err != nil {
			return err
		}
	}
	for _, w := range p.step.writes {
		what := fmt.Sprintf("what %s writes at %s keeps the rules about %s", t.name, at(p), c.names.Region(w.region))
		if err := c.holds(what, c.model.holds(c.large[w.region], w.value), append(c.here(t, p), w.when)...); err != nil {
			return err
		}
	}
	if c.torn(t, p) {
		return c.never(fmt.Sprintf("%s at %s: a range of memory that others may see in parts is not reached", t.name, at(p)), c.here(t, p)...)
	}
	return nil
}

// covered: a step changes a shared variable only under the assumption that others make.
func (c *checker) covered(t *kind, p *point) error {
	for _, e := range p.step.exits {
		for _, v := range c.shared {
			x, ok := e.vals[v]
			if !ok || !v.told {
				continue
			}
			may, ok := c.assumes[v][t]
			if !ok {
				may = c.b.False()
			}
			what := fmt.Sprintf("%s at %s changes %s as it is assumed", t.name, at(p), v.name)
			if err := c.holds(what, may, append(c.here(t, p), e.when, c.b.Not(c.b.Eq(x, v.term[0])))...); err != nil {
				return err
			}
		}
	}
	return nil
}

// stable: no step of another thread takes this one out of its invariant.
func (c *checker) stable(t *kind, p *point) error {
	for _, u := range c.kinds {
		for _, q := range u.points {
			if c.b.IsFalse(q.inv) || !c.together(t, p, u, q) {
				continue
			}
			for _, e := range q.step.exits {
				after := c.behind(p.inv, e.other.vals)
				if after == p.inv {
					c.answer.Obligations++ // it changes nothing that the invariant is about
					continue
				}
				what := fmt.Sprintf("the step of %s from %s leaves the invariant of %s at %s", u.name, at(q), t.name, at(p))
				if err := c.holds(what, after, append(c.both(t, p, u, q), e.other.when, c.given(q.step))...); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// accesses: no two threads stand before accesses that race.
func (c *checker) accesses(t *kind, p *point) error {
	if !c.race {
		return nil
	}
	for _, u := range c.kinds {
		for _, q := range u.points {
			if c.b.IsFalse(q.inv) || !c.together(t, p, u, q) {
				continue
			}
			for _, m := range c.meetings(t, p, u, q) {
				what := fmt.Sprintf("the accesses of %s by %s at %s and by %s at %s do not meet", c.names.Region(m.x.Region), t.name, m.x.Pos.Pos, u.name, m.y.Pos.Pos)
				if err := c.never(what, append(c.both(t, p, u, q), m.when)...); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// both is what is known of two threads, which are two.
func (c *checker) both(t *kind, p *point, u *kind, q *point) []logic.Term {
	return []logic.Term{p.inv, q.inv2, c.numbered(t, 0), c.numbered(u, 1), c.b.Not(c.b.Eq(t.me[0], u.me[1])), c.countsAt(t, p), c.countsAt(u, q)}
}

// meeting is two accesses that race if threads stand before them at the same time, under a condition.
type meeting struct {
	x, y access
	when logic.Term
}

func (c *checker) meetings(t *kind, p *point, u *kind, q *point) (out []meeting) {
	for _, x := range p.step.accesses {
		for _, y := range q.step.accesses {
			if x.Region != y.Region || !x.Write && !y.Write || !x.plain && !y.plain || c.threads.Apart(t.Kind, x.Access, u.Kind, y.Access, noLocks) {
				continue
			}
			when := c.oneCell(x, y, u)
			if c.b.IsTrue(when) {
				return []meeting{{x, y, when}} // the others add nothing
			}
			out = append(out, meeting{x, y, when})
		}
	}
	return out
}

func noLocks(ir.RegionID) bool { return false } // what locks exclude is up to the invariants

// torn reports whether a range of memory is written in one step here although others could see it half done: assertions could notice that.
func (c *checker) torn(t *kind, p *point) bool {
	switch p.in.(type) {
	case *ir.Fill, *ir.Copy:
		return !c.race && slices.ContainsFunc(c.kinds, func(u *kind) bool { return !c.apart(t, p, u) })
	}
	return false
}

// arraysStart: the rules about arrays hold of what they start with.
func (c *checker) arraysStart() error {
	for r := range c.p.Regions {
		if a := c.large[ir.RegionID(r)]; a != nil && len(a.rules) > 0 {
			for _, x := range a.starts {
				if err := c.holds(fmt.Sprintf("what %s starts with keeps its rules", c.names.Region(a.region)), c.model.holds(a, x)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// behind is a condition on the state behind something as one on the state before it.
func (c *checker) behind(x logic.Term, vals env) logic.Term {
	is := map[logic.Term]logic.Term{}
	for v, y := range vals {
		is[v.term[0]] = y
	}
	return c.b.Subst(x, is)
}

// holds asks whether a condition follows from others.
func (c *checker) holds(what string, cond logic.Term, from ...logic.Term) error {
	return c.never(what, append(from, c.b.Not(cond))...)
}

// never asks whether conditions contradict one another.
func (c *checker) never(what string, terms ...logic.Term) error {
	all := c.b.And(terms...)
	if !c.known[all] {
		st, err := c.solver.Check(c.ctx, all)
		switch {
		case err != nil:
			return fmt.Errorf("%s: %w", what, err)
		case st != solve.Unsat:
			c.answer.Failed = what
			return errFailed
		}
		c.known[all] = true
	}
	c.answer.Obligations++
	return nil
}

// at is a point, for people.
func at(p *point) string { return fmt.Sprintf("%s (%s)", p.in.Base().Pos.Pos, p.pos) }
