package interleaved

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/decide"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/place"
	"github.com/heddle-dev/heddle/internal/solve"
	"github.com/heddle-dev/heddle/internal/trace"
	"github.com/heddle-dev/heddle/internal/transform"
	"github.com/heddle-dev/heddle/internal/transform/lower"
	"github.com/heddle-dev/heddle/internal/transform/sequence"
	"github.com/heddle-dev/heddle/internal/transform/unfold"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// One formula with quantifiers (Algorithm 2): VC(assume not phi; P2), where phi is the disjunction of exists x. pre(t) over failing runs t of P1. As a question to z3:
//
//	exists input, choices of P2:  P2 fails  and  for all x:  not phi(input, x)
//
// P2 is all executions of K rounds and U unwindings as one sequential program, as in engine rounds, and phi is code at its start (filter.go), so both are encoded together: one memory, one builder, the same terms for the same
// input. What the answer "no" means holds whatever the filters are, as every one of them is of inputs that fail sequentially. An input that z3 finds is judged by its sequential runs like any other: phi need not have all
// failing paths of P1, it gets those that an input asks for. The paper collects them all first, most of which no failure of P2 needs.

// Without is the program without the inputs of filters.
type Without struct {
	Program *ir.Program

	looks  []decide.Unless
	params int
}

// Quantified reports whether that is a question for Engine alone: the program by itself does not leave out all inputs of filters.
func (w *Without) Quantified() bool { return len(w.looks) > 0 }

// Engine asks about the program as one formula.
func (w *Without) Engine() engine.Engine {
	return engine.Engine{
		Name: "interleaved", Doc: "all executions of K rounds and U unwindings on inputs of no filter, as one formula with quantifiers", Paper: "CBUGS, POPL 2012, Algorithm 2",
		Claim: map[verdict.Verdict]string{
			verdict.Bug:     "the execution was replayed",
			verdict.Bounded: "no execution of at most K rounds and U unwindings fails on an input that is left",
			verdict.Unknown: "undecided, with the reason",
		},
		Properties: []verdict.Property{verdict.Assert, verdict.Memory},
		Run:        w.run,
	}
}

// Original makes a finding about Program one about the program itself: before anything else it looks at its input, in one step, and decides not to look further.
func (w *Without) Original(f *verdict.Finding) error {
	if len(f.Schedule) == 0 || f.Schedule[0] != 0 {
		return fmt.Errorf("the execution of %s at %s does not begin with a look at the input", f.Kind, f.Location.Pos)
	}
	f.Schedule = append(trace.Schedule(nil), f.Schedule[1:]...)
	if n := len(w.looks); n > 0 {
		if len(f.Inputs.Havoc) == 0 || len(f.Inputs.Havoc[0]) < w.params+n {
			return fmt.Errorf("the execution of %s at %s does not say whether it looks at the input", f.Kind, f.Location.Pos)
		}
		f.Inputs.Havoc = slices.Clone(f.Inputs.Havoc)
		f.Inputs.Havoc[0] = slices.Delete(slices.Clone(f.Inputs.Havoc[0]), w.params, w.params+n)
	}
	return nil
}

// wholeTime is how long z3 may take for a question.
const wholeTime = 30 * time.Second

func (w *Without) run(ctx context.Context, req *engine.Request) (*engine.Result, error) {
	known := decide.Known{Start: budget.Spent(ctx)}
	open := map[verdict.Property]string{}
	q, err := w.ask(ctx, req, &known)
	if err == nil {
		defer q.Close()
		open, err = q.Each(ctx, w.looks)
	}
	if err == nil {
		err = known.Settle(ctx, q, "interleaved")
	}
	if why, cause := decide.Stopped(ctx, err, "quantifiers"); why != "" {
		known.Stopped, known.Cause = why, cause
	} else if unknown := new(solve.BackendError); errors.As(err, &unknown) || errors.Is(err, decide.ErrUnless) {
		known.Stopped, known.Cause = err.Error(), verdict.Limit
	} else if err != nil {
		return nil, err
	}
	res := &engine.Result{Findings: known.Found.List, Reached: known.Reached}
	bugs := known.Bugs()
	for _, p := range req.Properties {
		c := verdict.Claim{Property: p, Bounds: known.Within(w.bounds(req), req.Bounds), BoundsHit: known.Hit}
		switch {
		case bugs[p]:
			c.Verdict, c.Reason = verdict.Bug, open[p]
		case open[p] != "":
			c.Verdict, c.Cause, c.Reason = verdict.Unknown, verdict.Limit, open[p]
		case known.Stopped != "":
			c.Verdict, c.Cause, c.Reason = verdict.Unknown, known.Cause, known.Stopped
		case len(known.Unsupported) > 0:
			c.Verdict, c.Cause, c.Reason = verdict.Unknown, verdict.Obstacle, "unsupported: "+known.Unsupported[0]
		case known.Vacuous:
			c.Verdict, c.Cause, c.Reason, c.Vacuous = verdict.Unknown, verdict.Obstacle, "no execution is left", true
		default:
			c.Verdict = verdict.Bounded
		}
		res.Claims = append(res.Claims, c)
	}
	return res, nil
}

// bounds are those that were asked for, or low ones.
func (w *Without) bounds(req *engine.Request) verdict.Bounds {
	b := verdict.Bounds{Rounds: req.Bounds.Rounds, Unwind: req.Bounds.Unwind}
	if b.Rounds == 0 {
		b.Rounds = 3
	}
	if b.Unwind == 0 {
		b.Unwind = 2
	}
	return b
}

// ask makes the formula.
func (w *Without) ask(ctx context.Context, req *engine.Request, known *decide.Known) (*decide.Questions, error) {
	task, b := req.Task(), w.bounds(req)
	work, err := transform.Start(req.Program).Run(ctx, []transform.Pass{
		unfold.Pass(task.Unfolding(b.Unwind, 0, true), place.AllocSize, false), transform.Split(place.AllocSize), lower.Pass(),
	}, req.Step)
	if err != nil {
		return nil, err
	}
	threads := task.Lowered(work, true)
	opt := threads.Options()
	opt.Rounds = b.Rounds
	seq, err := work.Run(ctx, []transform.Pass{sequence.LazyPass(opt)}, req.Step)
	if err != nil {
		return nil, err
	}
	problem, err := threads.Encode(ctx, seq)
	if err != nil {
		return nil, err
	}
	return decide.AskUnless(ctx, problem, w.looks, &known.Found, known.Within(b, req.Bounds), wholeTime)
}
