package explore

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/heddle-dev/heddle/internal/analysis/reach"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Engine answers by visiting all states.
var Engine = engine.Engine{
	Name:  "explore",
	Doc:   "visits every state of a small program, under all schedules; walks at random through larger ones",
	Paper: "-",
	Claim: map[verdict.Verdict]string{
		verdict.Bug:     "an execution that fails, replayed in the interpreter",
		verdict.Proved:  "every state of the program was visited, under all schedules and inputs, and no check fails in any",
		verdict.Bounded: "every state was visited, under one of many memory layouts that the program can tell apart or with operations on ranges as one step, and no check fails in any",
		verdict.Unknown: "not all states were visited, or not all inputs tried, or something unsupported was reached",
	},
	Properties: verdict.Properties(),
	Options:    []*engine.Option{engine.Seed},
	Run:        run,
}

// Search is the engine where Walks are another one: it walks nowhere.
var Search = engine.Engine{
	Name: Engine.Name, Doc: Engine.Doc, Paper: Engine.Paper, Claim: Engine.Claim, Properties: Engine.Properties, Options: Engine.Options,
	Run: func(ctx context.Context, req *engine.Request) (*engine.Result, error) {
		return explore(ctx, req, irexec.ExploreOptions{InOrder: true})
	},
}

// Walks looks at random executions of a program that is too large to visit all of. It claims nothing.
var Walks = engine.Engine{
	Name:  "walks",
	Doc:   "random executions of a large program, led to where threads may race",
	Paper: "Race directed random testing, PLDI 2008",
	Claim: map[verdict.Verdict]string{
		verdict.Bug:     "an execution that fails, replayed in the interpreter",
		verdict.Unknown: "no execution that was tried fails, which says nothing",
	},
	Properties: []verdict.Property{verdict.Assert, verdict.Race, verdict.Memory},
	Options:    []*engine.Option{engine.Seed},
	Run:        walk(0, false),
}

// WalksUntil are Walks that end after so many steps which showed no new failure; 0: when the work is over. By threads
// they show one race for each two kinds of threads and each memory that they race on, instead of one for each two
// places.
func WalksUntil(barren int, byThreads bool) engine.Engine {
	e := Walks
	e.Run = walk(barren, byThreads)
	return e
}

// walk makes an exploration that visits nothing in order.
func walk(barren int, byThreads bool) func(context.Context, *engine.Request) (*engine.Result, error) {
	opts := irexec.ExploreOptions{Walks: math.MaxInt, Barren: barren, ByThreads: byThreads, NoShorten: byThreads}
	return func(ctx context.Context, req *engine.Request) (*engine.Result, error) { return explore(ctx, req, opts) }
}

func run(ctx context.Context, req *engine.Request) (*engine.Result, error) {
	return explore(ctx, req, irexec.ExploreOptions{})
}

// explore makes an answer of an exploration.
func explore(ctx context.Context, req *engine.Request, opts irexec.ExploreOptions) (*engine.Result, error) {
	opts.Assert, opts.Race, opts.Deadlock, opts.Memory = req.Wants(verdict.Assert), req.Wants(verdict.Race), req.Wants(verdict.Deadlock), req.Wants(verdict.Memory)
	opts.StackLocks = req.StackLocks
	opts.VolatileIsAtomic, opts.MaxStates, opts.MaxMemory = req.VolatileIsAtomic, req.Bounds.States, req.Memory*3/4
	opts.AfterFirst, opts.Seed = 1, req.Seed
	if req.KeepGoing {
		opts.AfterFirst = 0
	}
	if req.Progress != nil {
		opts.Told = func(states int) { req.Progress(fmt.Sprintf("explore: %d states", states)) }
	}
	bounds := verdict.Bounds{States: req.Bounds.States}
	finding := func(f *irexec.Found) verdict.Finding {
		return verdict.Finding{Failure: f.Failure, Verdict: verdict.Bug, Schedule: f.Schedule, Inputs: f.Inputs, Bounds: bounds}
	}
	if req.Found != nil {
		opts.Found = func(f *irexec.Found) { req.Found(finding(f)) }
	}
	x, err := worlds(ctx, req, opts)
	if err != nil {
		return nil, err
	}
	res := &engine.Result{Assumed: x.Assumed, Reached: reached(x)}
	failed := map[verdict.Property]bool{}
	for _, f := range x.Failures {
		failed[f.Kind.Property()] = true
		res.Findings = append(res.Findings, finding(f))
	}
	claimed, cause, reason := judge(req, x)
	for _, p := range req.Properties {
		c := verdict.Claim{Property: p, Verdict: claimed, Reason: reason, Cause: cause, Bounds: bounds}
		switch {
		case failed[p]:
			c.Verdict = verdict.Bug // a reason then says why there may be others
		case claimed == verdict.Proved || claimed == verdict.Bounded:
			if p != verdict.Race && len(x.Torn) > 0 && c.Verdict == verdict.Proved {
				c.Verdict, c.Reason = verdict.Bounded, "a range of memory is taken as one step while another thread uses it, at "+some(x.Torn)
			}
			if p == verdict.Assert {
				c.Unreached = x.Unreached
			}
		}
		res.Claims = append(res.Claims, c)
	}
	res.Notes = append(res.Notes, fmt.Sprintf("explore: %d states, %d transitions, %d passes", x.States, x.Transitions, x.Passes))
	return res, nil
}

// reached is what the exploration reached.
func reached(x *irexec.Exploration) *reach.Set {
	s := &reach.Set{Threads: x.Threads, Ends: x.GoesOn, Partial: !x.Exhausted || x.Sampled}
	for _, id := range x.Reached {
		s.Add(id)
	}
	for _, id := range x.Sites {
		s.AddSite(id)
	}
	return s
}

// judge gives the verdict of the whole exploration for properties without a failure.
func judge(req *engine.Request, x *irexec.Exploration) (verdict.Verdict, verdict.Cause, string) {
	switch {
	case x.Stopped != "":
		return verdict.Unknown, verdict.Limit, x.Stopped
	case !x.Exhausted:
		return verdict.Unknown, verdict.Method, "not all states were visited"
	case len(x.Unknown) > 0:
		return verdict.Unknown, verdict.Obstacle, "reached " + some(x.Unknown)
	case len(x.Renewed) > 0:
		return verdict.Unknown, verdict.Obstacle, "a synchronization object is initialized or destroyed while it is in use, at " + some(x.Renewed)
	case x.Sampled:
		why := "inputs wider than 8 bits were tried at some values only"
		if x.SampledAt != "" {
			why += ", first at " + x.SampledAt
		}
		return verdict.Unknown, verdict.Method, why
	case !x.Ended:
		return verdict.Unknown, verdict.Obstacle, reach.Contradicted(req.Program, reached(x), "")
	}
	for _, a := range req.Program.Assumed {
		if a.ForbidsProved {
			return verdict.Unknown, verdict.Method, "rests on an assumption that can hide a failure: " + a.Text
		}
	}
	if len(x.Layout) > 0 {
		return verdict.Bounded, 0, "depends on where objects lie in memory, at " + some(x.Layout)
	}
	return verdict.Proved, 0, ""
}

// some joins the first few of a list.
func some(list []string) string {
	if len(list) > 3 {
		return strings.Join(list[:3], "; ") + fmt.Sprintf("; and %d more", len(list)-3)
	}
	return strings.Join(list, "; ")
}
