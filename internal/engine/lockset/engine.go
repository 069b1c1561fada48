package lockset

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/analysis/overwrite"
	"github.com/heddle-dev/heddle/internal/analysis/pointsto"
	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/decide"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/place"
	"github.com/heddle-dev/heddle/internal/source"
	"github.com/heddle-dev/heddle/internal/transform/extern"
	"github.com/heddle-dev/heddle/internal/transform/inline"
	"github.com/heddle-dev/heddle/internal/transform/pair"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Engine is the engine.
var Engine = engine.Engine{
	Name:  "lockset",
	Doc:   "proofs that nothing races, for any schedule and any number of threads, two at a time",
	Paper: "WHOOP, ICCSW 2014",
	Claim: map[verdict.Verdict]string{
		verdict.Proved:   "no two accesses race, in any execution",
		verdict.Possible: "the pairs of accesses that are listed could not be shown to be apart, no other races; or locks are taken in orders that may close the circles that are listed",
		verdict.Unknown:  "undecided, with the reason",
	},
	Properties: []verdict.Property{verdict.Race, verdict.Deadlock},
	Options:    []*engine.Option{engine.Solver, engine.Seed, engine.Jobs},
	Passes:     []string{"extern", "inline", "split", "pair"},
	Run:        func(ctx context.Context, req *engine.Request) (*engine.Result, error) { return answer(ctx, req, nil) },
}

// pairwise is the question about each pair of kinds of threads by itself.
type pairwise struct {
	shown map[[2]ir.FuncID]bool
	tell  func(pairs []verdict.Pair, callback bool)
}

// OfPairs is the engine where each pair of kinds of threads is asked for by itself. What functions that nothing
// defines could do to memory is left then, and not asked for, and so are pairs that are shown to race, and those that
// take too much of the work.
//
// tell is told of each pair, before the engine answers, and of callbacks: whether a function that an undefined one was
// given, and may call, is not shown to race with nothing. If nothing can be said of pairs, it is not called.
func OfPairs(shown map[[2]ir.FuncID]bool, tell func(pairs []verdict.Pair, callback bool)) engine.Engine {
	e := Engine
	e.Run = func(ctx context.Context, req *engine.Request) (*engine.Result, error) {
		return answer(ctx, req, &pairwise{shown, tell})
	}
	return e
}

// answer asks about races and about the order of locks, each on its own.
func answer(ctx context.Context, req *engine.Request, each *pairwise) (*engine.Result, error) {
	res := &engine.Result{}
	if req.Wants(verdict.Race) {
		about := *req
		about.Properties = []verdict.Property{verdict.Race}
		var err error
		if res, err = run(ctx, &about, each); err != nil {
			return nil, err
		}
	}
	if req.Wants(verdict.Deadlock) {
		order(req, res)
	}
	return res, nil
}

// run shows first which locks exclude anybody, and then pairs of kinds of threads apart. What a thread reads of memory that is not locked is what it left there only if that
// memory does not race, so this is assumed of all regions and given up for those where it is not shown, until nothing changes.
func run(ctx context.Context, req *engine.Request, each *pairwise) (*engine.Result, error) {
	if len(req.Properties) != 1 || req.Properties[0] != verdict.Race {
		return nil, errors.New("lockset: asked about another property than race")
	}
	most := extern.New(req.Program)
	p := most.Settle(inline.Resolve(most.Program, place.AllocSize))
	if err := step(req, "extern", p); err != nil {
		return nil, err
	}
	flat, err := inline.Threads(p)
	if err != nil {
		return unknown(req, verdict.Obstacle, err.Error()), nil
	}
	if err := step(req, "inline", flat.Program); err != nil {
		return nil, err
	}
	loose := each != nil && most.Memory < 0 && slices.ContainsFunc(req.Program.Assumed, func(a ir.Assumption) bool { return a.Outside && a.ForbidsProved && !a.Given })
	s := &search{req: req, pairwise: each, whole: whole(ctx), shown: map[[2]*pair.Kind]*proof{}, most: most, task: req.Task(), threads: pair.NewThreads(flat, place.AllocSize, req.VolatileIsAtomic, loose), loose: loose, racy: map[ir.RegionID]bool{}, useless: map[ir.RegionID]string{}, renewed: map[ir.RegionID]bool{}, renews: map[*pair.Kind][]ir.Instr{}, refuses: map[ir.RegionID]bool{}, before: map[[2]*pair.Kind][][2]*pair.Access{}, tardy: map[[2]*pair.Kind]bool{}, locked: map[lockQuestion]*lockAnswer{}}
	budget.Spend(ctx, budget.Passing, pair.Steps*int64(flat.Program.NextID))
	budget.Spend(ctx, budget.Points, s.threads.Info.Work)
	if err := step(req, "split", s.threads.Program); err != nil {
		return nil, err
	}
	s.distrustWritten()
	for again := true; again; {
		again = false
		s.left, s.large, s.obstacle = nil, nil, ""
		err := s.locks(ctx)
		if err == nil {
			again, err = s.pairs(ctx)
		}
		if err != nil {
			at, cause := "pair", err
			var of *pairError
			if errors.As(err, &of) {
				at, cause = "pair "+of.pair, of.error
			}
			if why, cause := decide.Stopped(ctx, cause, at); why != "" {
				return unknown(req, cause, why), nil
			}
			return nil, fmt.Errorf("%s: %w", at, cause)
		}
	}
	return s.result(ctx)
}

// distrustWritten gives up the locks that plain writes go over. With functions that do all they could, points-to tells hardly any objects apart, so a write counts only if it may go over a lock
// in the program as it was, too.
func (s *search) distrustWritten() {
	over := overwrite.Find(s.threads.Program, s.threads.Info)
	if len(over) == 0 {
		return
	}
	counts := func(source.Pos) bool { return true }
	if s.most.Memory >= 0 {
		if flat, err := inline.Threads(inline.Resolve(s.req.Program, place.AllocSize)); err == nil {
			p, info := pointsto.Split(flat.Program, place.AllocSize)
			own, before := map[source.Pos]bool{}, overwrite.Find(p, info)
			for _, in := range p.Instrs() {
				own[in.Base().Pos.Pos] = own[in.Base().Pos.Pos] || len(before[in.Base().ID]) > 0
			}
			counts = func(at source.Pos) bool { return own[at] }
		}
	}
	for _, in := range s.threads.Program.Instrs() {
		at := in.Base().Pos.Pos
		for _, r := range over[in.Base().ID] {
			if counts(at) && s.useless[r] == "" {
				s.useless[r] = fmt.Sprintf("plain write over the lock at %s", at)
			}
		}
	}
}

// step shows a program on its way.
func step(req *engine.Request, name string, p *ir.Program) error {
	if req.Step == nil {
		return nil
	}
	return req.Step(name, p)
}

func unknown(req *engine.Request, cause verdict.Cause, why string) *engine.Result {
	return &engine.Result{Claims: []verdict.Claim{{Property: verdict.Race, Verdict: verdict.Unknown, Cause: cause, Reason: why}}}
}
