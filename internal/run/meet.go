package run

import (
	"cmp"
	"context"
	"slices"

	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/engine/rounds"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/place"
	"github.com/heddle-dev/heddle/internal/transform"
	"github.com/heddle-dev/heddle/internal/transform/unfold"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// That no race of two threads is found says nothing where the two never run in one execution: each may be reached, in executions without the other. So before `rounds` looks for races of a pair, it is
// asked at which bounds both run, and looks for races at these.

// rungs is the bounds at which both are looked for, in turn: a start that needs an iteration more than one, and a thread that waits for another. What random executions find has the iterations that it takes, so for them there is one for each number of rounds.
var (
	rungs  = []verdict.Bounds{{Rounds: 1, Unwind: 1}, {Rounds: 1, Unwind: 2}, {Rounds: 2, Unwind: 2}, {Rounds: 2, Unwind: 4}}
	walked = []verdict.Bounds{{Rounds: 1, Unwind: 4}, {Rounds: 2, Unwind: 4}}
)

// encounter says in which program of a pair both threads run, the first at the least bounds, and at which, or why that is not known.
type encounter struct {
	in variant
	met
	why  string
	none bool // in none of all programs
}

// narrow is the program along the path on which they meet, if one is known.
func (e *encounter) narrow() variant {
	if e.on == nil {
		return e.in
	}
	v := e.in
	v.Program, v.of = e.on.along(v.Program, v.kinds)
	v.what = onPath
	return v
}

// meet finds out where the threads of a pair meet, in some time: random executions look for it first, since most meetings need no particular values, and a solver has to get through the start of the driver for every one; then the
// solver, in programs in which the threads stop where they arrive, and in those in which they go on. Below the bounds at which each of them comes there is nothing to look for.
func (job *Job) meet(ctx context.Context, progs []variant, least verdict.Bounds, l *look, most budget.Work) *encounter {
	wide := slices.ContainsFunc(progs, func(v variant) bool { return v.what == "" })
	if e := l.meets; e != nil && (e.why == "" || e.why == apart && (e.none || !wide)) {
		return e
	}
	above := func(rungs []verdict.Bounds) []verdict.Bounds {
		if job.bounded() {
			return []verdict.Bounds{job.Request.Bounds}
		}
		return slices.DeleteFunc(slices.Clone(rungs), func(b verdict.Bounds) bool { return b.Rounds < least.Rounds || b.Unwind < least.Unwind })
	}
	left, out := newSpan(ctx, most), &encounter{}
	for _, look := range []struct {
		find find
		at   []verdict.Bounds
		stop bool
		part budget.Work // of the work that is left
	}{{job.byWalks, above(walked), true, 2}, {job.byWalks, above(walked), false, 2}, {job.solved, above(rungs), true, 2}, {job.solved, above(rungs), false, 1}} {
		if out = job.meetIn(ctx, progs, look.at, look.stop, left.part(ctx, look.part), look.find); out.why == "" {
			break
		}
	}
	if out.why == "" {
		for _, k := range out.in.kinds {
			arrivalAt(out.in.Program, k).note(&l.reached)
		}
	}
	out.none = wide
	return out
}

// span is some work that several have in turn; without an end if it is zero.
type span struct{ end budget.Work }

func newSpan(ctx context.Context, most budget.Work) span {
	if most == 0 {
		return span{}
	}
	return span{budget.Spent(ctx) + most}
}

// part is a part of what is left.
func (b span) part(ctx context.Context, n budget.Work) span {
	if b.end == 0 {
		return b
	}
	return newSpan(ctx, max((b.end-budget.Spent(ctx))/n, 1))
}

// context ends when it is spent.
func (b span) context(ctx context.Context) (context.Context, context.CancelFunc) {
	if b.end == 0 {
		return context.WithCancel(ctx)
	}
	return budget.Within(ctx, b.end-budget.Spent(ctx))
}

// over reports whether there is not enough for anything more.
func (b span) over(ctx context.Context) bool {
	return b.end != 0 && b.end-budget.Spent(ctx) < leastTime
}

// find is a way of looking for a meeting within some bounds, in a program that was made of a variant: those that it takes, none if it was not found, and what keeps it from looking on.
type find func(ctx context.Context, p *ir.Program, v *variant, b verdict.Bounds, left span) (takes *met, why string)

// meetIn looks for the meeting at one rung after the other, and at each in all programs.
func (job *Job) meetIn(ctx context.Context, progs []variant, try []verdict.Bounds, stop bool, left span, find find) *encounter {
	with := make([]*ir.Program, len(progs))
	for _, b := range try {
		for n, v := range progs {
			if stop && v.leads {
				continue
			}
			if with[n] == nil {
				with[n] = meeting(v.Program, v.kinds, stop)
			}
			if left.over(ctx) {
				return &encounter{why: noTime}
			}
			switch takes, why := find(ctx, with[n], &v, b, left); {
			case takes != nil:
				return &encounter{in: v, met: *takes}
			case why != "":
				return &encounter{why: why}
			}
		}
	}
	return &encounter{why: apart}
}

// solved has `rounds` look for the meeting.
func (job *Job) solved(ctx context.Context, p *ir.Program, _ *variant, b verdict.Bounds, left span) (takes *met, why string) {
	req := job.meetRequest(p, b)
	req.Step, req.Progress = job.step, job.Progress
	turn := Turn{Engine: rounds.Engine}
	if left.end != 0 {
		turn.Most = left.end - budget.Spent(ctx)
	}
	answer, err := job.turn(ctx, turn, &req)
	switch {
	case err != nil:
		return nil, err.Error()
	case answer.Claims[0].Verdict == verdict.Bug:
		return &met{at: b}, ""
	case answer.Claims[0].Verdict == verdict.Unknown:
		return nil, answer.Claims[0].Reason
	}
	return nil, ""
}

func (job *Job) meetRequest(p *ir.Program, b verdict.Bounds) engine.Request {
	req := job.Request
	req.Program, req.Properties, req.Fields, req.Jobs = p, []verdict.Property{verdict.Assert}, nil, 1
	req.Bounds.Rounds, req.Bounds.Unwind, req.Executed = b.Rounds, b.Unwind, true
	return req
}

// byWalks looks for the meeting by random executions.
func (job *Job) byWalks(ctx context.Context, p *ir.Program, v *variant, b verdict.Bounds, left span) (takes *met, why string) {
	ctx, cancel := left.context(ctx)
	defer cancel()
	if v == nil {
		return job.within(ctx, p, nil, nil, b, metPair), ""
	}
	return job.within(ctx, p, &v.kinds, v.like, b, metPair), ""
}

// within looks for a random execution of so many instructions and rounds in which an assertion fails, and for the bounds on iterations within which it lies. That it does is seen when the unfolded program, which has all that bounds cut off, runs
// like it: the one in which all but two kinds of threads go along its path, or, if it has no such kinds, the one with all. For fewer iterations than it takes, and where the other program does not run like it, random executions of that are looked for.
func (job *Job) within(ctx context.Context, p *ir.Program, kinds *[2]ir.FuncID, like []irexec.Choice, b verdict.Bounds, instrs int64) *met {
	if b.Rounds == 0 { // the engine chooses
		return nil
	}
	found, _ := job.walk(ctx, p, like, instrs, b.Rounds)
	if found == nil {
		return nil
	}
	least := func(p *ir.Program, below int, comes func(*transform.Work) bool) *verdict.Bounds {
		for n := 1; n < below && ctx.Err() == nil; n *= 2 {
			at := verdict.Bounds{Rounds: b.Rounds, Unwind: n}
			if unfolded, err := job.unfolded(ctx, p, at); err == nil && comes(unfolded) {
				return &at
			}
		}
		return nil
	}
	itself := func(unfolded *transform.Work) bool {
		return alike(unfolded, p, found, func(id ir.ID) ir.ID { return id })
	}
	if taken := pathOf(p, found); kinds != nil && taken != nil {
		narrow, of := taken.along(p, *kinds)
		at := least(narrow, b.Unwind+1, func(unfolded *transform.Work) bool {
			return alike(unfolded, p, found, func(id ir.ID) ir.ID { return cmp.Or(of[id], id) })
		})
		switch {
		case at != nil && len(of) == 0: // nothing but the two
			return &met{at: *at}
		case at != nil:
			return &met{*at, taken, func(ctx context.Context) bool {
				unfolded, err := job.unfolded(ctx, p, *at)
				return err == nil && itself(unfolded)
			}}
		}
	}
	known := least(p, b.Unwind+1, itself)
	below := b.Unwind + 1
	if known != nil {
		below = known.Unwind
	}
	other := least(p, below, func(unfolded *transform.Work) bool {
		run, _ := job.walk(ctx, unfolded.Program, nil, metPair, b.Rounds)
		return run != nil
	})
	if at := cmp.Or(other, known); at != nil {
		return &met{at: *at}
	}
	return nil
}

// met is the bounds within which an execution lies. If it is known of the program along its path alone, it has that, and what finds out whether the program as a whole has one within these bounds: of large ones they cut off more.
type met struct {
	at   verdict.Bounds
	on   path
	wide func(context.Context) bool
}

// alike reports whether an assertion fails in an unfolded program too if it runs like an execution of a program. of gives what instructions are copies of.
func alike(unfolded *transform.Work, p *ir.Program, found *irexec.Found, of func(ir.ID) ir.ID) bool {
	original := func(id ir.ID) ir.ID { return of(unfolded.Original(id)) }
	run, err := irexec.Alike(unfolded.Program, p, original, found.Schedule, found.Inputs, irexec.Options{NoTrace: true})
	return err == nil && run != nil && run.Failure != nil
}

// unfolded gives a program of which all executions lie within bounds on iterations: where a bound cuts, they end. No function in it is a model, since the code of the driver is in all of them: random executions take values that it compares with.
func (job *Job) unfolded(ctx context.Context, p *ir.Program, b verdict.Bounds) (*transform.Work, error) {
	req := job.meetRequest(p, b)
	work, err := transform.Start(p).Run(ctx, []transform.Pass{unfold.Pass(req.Task().Unfolding(b.Unwind, 0, false), place.AllocSize, false)}, nil)
	if err != nil {
		return nil, err
	}
	for _, f := range work.Program.Funcs {
		f.Model = false
		for _, b := range f.Blocks {
			for i, in := range b.Instrs {
				if a, ok := in.(*ir.Assert); ok && transform.Internal(a.Kind) {
					b.Instrs[i] = &ir.Assume{Meta: a.Meta, Cond: a.Cond}
				}
			}
		}
	}
	return work, nil
}

const apart = "no execution was found in which both run"

// meeting gives the program in which an assertion fails exactly in the executions in which two threads of a pair get to the driver's code. No other fails there: what fails ends the execution.
//
// Threads that stop where they arrive are enough for most pairs, and the program is small. It takes more where one has to get on for the other to come: it starts it, or holds a lock.
func meeting(p *ir.Program, kinds [2]ir.FuncID, stop bool) *ir.Program {
	out := unchecked(p)
	met := addMeet(out)
	bits := [2]uint64{1, 2}
	if kinds[0] == kinds[1] {
		bits[1] = 1
	}
	for i, k := range kinds {
		if i == 1 && k == kinds[0] {
			break
		}
		call := &ir.Call{Dst: ir.NoReg, Func: met, Args: []ir.Operand{ir.K(8, bits[i]), ir.K(8, bits[1-i])}}
		atArrival(p, out, k, call, stop && k != p.Entry)
	}
	return out
}

// arriving gives the program in which an assertion fails exactly in the executions in which a thread of a kind gets to the driver's code.
func arriving(p *ir.Program, kind ir.FuncID) *ir.Program {
	out := unchecked(p)
	atArrival(p, out, kind, &ir.Assert{Cond: ir.K(1, 0), Kind: string(verdict.KindAssert), Msg: "the thread does not come"}, true)
	return out
}

// unchecked copies a program without its own assertions.
func unchecked(p *ir.Program) *ir.Program {
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
	return out
}

// atArrival has the threads of a kind do something when they arrive, and stop there if they are to.
func atArrival(p, out *ir.Program, kind ir.FuncID, in ir.Instr, stop bool) {
	a := arrivalAt(p, kind)
	b := out.Funcs[kind].Blocks[a.block]
	where := b.Instrs[a.at].Base()
	*in.Base() = ir.Meta{ID: out.NewID(), Pos: where.Pos, Text: where.Text}
	b.Instrs = slices.Insert(b.Instrs, a.at, in)
	if stop {
		b.Instrs = append(b.Instrs[:a.at+1:a.at+1], &ir.ThreadExit{Meta: ir.Meta{ID: out.NewID(), Pos: where.Pos, Text: where.Text}})
	}
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
