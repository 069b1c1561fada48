package interleaved

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/solve"
	"github.com/heddle-dev/heddle/internal/solve/smtlib"
)

// Choices that are quantified (3.4 and Algorithm 2): pre(havoc x, psi) = exists x. psi, where Determinize would take the value that x had, and filter the inputs that fail with that one
// alone. Where the quantifier can go again, the filter is code for every engine and a precondition in C. Each step that removes it keeps the inputs as they are:
//
//   - if a condition says what the choice is, x = t, it is t everywhere else;
//   - the conditions that are about the input alone stand outside: exists x. A and B(x) is A and exists x. B(x). z3 is asked for an input with A for which B holds for no x. If there is
//     none, A is the filter.
//
// Otherwise it stays, and from then on the program is asked about as one formula with the quantifiers of all filters in it (whole.go).
//
// Variables of the input are taken to be independent where z3 is asked. Two may be the same memory: then there are fewer inputs than z3 looks at, and its "none" holds for them too. What lies where a choice decides is no
// such variable: it is another for every choice.

// quantifyTime is how long z3 may look for one input.
const quantifyTime = 5 * time.Second

// quantified is the conditions of a failing run for all choices that make it fail in the same way: over the input alone, or over some choices, too, which are bound then.
func (q *question) quantified(ctx context.Context, s *shadow) (conds, bound []logic.Term, err error) {
	for _, e := range s.events {
		if e.cond != 0 {
			conds = append(conds, e.cond)
		}
	}
	conds = q.defined(conds)
	var alone, mixed []logic.Term
	for _, c := range conds {
		if len(q.within(c)) > 0 {
			mixed = append(mixed, c)
		} else {
			alone = append(alone, c)
		}
	}
	mixed = q.decisive(mixed)
	if len(mixed) == 0 {
		return alone, nil, nil
	}
	none, err := q.always(ctx, alone, mixed)
	switch {
	case err != nil:
		return nil, nil, err
	case none:
		return alone, nil, nil
	}
	return slices.DeleteFunc(conds, func(c logic.Term) bool { return len(q.within(c)) > 0 && !slices.Contains(mixed, c) }), q.within(mixed...), nil
}

// decisive leaves out conditions about choices that no condition connects with the input: there are values for which they hold, those of the run.
func (q *question) decisive(conds []logic.Term) (out []logic.Term) {
	open := slices.Clone(conds)
	var choices []logic.Term
	for more := true; more; {
		more = false
		open = slices.DeleteFunc(open, func(c logic.Term) bool {
			input := slices.ContainsFunc(q.b.VarsOf(c), func(v logic.Term) bool { return q.inputs[v] != nil })
			if !input && !slices.ContainsFunc(q.within(c), func(v logic.Term) bool { return slices.Contains(choices, v) }) {
				return false
			}
			choices, more = append(choices, q.within(c)...), true
			return true
		})
	}
	return slices.DeleteFunc(slices.Clone(conds), func(c logic.Term) bool { return slices.Contains(open, c) })
}

// elsewhere is the choices that decide where something lies that some terms are about.
func (q *question) elsewhere(ts []logic.Term) (out []logic.Term) {
	for _, v := range q.b.VarsOf(ts...) {
		if in := q.inputs[v]; in != nil && in.chosen {
			out = append(out, q.within(in.access.term)...)
		}
	}
	return out
}

// defined replaces choices that a condition defines.
func (q *question) defined(conds []logic.Term) []logic.Term {
	places := q.elsewhere(conds)
	for {
		v, is := q.definition(conds, places)
		if v == 0 {
			return conds
		}
		var left []logic.Term
		for _, c := range q.b.SubstAll(conds, map[logic.Term]logic.Term{v: is}) {
			if !q.b.IsTrue(c) && !slices.Contains(left, c) {
				left = append(left, c)
			}
		}
		conds = left
	}
}

// definition finds a condition that says what a choice is; not one of those that decide where something lies.
func (q *question) definition(conds, but []logic.Term) (v, is logic.Term) {
	b := q.b
	choice := func(x logic.Term) bool {
		_, ok := q.choices[x]
		return ok && !slices.Contains(but, x)
	}
	for _, c := range conds {
		switch b.Kind(c) {
		case logic.KVar:
			if choice(c) {
				return c, b.True()
			}
		case logic.KNot:
			if x := b.Arg(c, 0); choice(x) {
				return x, b.False()
			}
		case logic.KEq:
			for i := range 2 {
				x, y := b.Arg(c, i), b.Arg(c, 1-i)
				if choice(x) && !slices.Contains(b.VarsOf(y), x) {
					return x, y
				}
			}
		}
	}
	return 0, 0
}

// always reports whether for every input with some conditions there are choices with the others.
func (q *question) always(ctx context.Context, alone, mixed []logic.Term) (bool, error) {
	if len(q.elsewhere(mixed)) > 0 {
		return false, nil
	}
	z3, err := smtlib.New(ctx, q.b, "z3", solve.Options{Timeout: quantifyTime})
	if err != nil {
		return false, err
	}
	defer z3.Close()
	for _, c := range alone {
		if err := z3.Assert(c); err != nil {
			return false, err
		}
	}
	if err := z3.AssertForall(q.within(mixed...), q.b.Not(q.b.And(mixed...))); err != nil {
		return false, err
	}
	st, err := z3.Check(ctx)
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	var limit *solve.LimitError
	var unknown *solve.BackendError
	if errors.As(err, &limit) || errors.As(err, &unknown) {
		return false, nil // it does not know: the quantifier stays
	}
	return st == solve.Unsat, err
}
