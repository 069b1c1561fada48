package kiss

import (
	"context"
	"fmt"

	"github.com/heddle-dev/heddle/internal/decide"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/place"
	"github.com/heddle-dev/heddle/internal/transform"
	"github.com/heddle-dev/heddle/internal/transform/lower"
	"github.com/heddle-dev/heddle/internal/transform/unfold"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Engine is the engine.
var Engine = engine.Engine{
	Name:  "kiss",
	Doc:   "balanced schedules: threads on one stack, at most --ts of them waiting to start; cheap",
	Paper: "KISS, PLDI 2004",
	Claim: map[verdict.Verdict]string{
		verdict.Bug:     "the execution was replayed",
		verdict.Bounded: "no balanced execution with at most ts waiting threads and U unwindings fails",
		verdict.Unknown: "undecided, with the reason",
	},
	Properties: []verdict.Property{verdict.Assert, verdict.Race, verdict.Memory},
	Options:    []*engine.Option{tsOption, engine.Unwind, engine.UnwindAll, engine.Threads, engine.ThreadsAll, engine.Solver, engine.Seed, engine.Jobs},
	Passes:     append(transform.Names(pipeline(&decide.Task{}, 0)), "balanced"),
	Run:        run,
	Sequential: sequential,
}

// pipeline is the way from a program to threads without synchronization. sequence.BalancedPass then makes one of them, for all checks or for
// some regions at a time.
func pipeline(t *decide.Task, unwind int) []transform.Pass {
	return []transform.Pass{
		unfold.Pass(t.Unfolding(unwind, 0, true), place.AllocSize, t.Wants(verdict.Deadlock)),
		transform.Split(place.AllocSize),
		lower.Pass(),
	}
}

// defaultTS is the number of waiting threads if none is asked for.
const defaultTS = 1

var tsOption = &engine.Option{
	Name: "ts", Help: "pending threads of engine kiss", Least: 0, Most: 100, Default: defaultTS, Printed: true,
	Set: func(r *engine.Request, n int) { r.Bounds.TS = &n },
}

// ladder is the unwindings that are tried, until no bound is hit; one that the user fixed is the only one.
var ladder = []int{1, 2, 3, 5, 8}

// run decides all checks for more and more unwindings: first what the program asserts, then, region by region, its races.
func run(ctx context.Context, req *engine.Request) (*engine.Result, error) {
	s := newSearch(ctx, req)
	if !req.KeepGoing {
		s.Found.Limit(ctx, s.Start)
	}
	unwindings := ladder
	if req.Bounds.Unwind > 0 {
		unwindings = []int{req.Bounds.Unwind}
	}
	for _, u := range unwindings {
		threads, err := s.unfold(ctx, u)
		if err == nil {
			err = s.assertions(ctx, threads, u)
		}
		if err == nil {
			err = s.races(ctx, threads, u)
		}
		if err != nil {
			at := fmt.Sprintf("ts=%d, U=%d", s.ts, u)
			if s.Stopped, s.Cause = decide.Stopped(ctx, err, at); s.Stopped != "" {
				break
			}
			return nil, fmt.Errorf("at %s: %w", at, err)
		}
		if s.last = u; len(s.Hit) == 0 {
			break
		}
		more, cancel := s.Found.Time(ctx, req.Properties...)
		cancelled := more.Err() != nil
		cancel()
		if cancelled {
			break // all have failed, and the search for more had its time
		}
	}
	return s.result(), nil
}
