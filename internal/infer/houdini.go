package infer

import (
	"context"
	"errors"

	"github.com/heddle-dev/heddle/internal/encode"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/solve"
)

// Problem is a formula with what is tried.
type Problem struct {
	Formula  *encode.Formula
	Switches []ir.ID // the instruction whose value turns an invariant on
	Claims   []Claim

	on    []logic.Term
	fails []logic.Term // by claim
	paths map[encode.Path]logic.Term
}

// Claim is a place where an invariant has to hold: a mark that says where, and the condition.
type Claim struct {
	Which int
	Mark  ir.ID
	Holds ir.Operand
}

// New finds the terms of what is tried.
func New(f *encode.Formula, switches []ir.ID, claims []Claim) *Problem {
	p := &Problem{Formula: f, Switches: switches, Claims: claims, paths: map[encode.Path]logic.Term{}}
	for _, id := range switches {
		p.on = append(p.on, f.Value(id))
	}
	for _, c := range claims {
		fails := f.B.False()
		if path, ok := f.PathTo(c.Mark); ok {
			fails = f.B.And(path.Term(f.B, p.paths), f.B.Not(f.Register(c.Holds)))
		}
		p.fails = append(p.fails, fails)
	}
	return p
}

// Fails is the condition that a check fails.
func (p *Problem) Fails(c encode.Check) logic.Term {
	return p.Formula.B.And(c.Path.Term(p.Formula.B, p.paths), c.Fails)
}

// Invariants gives, for every invariant that is tried, whether it belongs to the largest set that is inductive. Terms over the switches say the same to a solver: see Assume.
func (p *Problem) Invariants(ctx context.Context, s solve.Solver) ([]bool, error) {
	b := p.Formula.B
	holds := make([]bool, len(p.on))
	for i := range holds {
		holds[i] = true
	}
	// What is off fails nowhere, so this says of any set that something in it fails.
	some := b.Or(p.fails...)
	for {
		st, err := s.Check(ctx, append(p.Assume(holds), some)...)
		switch {
		case err != nil:
			return nil, err
		case st == solve.Unsat:
			return holds, nil
		}
		m, dropped := s.Model(), 0
		for i, c := range p.Claims {
			if holds[c.Which] && m.Bool(p.fails[i]) {
				holds[c.Which] = false
				dropped++
			}
		}
		if dropped == 0 {
			return nil, errors.New("infer: a model in which nothing fails")
		}
	}
}

// Assume turns the invariants of a set on, and the others off.
func (p *Problem) Assume(holds []bool) (out []logic.Term) {
	for i, on := range p.on {
		if !holds[i] {
			on = p.Formula.B.Not(on)
		}
		out = append(out, on)
	}
	return out
}

// Recheck asks another solver whether a set is inductive.
func (p *Problem) Recheck(ctx context.Context, s solve.Solver, holds []bool) error {
	st, err := s.Check(ctx, append(p.Assume(holds), p.Formula.B.Or(p.fails...))...)
	if err == nil && st != solve.Unsat {
		err = errors.New("infer: the invariants do not hold")
	}
	return err
}
