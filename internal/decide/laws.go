package decide

import (
	"context"
	"errors"
	"slices"

	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/solve"
	"github.com/heddle-dev/heddle/internal/solve/bitblast"
	"github.com/heddle-dev/heddle/internal/solve/smtlib"
)

// A solver of terms under laws, each of which holds for all values of some variables. It guesses by instances first: the embedded solver looks for a model of the terms and of the instances so far; in the model a law
// is broken or not, which is a question without quantifiers, too; the values that break it make the next instance. No model is left, or one that breaks no law: both are answers. As long as that goes on, instances
// that look at the place at which the program looks come along, as terms (instances.go): one of these replaces thousands of values. After mostGuesses models z3 is asked, with the quantifiers.
//
// (Model-based instantiation, as z3 does itself. z3 alone took longer than a minute for a table of a thousand places and a hash function, where this takes four models.)
type underLaws struct {
	*bitblast.Solver
	z3    *smtlib.Solver
	laws  []law
	model *solve.Model
	core  []logic.Term
}

// law is a term that holds whatever some variables are.
type law struct {
	bound []logic.Term
	body  logic.Term
	at    []logic.Term // places at which the program looks
}

// mostGuesses is how many models may each break a law.
const mostGuesses = 256

func (s *underLaws) Assert(t logic.Term) error {
	return errors.Join(s.Solver.Assert(t), s.z3.Assert(t))
}

func (s *underLaws) Model() *solve.Model { return s.model }
func (s *underLaws) Core() []logic.Term  { return s.core }
func (s *underLaws) Close() error        { return errors.Join(s.Solver.Close(), s.z3.Close()) }

// add adds a law.
func (s *underLaws) add(l law) error {
	s.laws = append(s.laws, l)
	for _, t := range append([]logic.Term{l.body}, instances(s.Builder(), &l)...) {
		if err := s.z3.AssertForall(l.bound, t); err != nil {
			return err
		}
	}
	return nil
}

func (s *underLaws) Check(ctx context.Context, assumptions ...logic.Term) (solve.Status, error) {
	s.model, s.core = nil, nil
	for range mostGuesses {
		st, err := s.Solver.Check(ctx, assumptions...)
		if err != nil || st != solve.Sat {
			s.core = s.Solver.Core()
			return st, err
		}
		m := s.Solver.Model()
		broken := false
		for i := range s.laws {
			list, err := s.broken(ctx, &s.laws[i], m)
			if err != nil {
				return solve.Unknown, err
			}
			for _, t := range list {
				broken = true
				if err := s.Solver.Assert(t); err != nil {
					return solve.Unknown, err
				}
			}
		}
		if !broken {
			s.model = m
			return solve.Sat, nil
		}
	}
	st, err := s.z3.Check(ctx, assumptions...)
	s.model, s.core = s.z3.Model(), s.z3.Core()
	return st, err
}

// broken is the instances of a law that a model breaks: that of the values which break it, and others that look at the same place. There are none if the model does not break it.
func (s *underLaws) broken(ctx context.Context, l *law, m *solve.Model) ([]logic.Term, error) {
	b := s.Builder()
	is := map[logic.Term]logic.Term{}
	for _, v := range b.VarsOf(l.body) {
		if !slices.Contains(l.bound, v) {
			is[v] = b.Const(m.Value(v))
		}
	}
	against := bitblast.New(b, solve.Options{})
	defer against.Close()
	if err := against.Assert(b.Not(b.Subst(l.body, is))); err != nil {
		return nil, err
	}
	st, err := against.Check(ctx)
	if err != nil || st != solve.Sat {
		return nil, err
	}
	values := map[logic.Term]logic.Term{}
	for _, v := range l.bound {
		values[v] = b.Const(against.Model().Value(v))
	}
	return append([]logic.Term{b.Subst(l.body, values)}, alike(b, l, values, m)...), nil
}
