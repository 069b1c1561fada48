package run

import (
	"context"
	"slices"

	"github.com/heddle-dev/heddle/internal/analysis/completion"
	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/engine/explore"
	"github.com/heddle-dev/heddle/internal/engine/interleaved"
	"github.com/heddle-dev/heddle/internal/engine/kiss"
	"github.com/heddle-dev/heddle/internal/engine/lockset"
	"github.com/heddle-dev/heddle/internal/engine/modular"
	"github.com/heddle-dev/heddle/internal/engine/pairs"
	"github.com/heddle-dev/heddle/internal/engine/rounds"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/report"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// The plan, and all that package run knows of single engines: which there are, who has which part, who looks at pairs
// of a driver, and who judges findings. No other file of it names one.
//
// Engines work in rounds, each in steps of a task (budget.Task): in every round each has a part, twice that of the
// round before, those that find failures before those that prove. So a failure that one engine finds with little work
// is found with little work, whichever engine it is, and so is a proof.
//
// What an engine answers becomes known at the end of the round, whatever the number of jobs, and in the order of the
// plan. A property that is settled is asked of nobody any more. Engines whose work is less for what became known
// begin anew, if that costs no more than their next part.
//
// Rejected: one engine after the other, each with a share. The last ones came late, although what they find may take
// them half a second.

// engines are those that are there, in the order in which help texts name them.
var engines = []engine.Engine{explore.Engine, kiss.Engine, rounds.Engine, lockset.Engine, modular.Engine, explore.Walks}

// prover is the engine whose proofs others can check.
var prover = modular.Engine.Name

// Turn is the place of an engine in the plan.
type Turn struct {
	engine.Engine
	Part   budget.Work // of the first round
	Proves bool        // nothing but proofs come of it: there are none of what is known to fail
	Anew   bool        // it begins anew with what others found out
	Idle   bool        // it never ends by itself, and goes on alone only as long as there is a property of which nobody could say anything
	Most   budget.Work // outside of a plan: what it gets; 0: no end
}

const firstPart = 50 * budget.Millisecond

// Plan is the engines that a name stands for.
func Plan(name string) ([]Turn, bool) {
	if name == Auto {
		return []Turn{
			{Engine: explore.Search, Part: firstPart},
			{Engine: rounds.Engine, Part: 2 * firstPart, Anew: true},
			{Engine: explore.Walks, Part: firstPart, Idle: true},
			{Engine: lockset.Engine, Part: firstPart},
			{Engine: modular.Proofs, Part: firstPart, Proves: true, Anew: true},
		}, true
	}
	if e := Engine(name); e.Run != nil {
		return []Turn{{Engine: e}}, true
	}
	return nil, false
}

// asks is those of some properties that the engine decides, if what others say is known.
func (t *Turn) asks(open []verdict.Property, known []verdict.Claim) (out []verdict.Property) {
	for _, p := range open {
		fails := slices.ContainsFunc(known, func(c verdict.Claim) bool { return c.Property == p && (c.Verdict == verdict.Bug || c.Shown) })
		if slices.Contains(t.Properties, p) && !((t.Proves || t.Idle) && fails) {
			out = append(out, p)
		}
	}
	return out
}

// Those that look at pairs of a driver. The threads of a pair are named for people, as in reports.
var ofPairs = pairs.Engines{
	Walks: explore.WalksUntil, Rounds: rounds.Engine, Executed: rounds.Executed, Kiss: kiss.Engine,
	Lockset: lockset.OfPairs,
}

// decidePairs answers for each pair of kinds of threads of a driver.
func (job *Job) decidePairs(ctx context.Context, prog *ir.Program, rep *report.Report, soFar *latest) error {
	soFar.put(rep)
	if job.Requests {
		for _, text := range completion.UnderSpinLocks(prog) {
			rep.Notes = append(rep.Notes, note("%s", text))
		}
	}
	before := *rep
	enter := func(a *pairs.Answer) {
		*rep = before
		rep.Findings, rep.Turns = slices.Clone(before.Findings), slices.Clone(before.Turns)
		rep.Assumed, rep.Notes = slices.Concat(before.Assumed, a.Assumed), slices.Concat(before.Notes, a.Notes)
		for _, by := range a.Found {
			rep.Add(by.By, &engine.Result{Findings: by.List})
		}
		rep.Pairs, rep.Claims = a.Pairs, a.Claims
	}
	race := []verdict.Property{verdict.Race}
	q := pairs.Question{
		Request: job.Request, Effort: job.Effort, Asked: job.Pairs, Requests: job.Requests, Engines: ofPairs,
		Tell: func(a *pairs.Answer) {
			enter(a)
			soFar.put(rep)
			if a.Awaits != "" {
				soFar.begin(outstanding{a.Awaits, race})
			}
		},
		Ask: func(ctx context.Context, t pairs.Turn, req *engine.Request) (*engine.Result, error) {
			asked := *job
			if t.Tells != nil && job.Found != nil {
				asked.Found = func(f *report.Finding) {
					if t.Tells(f.Finding) {
						job.Found(f)
					}
				}
			}
			if t.Name == lockset.Engine.Name {
				req.Progress = soFar.progress(req.Progress)
			}
			return asked.turn(ctx, Turn{Engine: t.Engine, Most: t.Most}, req)
		},
	}
	q.Request.Program, q.Request.Step, q.Request.Progress = prog, job.step, job.Progress
	enter(pairs.Run(ctx, q))
	return nil
}

// The judge of findings (interleaved.go).
type (
	// Quantify says when free choices of sequential runs are quantified, which takes z3.
	Quantify = interleaved.Quantify

	judge   = interleaved.Judge
	filter  = interleaved.Filter
	without = interleaved.Without
)

// hasInputs reports whether a program has inputs of which failures may depend.
var hasInputs = interleaved.Inputs

// judge is for findings about a program.
func (job *Job) judge(ctx context.Context, prog *ir.Program) (*judge, error) {
	return interleaved.New(ctx, verdict.Question{
		Program: prog, Properties: job.Request.Properties, VolatileIsAtomic: job.Request.VolatileIsAtomic,
	}, interleaved.Options{Runs: job.Filter, Quantify: job.Quantify, Against: job.against})
}
