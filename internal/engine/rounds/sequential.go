package rounds

import (
	"context"
	"fmt"

	"github.com/heddle-dev/heddle/internal/decide"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// sequential makes the program that the engine decides at K rounds and U unwindings. Here every check stands for itself: a check fails in some
// execution of the program exactly if the engine reports a failure. The program that is encoded leaves two things to the questions that are asked about
// it: checks about bounds are no failures, and an execution in which an access ended the process shows no other failure.
func sequential(ctx context.Context, req *engine.Request) (*engine.Sequence, error) {
	s := newSearch(ctx, req)
	k, u := req.Bounds.Rounds, req.Bounds.Unwind
	threads, err := s.unfold(ctx, step{k, u}, 0)
	var pl *decide.Problem
	if err == nil {
		pl, err = s.encode(ctx, step{k, u}, threads, &slicing{})
	}
	if err != nil {
		return nil, fmt.Errorf("no sequential program at %d rounds and %d unwindings: %w", k, u, err)
	}
	out := &engine.Sequence{Program: pl.Seq.Program.Clone(), Layout: pl.Layout, Covers: []string{
		fmt.Sprintf("%d rounds, %d unwindings", k, u), "a check fails in some execution of this program exactly if one fails within these bounds",
	}}
	if s.note != "" {
		out.Notes = append(out.Notes, s.note)
	}
	settle(out, req)
	return out, nil
}

// settle rewrites the checks, which all stand in the last block.
func settle(q *engine.Sequence, req *engine.Request) {
	f := q.Program.Funcs[q.Program.Entry]
	var checks []*ir.Assert
	var faults []int // among checks
	seen := map[string]bool{}
	for _, b := range f.Blocks {
		var keep []ir.Instr
		for _, in := range b.Instrs {
			a, ok := in.(*ir.Assert)
			switch {
			case !ok:
				keep = append(keep, in)
			case transform.Internal(a.Kind):
				if text := a.Kind + ": " + a.Msg; (a.Kind == transform.Bound || a.Kind == transform.Unsupported) && !seen[text] {
					seen[text] = true
					q.Cuts = append(q.Cuts, text)
				}
			case req.Wants(verdict.Kind(a.Kind).Property()):
				if verdict.Kind(a.Kind).IsMemory() {
					faults = append(faults, len(checks))
				}
				checks = append(checks, a)
			}
		}
		b.Instrs = keep
	}
	last := f.Blocks[len(f.Blocks)-1]
	for _, b := range f.Blocks {
		if _, ok := b.Term().(*ir.Halt); ok {
			last = b
		}
	}
	end := last.Term()
	w := &tail{p: q.Program, f: f, out: last.Instrs[:len(last.Instrs)-1]}
	w.checks(checks, faults)
	last.Instrs = append(w.out, end)
}

// tail writes the checks at the end.
type tail struct {
	p   *ir.Program
	f   *ir.Func
	out []ir.Instr
}

func (w *tail) add(in ir.Instr) {
	in.Base().ID = w.p.NewID()
	w.out = append(w.out, in)
}

func (w *tail) binary(op ir.BinOp, x, y ir.Operand) ir.Operand {
	switch {
	case op == ir.And && x.IsConst(1), op == ir.Or && x.IsConst(0):
		return y
	case op == ir.And && y.IsConst(1), op == ir.Or && y.IsConst(0):
		return x
	}
	r := w.f.NewReg(1, "", ir.ShowUnsigned)
	w.add(&ir.Binary{Dst: r, Op: op, X: x, Y: y})
	return ir.R(r, 1)
}

// checks asserts each condition. With faults, a check other than a race counts only where no other fault happened.
func (w *tail) checks(checks []*ir.Assert, faults []int) {
	n := len(faults)
	before, behind := make([]ir.Operand, n+1), make([]ir.Operand, n+1) // no fault among the first, among the rest
	before[0], behind[n] = ir.K(1, 1), ir.K(1, 1)
	for i, c := range faults {
		before[i+1] = w.binary(ir.And, before[i], checks[c].Cond)
	}
	for i := n - 1; i >= 0; i-- {
		behind[i] = w.binary(ir.And, checks[faults[i]].Cond, behind[i+1])
	}
	at := 0
	for i, a := range checks {
		if a.Kind != string(verdict.KindRace) {
			clean := before[n]
			if at < n && faults[at] == i {
				clean = w.binary(ir.And, before[at], behind[at+1])
				at++
			}
			if !clean.IsConst(1) {
				r := w.f.NewReg(1, "", ir.ShowUnsigned)
				w.add(&ir.Unary{Dst: r, Op: ir.Not, X: clean})
				a.Cond = w.binary(ir.Or, a.Cond, ir.R(r, 1))
			}
		}
		w.add(a)
	}
}
