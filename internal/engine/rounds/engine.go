package rounds

import (
	"context"
	"fmt"

	"github.com/heddle-dev/heddle/internal/decide"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/place"
	"github.com/heddle-dev/heddle/internal/transform"
	"github.com/heddle-dev/heddle/internal/transform/lower"
	"github.com/heddle-dev/heddle/internal/transform/sequence"
	"github.com/heddle-dev/heddle/internal/transform/unfold"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Engine is the engine.
var Engine = engine.Engine{
	Name:  "rounds",
	Doc:   "all executions of K rounds and U unwindings, by sequentialization and a solver",
	Paper: "STORM, CAV 2009",
	Claim: map[verdict.Verdict]string{
		verdict.Bug:     "the execution was replayed",
		verdict.Bounded: "no execution of at most K rounds and U unwindings fails",
		verdict.Proved:  "no bound was hit, and K rounds cover every schedule",
		verdict.Unknown: "undecided, with the reason",
	},
	Properties: verdict.Properties(),
	Options:    []*engine.Option{kOption, engine.Unwind, engine.UnwindAll, engine.Threads, engine.ThreadsAll, scheduleOption, sliceOption, engine.Solver, engine.Seed},
	Slices:     true,
	Passes:     append(transform.Names(pipeline(&decide.Task{}, unfold.Options{})), "slice", "lazy", "eager"),
	Run:        func(ctx context.Context, req *engine.Request) (*engine.Result, error) { return run(ctx, req, true) },
	Sequential: sequential,
}

// Executed is the engine where executions are known: it finds out neither what they reach nor which bounds they hit.
var Executed = engine.Engine{
	Name: Engine.Name, Doc: Engine.Doc, Paper: Engine.Paper, Claim: Engine.Claim, Properties: Engine.Properties,
	Options: Engine.Options, Slices: Engine.Slices, Passes: Engine.Passes, Executed: true,
	Run: func(ctx context.Context, req *engine.Request) (*engine.Result, error) { return run(ctx, req, false) },
}

// pipeline is the way from a program to one without threads. Unfold bounds loops and calls, split tells regions of memory apart, lower turns
// synchronization into accesses and assumptions; then a schedule makes one thread of all.
func pipeline(t *decide.Task, opt unfold.Options) []transform.Pass {
	return []transform.Pass{
		unfold.Pass(opt, place.AllocSize, t.Wants(verdict.Deadlock)),
		transform.Split(place.AllocSize),
		lower.Pass(),
	}
}

// run scouts and then climbs the ladder: at each rung all checks are decided, until no bound is hit, or time is up.
// cover has it find out what executions reach, and which bounds they hit.
func run(ctx context.Context, req *engine.Request, cover bool) (*engine.Result, error) {
	s := newSearch(ctx, req)
	s.cover = cover
	if !req.KeepGoing {
		s.Found.Limit(ctx, s.Start)
	}
	if req.Bounds.Rounds == 0 && req.Bounds.Unwind == 0 {
		some, cancel := scoutingPart(ctx)
		defer cancel()
		if err := s.scout(some, scouting); err != nil {
			some, cancel := s.Found.Time(some, req.Properties...)
			defer cancel()
			if why, _ := decide.Stopped(some, err, scouting.String()); why == "" {
				return nil, err
			}
		}
		if s.exhausted() {
			return s.result(), nil
		}
	}
	for rung, more := s.next(); more; rung, more = s.next() {
		done, err := s.climb(ctx, rung)
		if err != nil {
			ctx, cancel := s.Found.Time(ctx, req.Properties...)
			defer cancel()
			if s.Stopped, s.Cause = decide.Stopped(ctx, err, rung.String()); s.Stopped != "" {
				break
			}
			return nil, fmt.Errorf("at %v: %w", rung, err)
		}
		if done {
			break
		}
		if req.SoFar != nil {
			known := s.result()
			known.Reached = known.Reached.Clone()
			req.SoFar(known)
		}
	}
	return s.result(), nil
}

// unfold takes the program to lowered threads. If unfolding cut nothing at the rung before, more unwinding makes the same threads, and they
// are used again.
func (s *search) unfold(ctx context.Context, rung step, scout int) (*decide.Threads, error) {
	if scout == 0 && s.threads != nil && s.threads.Reusable() {
		return s.threads, nil
	}
	s.say(rung, "unfolding")
	threads, err := s.lower(ctx, s.task.Unfolding(rung.unwind, scout, s.cover && scout == 0))
	if err == nil && scout == 0 {
		s.threads = threads
	}
	return threads, err
}

// lower takes the program to lowered threads.
func (s *search) lower(ctx context.Context, opt unfold.Options) (*decide.Threads, error) {
	work, err := transform.Start(s.req.Program).Run(ctx, pipeline(s.task, opt), s.req.Step)
	if err != nil {
		return nil, decide.While(err, "unfolding")
	}
	return s.task.Lowered(work, opt.Visits), nil
}

// encode makes one thread of many, and a formula of that. Races that slices decided need not be looked for.
func (s *search) encode(ctx context.Context, rung step, threads *decide.Threads, but *slicing) (*decide.Problem, error) {
	opt := threads.Options()
	opt.Rounds = rung.rounds
	if s.req.Wants(verdict.Race) {
		opt.Races = &sequence.RaceOptions{Watch: func(r ir.RegionID) bool { return !but.regions[r] }, Frees: func(o ir.Object) bool { return !but.freed[o] }, Shown: s.shown}
	}
	s.say(rung, "encoding")
	seq, err := s.sequentialize(ctx, threads.Work, opt)
	if err != nil {
		return nil, err
	}
	return threads.Encode(ctx, seq)
}
