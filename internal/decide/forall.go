package decide

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/solve"
	"github.com/heddle-dev/heddle/internal/solve/bitblast"
	"github.com/heddle-dev/heddle/internal/solve/smtlib"
	"github.com/heddle-dev/heddle/internal/transform"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Questions about some inputs of a program: those for which a condition holds for no choice. The condition is code of the program itself, so that it is about the same input, the same memory and the same terms as all the
// rest: before anything else the program may look at its input (a Havoc says whether it does), with choices of its own, and it fails there if the condition holds.
//
//	if (look) { x = any; if (condition(input, x)) fail; }  rest
//
// The formula of that program, with look false, is the formula of the rest, on every input. With look true, it fails at that place where condition(input, x) holds: nothing but branches leads there. So the question is
//
//	exists input, choices:  formula of the rest  and  for all x:  not condition(input, x)
//
// with variables of their own for x. What the code reads for the condition has to be there whatever x is: each access stands behind branches that say so.

// Unless is such a look: instructions of the program.
type Unless struct {
	Look  ir.ID   // the Havoc that says whether the program looks
	Any   []ir.ID // Havocs that choose
	Fails ir.ID   // the Assert that fails if the condition holds
}

// AskUnless asks z3 about the inputs for which none of some conditions holds, each question for so long.
func AskUnless(ctx context.Context, p *Problem, list []Unless, found *Found, bounds verdict.Bounds, limit time.Duration) (*Questions, error) {
	z3, err := smtlib.New(ctx, p.Formula.B, "z3", solve.Options{Timeout: limit, Memory: p.task.Memory, Seed: p.task.Seed})
	if err != nil {
		return nil, err
	}
	s := &underLaws{Solver: bitblast.New(p.Formula.B, solve.Options{Memory: p.task.Memory, Seed: p.task.Seed}), z3: z3}
	q := &Questions{Problem: p, Bounds: bounds, Found: found, Start: budget.Spent(ctx), Session: Session{s}, begun: budget.Spent(ctx)}
	if err := q.unless(s, list); err != nil {
		s.Close()
		return nil, err
	}
	return q, nil
}

// ErrUnless says that the conditions cannot be told from the rest.
var ErrUnless = errors.New("what the condition says of the input cannot be told from the rest of the program")

func (q *Questions) unless(s *underLaws, list []Unless) error {
	b, checks := q.Formula.B, q.Formula.Checks
	made := map[ir.ID]logic.Term{} // by the program's instruction
	for in := range q.Seq.Program.Funcs[q.Seq.Program.Entry].Instrs() {
		if _, ok := in.(*ir.Havoc); ok {
			made[q.work.Original(in.Base().ID)] = q.Formula.Value(in.Base().ID)
		}
	}
	looks := map[logic.Term]logic.Term{} // none
	for _, u := range list {
		v := made[u.Look]
		if v == 0 || b.Kind(v) != logic.KVar {
			return ErrUnless
		}
		looks[v] = b.False()
	}
	var path []logic.Term
	if len(checks) > 0 {
		path = checks[0].Path.Conds()
	}
	program := slices.Clone(path)
	for _, c := range checks {
		program = append(program, c.Fails)
	}
	program = b.SubstAll(program, looks)
	for _, u := range list {
		with := map[logic.Term]logic.Term{}
		for v := range looks {
			with[v] = b.Bool(v == made[u.Look])
		}
		var bound, own []logic.Term
		for _, id := range u.Any {
			v := made[id]
			if v == 0 {
				continue // nothing depends on it
			}
			own = append(own, v)
			with[v] = b.FreshVar("any", b.Sort(v))
			bound = append(bound, with[v])
		}
		fails := b.False()
		for _, c := range checks {
			if q.work.Original(c.Assert.ID) == u.Fails && !transform.Internal(c.Assert.Kind) {
				fails = b.Or(fails, c.Fails)
			}
		}
		holds, err := q.expanded(fails)
		if err != nil {
			return err
		}
		body := b.Subst(b.Not(holds), with)
		if mentions(b, body, own) {
			return ErrUnless
		}
		if err := s.add(law{bound, body, lookedAt(b, program...)}); err != nil {
			return err
		}
	}
	for _, u := range list {
		if err := q.Assert(b.Not(made[u.Look])); err != nil {
			return err
		}
	}
	return q.assertPath()
}

// mentions reports whether a term is about some variables.
func mentions(b *logic.Builder, t logic.Term, vars []logic.Term) bool {
	for _, v := range b.VarsOf(t) {
		for _, u := range vars {
			if u == v {
				return true
			}
		}
	}
	return false
}

// expanded puts what variables stand for in their place: inside of a quantifier nothing can be defined that depends on what is bound there.
func (q *Questions) expanded(t logic.Term) (logic.Term, error) {
	b := q.Formula.B
	for {
		m := map[logic.Term]logic.Term{}
		for _, v := range b.VarsOf(t) {
			if b.IsDefinedArray(v) {
				return 0, fmt.Errorf("%w: ranges of memory are written before", ErrUnless)
			}
			if b.IsDefined(v) {
				is, also := b.Definition(v, 0)
				if !b.IsTrue(also) {
					return 0, ErrUnless
				}
				m[v] = is
			}
		}
		if len(m) == 0 {
			return t, nil
		}
		t = b.SubstAll([]logic.Term{t}, m)[0]
	}
}

// Each asks about every check of the user's, but for those of the looks, and says of each property that is not decided why.
func (q *Questions) Each(ctx context.Context, list []Unless) (open map[verdict.Property]string, err error) {
	open = map[verdict.Property]string{}
	for i, c := range q.Formula.Checks {
		a := c.Assert
		own := slices.ContainsFunc(list, func(u Unless) bool { return u.Fails == q.work.Original(a.ID) })
		if transform.Internal(a.Kind) || !q.asked(a) || own || q.Found.Has(a) {
			continue
		}
		err := q.Check(ctx, i)
		var limit *solve.LimitError
		var unknown *solve.BackendError
		switch p := verdict.Kind(a.Kind).Property(); {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.As(err, &limit), errors.As(err, &unknown):
			if open[p] == "" {
				open[p] = fmt.Sprintf("%s at %s: %v", a.Kind, a.Pos.Pos, err)
			}
		case err != nil:
			return nil, err
		}
	}
	return open, nil
}
