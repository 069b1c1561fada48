package run

import (
	"context"
	"slices"
	"time"

	"github.com/heddle-dev/heddle/internal/engine/rounds"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// That no race of two threads is found says nothing where the two never run in one execution: each may be reached, in executions without the other. So before `rounds` looks for races of a pair, it is
// asked at which bounds both run, and looks for races at these.

// rungs is the bounds at which both are looked for, in turn: a start that needs an iteration more than one, and a thread that waits for another.
var rungs = []verdict.Bounds{{Rounds: 1, Unwind: 1}, {Rounds: 1, Unwind: 2}, {Rounds: 2, Unwind: 2}, {Rounds: 2, Unwind: 4}}

// encounter says in which program of a pair both threads run, the first at the least bounds, and at which, or why that is not known.
type encounter struct {
	variant int
	at      verdict.Bounds
	why     string
}

// meet finds out where the threads of a pair meet, in some time.
func (job *Job) meet(ctx context.Context, progs []variant, l *look, most time.Duration) *encounter {
	if e := l.meets; e != nil && (e.why == "" || e.why == apart) {
		return e
	}
	try, with := rungs, make([]*ir.Program, len(progs))
	if b := job.Request.Bounds; b.Rounds != 0 || b.Unwind != 0 {
		try = []verdict.Bounds{b}
	}
	end := time.Now().Add(most)
	for _, b := range try {
		for n, v := range progs {
			if with[n] == nil {
				with[n] = meeting(v.Program, v.kinds)
			}
			req := job.Request
			req.Program, req.Properties, req.Step, req.Progress, req.Fields, req.Jobs = with[n], []verdict.Property{verdict.Assert}, job.step, job.Progress, nil, 1
			req.Bounds.Rounds, req.Bounds.Unwind, req.Executed = b.Rounds, b.Unwind, true
			turn := Turn{Engine: rounds.Engine, Share: 1}
			if most > 0 {
				if turn.Most = time.Until(end); turn.Most < leastTime {
					return &encounter{why: noTime}
				}
			}
			answer, err := job.turn(ctx, turn, &req)
			switch {
			case err != nil:
				return &encounter{why: err.Error()}
			case answer.Claims[0].Verdict == verdict.Bug:
				for _, k := range v.kinds {
					arrivalAt(v.Program, k).note(&l.reached)
				}
				return &encounter{variant: n, at: answer.Findings[0].Bounds}
			case answer.Claims[0].Verdict == verdict.Unknown:
				return &encounter{why: answer.Claims[0].Reason}
			}
		}
	}
	return &encounter{why: apart}
}

const apart = "no execution was found in which both run"

// meeting gives the program in which an assertion fails exactly in the executions in which two threads of a pair get to the driver's code. No other fails there: what fails ends the execution.
func meeting(p *ir.Program, kinds [2]ir.FuncID) *ir.Program {
	out := p.Clone()
	for _, f := range out.Funcs {
		for _, b := range f.Blocks {
			for i, in := range b.Instrs {
				if a, ok := in.(*ir.Assert); ok {
					b.Instrs[i] = &ir.Assume{Meta: a.Meta, Cond: a.Cond}
				}
			}
		}
	}
	met := addMeet(out)
	bits := [2]uint64{1, 2}
	if kinds[0] == kinds[1] {
		bits[1] = 1
	}
	for i, k := range kinds {
		if i == 1 && k == kinds[0] {
			break
		}
		own, other := bits[i], bits[1-i]
		a := arrivalAt(p, k)
		b := out.Funcs[k].Blocks[a.block]
		m := b.Instrs[a.at].Base()
		b.Instrs = slices.Insert(b.Instrs, a.at, ir.Instr(&ir.Call{Meta: ir.Meta{ID: out.NewID(), Pos: m.Pos, Text: m.Text}, Dst: ir.NoReg, Func: met, Args: []ir.Operand{ir.K(8, own), ir.K(8, other)}}))
	}
	return out
}

// addMeet adds the function that threads call when they arrive, with a bit that says who it is and one that says who the other is. Its assertion is one for both, so that nothing more is asked once it failed.
func addMeet(p *ir.Program) ir.FuncID {
	g := ir.GlobalID(len(p.Globals))
	p.Globals = append(p.Globals, &ir.Global{Name: "heddle.met", Display: "met", Size: 1, Align: 1})
	f := &ir.Func{Name: "heddle.meet", Display: "meet"}
	own, other, was := f.NewReg(8, "own", ir.ShowUnsigned), f.NewReg(8, "other", ir.ShowUnsigned), f.NewReg(8, "", ir.ShowUnsigned)
	with, alone := f.NewReg(8, "", ir.ShowUnsigned), f.NewReg(1, "", ir.ShowUnsigned)
	f.Params = []ir.Reg{own, other}
	f.Blocks = []*ir.Block{{Name: "entry", Instrs: []ir.Instr{
		&ir.RMW{Dst: was, Op: ir.RMWOr, Mem: ir.Mem{Addr: ir.G(g, 0, p.PtrWidth()), Size: 1, Mark: ir.MarkAtomic, Name: "met", Field: "met"}, Val: ir.R(own, 8)},
		&ir.Binary{Dst: with, Op: ir.And, X: ir.R(was, 8), Y: ir.R(other, 8)},
		&ir.Binary{Dst: alone, Op: ir.Eq, X: ir.R(with, 8), Y: ir.K(8, 0)},
		&ir.Assert{Cond: ir.R(alone, 1), Kind: string(verdict.KindAssert), Msg: "the two do not meet"},
		&ir.Return{},
	}}}
	for in := range f.Instrs() {
		in.Base().ID = p.NewID()
	}
	p.Funcs = append(p.Funcs, f)
	return ir.FuncID(len(p.Funcs) - 1)
}
