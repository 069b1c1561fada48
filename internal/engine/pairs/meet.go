package pairs

import (
	"cmp"
	"context"
	"slices"

	"github.com/heddle-dev/heddle/internal/analysis/kinds"
	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/place"
	"github.com/heddle-dev/heddle/internal/transform"
	"github.com/heddle-dev/heddle/internal/transform/threads"
	"github.com/heddle-dev/heddle/internal/transform/unfold"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// That no race of two threads is found says nothing where the two never run in one execution: each may be reached, in
// executions without the other. So before the engine rounds looks for races of a pair, it is asked at which bounds
// both run, and looks for races at these.

// rungs is the bounds at which both are looked for, in turn: a start that needs an iteration more than one, and a
// thread that waits for another. What random executions find has the iterations that it takes, so for them there is
// one for each number of rounds.
var (
	rungs = []verdict.Bounds{
		{Rounds: 1, Unwind: 1}, {Rounds: 1, Unwind: 2}, {Rounds: 2, Unwind: 2}, {Rounds: 2, Unwind: 4},
	}
	walked = []verdict.Bounds{{Rounds: 1, Unwind: 4}, {Rounds: 2, Unwind: 4}}
)

// met is the bounds within which an execution lies. If it is known of the program along its path alone, it has that,
// and what finds out whether the program as a whole has one within these bounds: of large ones they cut off more.
type met struct {
	at   verdict.Bounds
	on   kinds.Path
	wide func(context.Context) bool
}

// encounter says in which program of a pair both threads run, the first at the least bounds, and at which, or why
// that is not known.
type encounter struct {
	in variant
	met
	why  string
	none bool // in none of all programs
}

// onPath says of a program that what leads to the two goes along a path.
const onPath = ", on the path of one execution to them"

// narrow is the program along the path on which they meet, if one is known.
func (e *encounter) narrow() variant {
	if e.on == nil {
		return e.in
	}
	v := e.in
	v.Program, v.of = threads.Along(v.Program, e.on, v.kinds)
	v.what = onPath
	return v
}

// find is a way of looking for a meeting within some bounds, in a program that was made of a variant: those that it
// takes, none if it was not found, and what keeps it from looking on.
type find func(ctx context.Context, p *ir.Program, v *variant, b verdict.Bounds, left span) (takes *met, why string)

// meet finds out where the threads of a pair meet, in some work: random executions look for it first, since most
// meetings need no particular values, and a solver has to get through the start of the driver for every one; then the
// solver, in programs in which the threads stop where they arrive, and in those in which they go on. Below the bounds
// at which each of them comes there is nothing to look for.
func (s *search) meet(
	ctx context.Context, progs []variant, least verdict.Bounds, l *look, most budget.Work,
) *encounter {
	wide := slices.ContainsFunc(progs, func(v variant) bool { return v.what == "" })
	if e := l.meets; e != nil && (e.why == "" || e.why == apart && (e.none || !wide)) {
		return e
	}
	above := func(rungs []verdict.Bounds) []verdict.Bounds {
		if s.bounded() {
			return []verdict.Bounds{s.Request.Bounds}
		}
		return slices.DeleteFunc(slices.Clone(rungs), func(b verdict.Bounds) bool {
			return b.Rounds < least.Rounds || b.Unwind < least.Unwind
		})
	}
	left, out := newSpan(ctx, most), &encounter{}
	for _, look := range []struct {
		find find
		at   []verdict.Bounds
		stop bool
		part budget.Work // of the work that is left
	}{
		{s.byWalks, above(walked), true, 2},
		{s.byWalks, above(walked), false, 2},
		{s.solved, above(rungs), true, 2},
		{s.solved, above(rungs), false, 1},
	} {
		if out = s.meetIn(ctx, progs, look.at, look.stop, left.part(ctx, look.part), look.find); out.why == "" {
			break
		}
	}
	if out.why == "" {
		for _, k := range out.in.kinds {
			kinds.ArrivalAt(out.in.Program, k).Note(&l.reached)
		}
	}
	out.none = wide
	return out
}

const apart = "no execution was found in which both run"

// meetIn looks for the meeting at one rung after the other, and at each in all programs.
func (s *search) meetIn(
	ctx context.Context, progs []variant, try []verdict.Bounds, stop bool, left span, find find,
) *encounter {
	with := make([]*ir.Program, len(progs))
	for _, b := range try {
		for n, v := range progs {
			if stop && v.leads {
				continue
			}
			if with[n] == nil {
				with[n] = threads.Meeting(v.Program, v.kinds, stop)
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

// solved has the engine rounds look for the meeting.
func (s *search) solved(
	ctx context.Context, p *ir.Program, _ *variant, b verdict.Bounds, left span,
) (takes *met, why string) {
	turn := Turn{Engine: s.Engines.Executed, Tells: func(verdict.Finding) bool { return false }} // that the two meet is no failure
	if left.end != 0 {
		turn.Most = left.end - budget.Spent(ctx)
	}
	answer, err := s.Ask(ctx, turn, s.meetRequest(p, b))
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

func (s *search) meetRequest(p *ir.Program, b verdict.Bounds) *engine.Request {
	req := s.request(p, verdict.Assert)
	req.Bounds.Rounds, req.Bounds.Unwind = b.Rounds, b.Unwind
	return req
}

// byWalks looks for the meeting by random executions.
func (s *search) byWalks(
	ctx context.Context, p *ir.Program, v *variant, b verdict.Bounds, left span,
) (takes *met, why string) {
	ctx, cancel := left.context(ctx)
	defer cancel()
	if v == nil {
		return s.within(ctx, p, nil, nil, b, metPair), ""
	}
	return s.within(ctx, p, &v.kinds, v.like, b, metPair), ""
}

// within looks for a random execution of so many instructions and rounds in which an assertion fails, and for the
// bounds on iterations within which it lies. That it does is seen when the unfolded program, which has all that
// bounds cut off, runs like it: the one in which all but two kinds of threads go along its path, or, if it has no
// such kinds, the one with all. For fewer iterations than it takes, and where the other program does not run like it,
// random executions of that are looked for.
func (s *search) within(
	ctx context.Context, p *ir.Program, pair *[2]ir.FuncID, like []irexec.Choice, b verdict.Bounds, instrs int64,
) *met {
	if b.Rounds == 0 { // the engine chooses
		return nil
	}
	found, _ := s.walk(ctx, p, like, instrs, b.Rounds)
	if found == nil {
		return nil
	}
	least := func(p *ir.Program, below int, comes func(*transform.Work) bool) *verdict.Bounds {
		for n := 1; n < below && ctx.Err() == nil; n *= 2 {
			at := verdict.Bounds{Rounds: b.Rounds, Unwind: n}
			if unfolded, err := s.unfolded(ctx, p, at); err == nil && comes(unfolded) {
				return &at
			}
		}
		return nil
	}
	itself := func(unfolded *transform.Work) bool {
		return alike(unfolded, p, found, func(id ir.ID) ir.ID { return id })
	}
	if taken := kinds.PathOf(p, found.Schedule, found.Inputs); pair != nil && taken != nil {
		narrow, of := threads.Along(p, taken, *pair)
		at := least(narrow, b.Unwind+1, func(unfolded *transform.Work) bool {
			return alike(unfolded, p, found, func(id ir.ID) ir.ID { return cmp.Or(of[id], id) })
		})
		switch {
		case at != nil && len(of) == 0: // nothing but the two
			return &met{at: *at}
		case at != nil:
			return &met{*at, taken, func(ctx context.Context) bool {
				unfolded, err := s.unfolded(ctx, p, *at)
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
		run, _ := s.walk(ctx, unfolded.Program, nil, metPair, b.Rounds)
		return run != nil
	})
	if at := cmp.Or(other, known); at != nil {
		return &met{at: *at}
	}
	return nil
}

// alike reports whether an assertion fails in an unfolded program too if it runs like an execution of a program. of
// gives what instructions are copies of.
func alike(unfolded *transform.Work, p *ir.Program, found *irexec.Found, of func(ir.ID) ir.ID) bool {
	original := func(id ir.ID) ir.ID { return of(unfolded.Original(id)) }
	opts := irexec.Options{NoTrace: true}
	run, err := irexec.Alike(unfolded.Program, p, original, found.Schedule, found.Inputs, opts)
	return err == nil && run != nil && run.Failure != nil
}

// unfolded gives a program of which all executions lie within bounds on iterations: where a bound cuts, they end. No
// function in it is a model, since the code of the driver is in all of them: random executions take values that it
// compares with.
func (s *search) unfolded(ctx context.Context, p *ir.Program, b verdict.Bounds) (*transform.Work, error) {
	opt := s.meetRequest(p, b).Task().Unfolding(b.Unwind, 0, false)
	work, err := transform.Start(p).Run(ctx, []transform.Pass{unfold.Pass(opt, place.AllocSize, false)}, nil)
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
