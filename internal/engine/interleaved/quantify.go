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
// alone. A filter is code, so the quantifier has to go again, and each step that removes it keeps the inputs as they are:
//
//   - if a condition says what the choice is, x = t, it is t everywhere else;
//   - the conditions that are about the input alone stand outside: exists x. A and B(x) is A and exists x. B(x). z3 is asked for an input with A for which B holds for no x. If there is
//     none, A is the filter.
//
// If there is one, values at the ends of the type are tried before the value that the choice had: any value makes a filter, of fewer inputs.
//
// Variables of the input are taken to be independent there. Two may be the same memory: then there are fewer inputs than z3 looks at, and its "none" holds for them too.

// quantifyTime is how long z3 may look for one input.
const quantifyTime = 5 * time.Second

// quantified is the conditions of a failing run over the input alone, for all choices that make it fail in the same way. exact says that these are all inputs that do.
func (q *question) quantified(ctx context.Context, s *shadow) (conds []logic.Term, exact bool, err error) {
	for _, e := range s.events {
		if e.cond != 0 {
			conds = append(conds, e.cond)
		}
	}
	conds = q.defined(conds)
	var alone, mixed []logic.Term
	for _, c := range conds {
		if len(q.chosen(c)) > 0 {
			mixed = append(mixed, c)
		} else {
			alone = append(alone, c)
		}
	}
	if len(mixed) == 0 {
		return alone, true, nil
	}
	none, err := q.always(ctx, alone, mixed)
	switch {
	case err != nil:
		return nil, false, err
	case none:
		return alone, true, nil
	}
	return append(alone, q.extremes(mixed)...), false, nil
}

// chosen is the variables of choices in some terms.
func (q *question) chosen(ts ...logic.Term) (out []logic.Term) {
	for _, v := range q.b.VarsOf(ts...) {
		if _, ok := q.choices[v]; ok {
			out = append(out, v)
		}
	}
	return out
}

// defined replaces choices that a condition defines.
func (q *question) defined(conds []logic.Term) []logic.Term {
	for {
		v, is := q.definition(conds)
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

// definition finds a condition that says what a choice is.
func (q *question) definition(conds []logic.Term) (v, is logic.Term) {
	b := q.b
	for _, c := range conds {
		switch b.Kind(c) {
		case logic.KVar:
			if _, ok := q.choices[c]; ok {
				return c, b.True()
			}
		case logic.KNot:
			if _, ok := q.choices[b.Arg(c, 0)]; ok {
				return b.Arg(c, 0), b.False()
			}
		case logic.KEq:
			for i := range 2 {
				x, y := b.Arg(c, i), b.Arg(c, 1-i)
				if _, ok := q.choices[x]; ok && !slices.Contains(b.VarsOf(y), x) {
					return x, y
				}
			}
		}
	}
	return 0, 0
}

// always reports whether for every input with some conditions there are choices with the others.
func (q *question) always(ctx context.Context, alone, mixed []logic.Term) (bool, error) {
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
	if err := z3.AssertForall(q.chosen(mixed...), q.b.Not(q.b.And(mixed...))); err != nil {
		return false, err
	}
	st, err := z3.Check(ctx)
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	var limit *solve.LimitError
	var unknown *solve.BackendError
	if errors.As(err, &limit) || errors.As(err, &unknown) {
		return false, nil // it does not know: the choice is taken as it was
	}
	return st == solve.Unsat, err
}

// extremes puts values in for choices: the ends of the type if the input fails with them too, else what they were.
func (q *question) extremes(conds []logic.Term) []logic.Term {
	b := q.b
	for _, v := range q.chosen(conds...) {
		ch := q.choices[v]
		values := []logic.Term{q.literal(v, q.values[ch.drawn].Truncate(ch.width))}
		if w := ch.width; w > 8 {
			zero := b.BV(w, 0)
			most := b.BVNot(zero)
			least := b.Shl(b.BV(w, 1), b.BV(w, uint64(w-1)))
			values = append([]logic.Term{zero, most, least, b.BVNot(least)}, values...)
		}
		for i, t := range values {
			next := b.SubstAll(conds, map[logic.Term]logic.Term{v: t})
			rest := map[logic.Term]logic.Term{}
			for _, u := range q.chosen(next...) {
				rest[u] = q.literal(u, q.values[q.choices[u].drawn].Truncate(q.choices[u].width))
			}
			if i == len(values)-1 || !slices.ContainsFunc(q.known(b.SubstAll(next, rest)), func(c logic.Term) bool { return !b.IsTrue(c) }) {
				conds = next
				break
			}
		}
	}
	return slices.DeleteFunc(conds, b.IsTrue)
}
