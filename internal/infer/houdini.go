package infer

import (
	"context"
	"errors"
	"slices"

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
//
// Each claim is a question of its own. One about all of them at once has fewer models to look at, but the last of those questions, that nothing fails any more, is a
// proof of hundreds of claims in one, and took most of the time. A claim that is shown is asked about again only if something is turned off that its proof leaned on.
func (p *Problem) Invariants(ctx context.Context, s solve.Solver) ([]bool, error) {
	holds := make([]bool, len(p.on))
	which := map[logic.Term]int{}
	for i, on := range p.on {
		holds[i], which[on] = true, i
	}
	leans := make([][]int, len(p.Claims)) // the invariants that the proof of a claim uses
	shown := make([]bool, len(p.Claims))
	for again := true; again; {
		again = false
		for i, c := range p.Claims {
			if shown[i] || !holds[c.Which] {
				continue
			}
			st, err := s.Check(ctx, append(p.Assume(holds), p.fails[i])...)
			if err != nil {
				return nil, err
			}
			if st == solve.Unsat {
				shown[i], leans[i] = true, nil
				for _, t := range s.Core() {
					if k, ok := which[t]; ok {
						leans[i] = append(leans[i], k)
					}
				}
				continue
			}
			if err := p.drop(s, holds); err != nil {
				return nil, err
			}
			for k, d := range p.Claims {
				if shown[k] && holds[d.Which] && slices.ContainsFunc(leans[k], func(w int) bool { return !holds[w] }) {
					shown[k] = false
				}
			}
			again = true
		}
	}
	return holds, nil
}

// drop turns off, for good, what fails in the model of a solver.
func (p *Problem) drop(s solve.Solver, holds []bool) error {
	m, dropped := s.Model(), false
	for k, d := range p.Claims {
		if holds[d.Which] && m.Bool(p.fails[k]) {
			holds[d.Which], dropped = false, true
			if err := s.Assert(p.Formula.B.Not(p.on[d.Which])); err != nil {
				return err
			}
		}
	}
	if !dropped {
		return errors.New("infer: a model in which nothing fails")
	}
	return nil
}

// Assume turns the invariants of a set on. The others are left to the solver: one that is on can only take executions away, so it finds one with them off if there is any.
func (p *Problem) Assume(holds []bool) (out []logic.Term) {
	for i, on := range p.on {
		if holds[i] {
			out = append(out, on)
		}
	}
	return out
}

// Recheck asks another solver whether a set is inductive.
func (p *Problem) Recheck(ctx context.Context, s solve.Solver, holds []bool) error {
	on := p.Assume(holds)
	for i, c := range p.Claims {
		if !holds[c.Which] {
			continue
		}
		st, err := s.Check(ctx, append(slices.Clone(on), p.fails[i])...)
		switch {
		case err != nil:
			return err
		case st != solve.Unsat:
			return errors.New("infer: the invariants do not hold")
		}
	}
	return nil
}
