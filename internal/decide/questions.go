package decide

import (
	"context"
	"slices"

	"github.com/heddle-dev/heddle/internal/analysis/reach"
	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/encode"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/solve"
	"github.com/heddle-dev/heddle/internal/transform"
	"github.com/heddle-dev/heddle/internal/transform/sequence"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Questions are the checks of one problem, asked of one solver.
type Questions struct {
	*Problem
	Session
	Bounds verdict.Bounds // what a finding says it was found within
	Found  *Found
	Start  budget.Work // of the whole search

	Marks
	Unreached []string // assertions that no execution reaches
	Runs      bool     // nothing comes to an end, but not for want of executions: see Reached
	Open      int      // checks that had not failed before

	Told    func(decided, all int) // is told how far it has come; may be nil
	Decided func(*ir.Assert) bool  // checks that need not be asked about; may be nil

	friendly []logic.Term // assumed, while executions with a friendly outside are asked about
	begun    budget.Work  // of these questions
	glimpses *places      // and what models came to that were asked for something else
	glimpsed reach.Set
}

// Ask starts the solver that was asked for, which Close ends.
func Ask(ctx context.Context, p *Problem, found *Found, bounds verdict.Bounds, start budget.Work) (*Questions, error) {
	s, err := p.task.Open(ctx, p.Formula.B)
	if err != nil {
		return nil, err
	}
	q := &Questions{Problem: p, Bounds: bounds, Found: found, Start: start, Session: s, begun: budget.Spent(ctx)}
	if err := q.assertPath(); err != nil {
		s.Close()
		return nil, err
	}
	return q, nil
}

// assertPath asserts what holds on every way to the checks: they are all at the end.
func (q *Questions) assertPath() error {
	checks := q.Formula.Checks
	if len(checks) == 0 {
		if len(q.Formula.Ends) == 0 { // nor does any way lead there: there is no execution
			return q.Assert(q.Formula.B.False())
		}
		return nil
	}
	for _, c := range checks[0].Path.Conds() {
		if err := q.Assert(c); err != nil {
			return err
		}
	}
	return nil
}

// Users asks about the checks that are the user's. Executions with a friendly outside show bugs: all checks are asked about these before any is asked about others.
func (q *Questions) Users(ctx context.Context) error {
	if friendly := q.Formula.Friendly(); !q.Formula.B.IsTrue(friendly) {
		q.friendly = []logic.Term{friendly}
		half, cancel := Share(ctx, 2)
		err := q.users(half)
		late := Interrupted(half, err) && ctx.Err() == nil
		cancel()
		q.friendly, q.Open = nil, 0
		if err != nil && !late {
			return err
		}
	}
	if err := q.users(ctx); err != nil {
		return err
	}
	if err := q.deadlocked(ctx); err != nil && !q.Found.Over(ctx, err, verdict.Deadlock) {
		return While(err, "solving: deadlocks")
	}
	return nil
}

// users asks once. A check that is hard must not keep the others from being asked: each gets its share of half the time, and what could not be decided in that is asked again at the end.
func (q *Questions) users(ctx context.Context) error {
	var open, hard []int
	for i, c := range q.Formula.Checks {
		if !transform.Internal(c.Assert.Kind) && c.Assert.Kind != sequence.Deadlock && q.asked(c.Assert) && !q.Found.Has(c.Assert) && !(q.Decided != nil && q.Decided(c.Assert)) {
			open = append(open, i)
		}
	}
	q.Open += len(open)
	ask := func(ctx context.Context, i int) error {
		a := q.Formula.Checks[i].Assert
		if q.Found.Has(a) {
			return nil
		}
		err := q.check(ctx, i)
		if q.Found.Over(ctx, err, verdict.Kind(a.Kind).Property()) {
			return nil
		}
		return While(err, "solving: %s at %s", a.Kind, a.Pos.Pos)
	}
	decided := 0
	tell := func() {
		if q.Told != nil {
			q.Told(decided, len(open))
		}
	}
	tell()
	for n, i := range open {
		mine, cancel := Share(ctx, 2*(len(open)-n))
		err := ask(mine, i)
		if late := Interrupted(mine, err) && ctx.Err() == nil; late {
			hard = append(hard, i)
		} else if err != nil {
			cancel()
			return err
		} else {
			decided++
			tell()
		}
		cancel()
	}
	for _, i := range hard {
		if err := ask(ctx, i); err != nil {
			return err
		}
		decided++
		tell()
	}
	return nil
}

// Cuts asks which unsupported constructs are reached and whether anything ends at all; and which bounds are hit and which assertions are reached, for as long
// as all that came before took. Each question is about all that is still open, and a model answers for everything that it shows.
func (q *Questions) Cuts(ctx context.Context) error {
	checks := q.Formula.Checks
	q.known = map[string]bool{}
	verdict := func(kind string) bool { return kind == transform.Unsupported || kind == transform.Ended }
	if _, err := q.shownBy(ctx, verdict); err != nil {
		return While(err, "solving: what is reached")
	}
	some, cancel := budget.Within(ctx, max(budget.Since(ctx, q.begun), leastCuts))
	defer cancel()
	open, err := q.shownBy(some, func(kind string) bool { return !verdict(kind) })
	switch {
	case err != nil && (ctx.Err() != nil || !Interrupted(some, err)):
		return While(err, "solving: which bounds are hit")
	case err != nil:
		for _, i := range open {
			if a := checks[i].Assert; a.Kind == transform.Bound && !q.known[cutName(a)] {
				q.known[cutName(a)] = true
				q.Hit = append(q.Hit, a.Msg+Perhaps)
			}
		}
	default:
		q.Unreached = q.Missing(q.task.Program)
	}
	for i, c := range checks { // a failure is an end too
		if q.Ends || transform.Internal(c.Assert.Kind) {
			continue
		}
		st, err := q.feasible(ctx, i)
		if err != nil {
			return While(err, "solving: whether anything ends")
		}
		q.Ends = st == solve.Sat
	}
	return nil
}

// Obstacles asks which unsupported constructs are reached.
func (q *Questions) Obstacles(ctx context.Context) error {
	q.known = map[string]bool{}
	if _, err := q.shownBy(ctx, func(kind string) bool { return kind == transform.Unsupported }); err != nil {
		return While(err, "solving: what is reached")
	}
	return nil
}

// leastCuts is how long it may take to find out which bounds are hit, however fast the checks were.
const leastCuts = 5 * budget.Second

// shownBy asks which internal checks of some kinds can fail, until none that is open does. It gives those that are, also with an error.
func (q *Questions) shownBy(ctx context.Context, kinds func(string) bool) (open []int, err error) {
	checks, b := q.Formula.Checks, q.Formula.B
	for {
		open = open[:0]
		any := b.False()
		for i, c := range checks {
			kind := c.Assert.Kind
			if !transform.Internal(kind) || kind == transform.Turn || kind == transform.Busy || !kinds(kind) || q.known[cutName(c.Assert)] || b.IsFalse(c.Fails) {
				continue
			}
			open = append(open, i)
			any = b.Or(any, c.Fails)
		}
		if len(open) == 0 {
			return nil, nil
		}
		st, err := q.Session.Check(ctx, append(q.noFault(), any)...)
		if err != nil || st != solve.Sat {
			return open, err
		}
		m := q.Model()
		q.glimpse(m)
		for _, i := range open {
			if m.Bool(checks[i].Fails) {
				q.shown(checks[i].Assert)
			}
		}
	}
}

func (q *Questions) asked(a *ir.Assert) bool {
	return q.task.Wants(verdict.Kind(a.Kind).Property())
}

// feasible asks whether check i can fail with no earlier failure. The sequential program sees to that, but for an invalid access
// in the middle of an atomic section.
func (q *Questions) feasible(ctx context.Context, i int) (solve.Status, error) {
	return q.feasibleWith(ctx, i, nil)
}

// feasibleWith asks the same under more assumptions.
func (q *Questions) feasibleWith(ctx context.Context, i int, more []logic.Term) (solve.Status, error) {
	c := q.Formula.Checks[i]
	if q.Formula.B.IsFalse(c.Fails) {
		return solve.Unsat, nil
	}
	assume := append([]logic.Term{c.Fails}, more...)
	if c.Assert.Kind != string(verdict.KindRace) {
		assume = append(assume, q.noFault(i)...)
	}
	return q.Session.Check(ctx, assume...)
}

// fails asks about executions with a friendly outside, which show bugs, and then about all others. It gives the assumptions under which the answer is.
func (q *Questions) fails(ctx context.Context, i int, more []logic.Term) (solve.Status, []logic.Term, error) {
	if friendly := q.Formula.Friendly(); !q.Formula.B.IsTrue(friendly) {
		some := append(slices.Clone(more), friendly)
		if st, err := q.feasibleWith(ctx, i, some); err != nil || st == solve.Sat {
			return st, some, err
		}
	}
	st, err := q.feasibleWith(ctx, i, more)
	return st, more, err
}

// noFault says that no access ended the process, but for those of the checks named.
func (q *Questions) noFault(but ...int) (out []logic.Term) {
	for j, c := range q.Formula.Checks {
		if verdict.Kind(c.Assert.Kind).IsMemory() && !slices.Contains(but, j) {
			out = append(out, q.Formula.B.Not(c.Fails))
		}
	}
	return out
}

// Check decides one check of the user's, for executions with a friendly outside first.
func (q *Questions) Check(ctx context.Context, i int) error {
	if friendly := q.Formula.Friendly(); !q.Formula.B.IsTrue(friendly) {
		q.friendly = []logic.Term{friendly}
		err := q.check(ctx, i)
		q.friendly = nil
		if err != nil || q.Found.Has(q.Formula.Checks[i].Assert) {
			return err
		}
	}
	return q.check(ctx, i)
}

// check decides one check. One about the races of a region is asked again and again, each time for races between other places of the source than those shown before.
func (q *Questions) check(ctx context.Context, i int) error {
	c := q.Formula.Checks[i]
	for more := true; more; {
		var err error
		if more, err = q.checkOnce(ctx, c, i); err != nil {
			return err
		}
	}
	return nil
}

// checkOnce asks once, and reports whether there may be more to find.
func (q *Questions) checkOnce(ctx context.Context, c encode.Check, i int) (more bool, err error) {
	ctx, cancel := q.Found.Time(ctx, verdict.Kind(c.Assert.Kind).Property())
	defer cancel()
	var other []logic.Term
	if races, ok := q.Seq.Races.Others(c.Assert.ID); ok {
		other = []logic.Term{q.any(races)}
	}
	other = append(other, q.friendly...)
	st, err := q.feasibleWith(ctx, i, other)
	if err != nil || st != solve.Sat {
		return false, err
	}
	r, err := q.replay(c, q.shorten(ctx, i, q.Model(), other))
	if err != nil {
		return false, q.tried(err)
	}
	f, err := q.finding(c, r)
	if err != nil {
		return false, q.tried(err)
	}
	q.Found.Enter(f)
	return q.Seq.Races.Shown(r.seq), nil
}

// tried is what a trace that cannot be followed means: nothing, where something was left out of the program.
func (q *Questions) tried(err error) error {
	if q.loose {
		return nil
	}
	return err
}

// any says that one of several races happens.
func (q *Questions) any(races []sequence.Another) logic.Term {
	b := q.Formula.B
	out := b.False()
	for _, r := range races {
		c := q.Formula.Value(r.Hit)
		for _, shown := range r.Pending {
			both := b.True()
			for _, id := range shown {
				both = b.And(both, q.Formula.Value(id))
			}
			c = b.And(c, b.Not(both))
		}
		out = b.Or(out, c)
	}
	return out
}
