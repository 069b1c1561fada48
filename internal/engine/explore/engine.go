package explore

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/heddle-dev/heddle/internal/analysis/reach"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/irexec"
)

// Engine answers by visiting all states.
var Engine = engine.Engine{
	Name:  "explore",
	Doc:   "visits every state of a small program, under all schedules; walks at random through larger ones",
	Paper: "-",
	Claim: map[engine.Verdict]string{
		engine.Bug:     "an execution that fails, replayed in the interpreter",
		engine.Proved:  "every state of the program was visited, under all schedules and inputs, and no check fails in any",
		engine.Bounded: "every state was visited, under one of many memory layouts that the program can tell apart or with operations on ranges as one step, and no check fails in any",
		engine.Unknown: "not all states were visited, or not all inputs tried, or something unsupported was reached",
	},
	Run: run,
}

func run(ctx context.Context, req *engine.Request) (*engine.Result, error) {
	opts := irexec.ExploreOptions{
		Assert: req.Wants(engine.Assert), Race: req.Wants(engine.Race), Deadlock: req.Wants(engine.Deadlock), Memory: req.Wants(engine.Memory),
		VolatileIsAtomic: req.VolatileIsAtomic, MaxStates: req.Bounds.States,
		MaxMemory: req.Memory * 3 / 4, Deadline: req.Deadline, AfterFirst: 1, Seed: req.Seed,
	}
	if req.KeepGoing {
		opts.AfterFirst = 0
	}
	if _, ok := ctx.Deadline(); ok {
		opts.Deadline = time.Time{} // the context says why
	}
	x, err := irexec.Explore(ctx, req.Program, opts)
	if err != nil {
		return nil, err
	}
	res := &engine.Result{Assumed: x.Assumed, Reached: reached(x)}
	bounds := engine.Bounds{States: req.Bounds.States}
	failed := map[engine.Property]bool{}
	for _, f := range x.Failures {
		g := engine.Finding{
			Kind: engine.Kind(f.Kind), Verdict: engine.Bug, Message: f.Message, Location: f.At,
			Schedule: f.Schedule, Inputs: f.Inputs, Bounds: bounds,
		}
		for _, r := range f.Related {
			g.Related = append(g.Related, engine.Related{Message: r.Message, Location: r.At})
		}
		failed[g.Kind.Property()] = true
		res.Findings = append(res.Findings, g)
	}
	verdict, cause, reason := judge(req, x)
	for _, p := range req.Properties {
		c := engine.Claim{Property: p, Verdict: verdict, Reason: reason, Cause: cause, Bounds: bounds}
		switch {
		case failed[p]:
			c.Verdict = engine.Bug // a reason then says why there may be others
		case verdict == engine.Proved || verdict == engine.Bounded:
			if p != engine.Race && len(x.Torn) > 0 && c.Verdict == engine.Proved {
				c.Verdict, c.Reason = engine.Bounded, "a range of memory is taken as one step while another thread uses it, at "+some(x.Torn)
			}
			if p == engine.Assert {
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
func judge(req *engine.Request, x *irexec.Exploration) (engine.Verdict, engine.Cause, string) {
	switch {
	case x.Stopped != "":
		return engine.Unknown, engine.Limit, x.Stopped
	case !x.Exhausted:
		return engine.Unknown, engine.Method, "not all states were visited"
	case len(x.Unknown) > 0:
		return engine.Unknown, engine.Obstacle, "reached " + some(x.Unknown)
	case x.Sampled:
		why := "inputs wider than 8 bits were tried at some values only"
		if x.SampledAt != "" {
			why += ", first at " + x.SampledAt
		}
		return engine.Unknown, engine.Method, why
	case !x.Ended:
		return engine.Unknown, engine.Obstacle, reach.Contradicted(req.Program, reached(x), "")
	}
	for _, a := range req.Program.Assumed {
		if a.ForbidsProved {
			return engine.Unknown, engine.Method, "rests on an assumption that can hide a failure: " + a.Text
		}
	}
	if len(x.Layout) > 0 {
		return engine.Bounded, 0, "depends on where objects lie in memory, at " + some(x.Layout)
	}
	return engine.Proved, 0, ""
}

// some joins the first few of a list.
func some(list []string) string {
	if len(list) > 3 {
		return strings.Join(list[:3], "; ") + fmt.Sprintf("; and %d more", len(list)-3)
	}
	return strings.Join(list, "; ")
}
