package modular

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/analysis/reach"
	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/decide"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/logic"
	layout "github.com/heddle-dev/heddle/internal/place"
	"github.com/heddle-dev/heddle/internal/proof"
	"github.com/heddle-dev/heddle/internal/transform/inline"
	"github.com/heddle-dev/heddle/internal/transform/pair"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Engine is the engine.
var Engine = engine.Engine{
	Name:  "modular",
	Doc:   "proofs that no assertion fails and nothing races, for any schedule and any number of threads, one at a time",
	Paper: "TAR, CAV 2003",
	Claim: map[verdict.Verdict]string{
		verdict.Proved:   "no assertion fails, or no two accesses race, in any execution",
		verdict.Possible: "what is listed could not be excluded by reasoning about one thread at a time; others were not looked for",
		verdict.Unknown:  "not shown, with the reason",
	},
	Properties: []verdict.Property{verdict.Assert, verdict.Race},
	Options:    []*engine.Option{engine.Solver, engine.Seed},
	Passes:     []string{"inline", "split"},
	Run:        answer,
}

// Proofs is the engine as one of several: what it cannot exclude others look for, so it says UNKNOWN of that.
var Proofs = engine.Engine{
	Name: Engine.Name, Doc: Engine.Doc, Paper: Engine.Paper, Claim: Engine.Claim, Properties: Engine.Properties, Options: Engine.Options, Passes: Engine.Passes,
	Run: func(ctx context.Context, req *engine.Request) (*engine.Result, error) {
		res, err := answer(ctx, req)
		if err != nil {
			return nil, err
		}
		res.Findings = nil
		for i := range res.Claims {
			if c := &res.Claims[i]; c.Verdict == verdict.Possible {
				c.Verdict, c.Cause = verdict.Unknown, verdict.Method
			}
		}
		return res, nil
	},
}

// search is what is known so far.
type search struct {
	req         *engine.Request
	wantsAssert bool
	wantsRace   bool
	b           *logic.Builder
	session     decide.Session
	threads     *pair.Threads
	lives       *pair.Lives
	layout      layout.Layout
	object      *object     // the one that is followed; nil: none
	templates   []*template // the first is the thread that the program begins with
	byFunc      map[ir.FuncID]*template
	memory      memory
	byTerm      map[logic.Term]*variable // by their terms of the thread that is looked at
	byOther     map[logic.Term]*variable // private ones by those of another
	numbers     map[*variable]bool       // those that hold numbers of threads
	ofAlloc     map[ir.ID][]*variable

	uniform    map[ir.RegionID]bool // regions that may have rules
	cellOf     map[ir.RegionID]logic.Term
	contents   map[ir.RegionID][]logic.Term // what their cells start with
	rules      []rule
	tried      []rule
	computed   map[*variable]bool // what steps compute
	counting   int                // how often it was tried to count threads
	tallies    []*tally
	countFacts map[*place]logic.Term
	predicates []*predicate
	shared     uint64 // those about what is shared alone
	masks      map[*place]uint64
	states     []*state
	here       []map[*place][]*state
	effects    map[effectKey][]cube

	reached *reach.Set
	queries int
	rounds  int // times that everything began anew
}

// answer asks about each property by itself: an assertion that fails says nothing about races.
func answer(ctx context.Context, req *engine.Request) (*engine.Result, error) {
	res := &engine.Result{}
	for _, p := range req.Properties {
		one := *req
		one.Properties = []verdict.Property{p}
		got, err := prove(ctx, &one, true)
		if err != nil {
			return nil, err
		}
		res.Claims = append(res.Claims, got.Claims...)
		res.Findings = append(res.Findings, got.Findings...)
		res.Notes = append(res.Notes, got.Notes...)
		res.Proofs = append(res.Proofs, got.Proofs...)
		if got.Reached != nil {
			if res.Reached == nil {
				res.Reached = got.Reached.Clone()
				continue
			}
			res.Reached.Union(got.Reached)
		}
	}
	return res, nil
}

// prove looks for a proof, and if a race about objects of the heap is left, for one about any one of them. Tests leave out the executions that come first, which would hide what a proof gets wrong.
func prove(ctx context.Context, req *engine.Request, runs bool) (*engine.Result, error) {
	s := newSearch(req, nil)
	res, left, err := s.prove(ctx, runs)
	if err != nil || left == nil || s.another(left) == nil {
		return res, err
	}
	one := newSearch(req, s.another(left))
	one.reached = s.reached
	more, _, err := one.prove(ctx, false)
	if err != nil {
		return nil, err
	}
	if more.Claims[0].Verdict == verdict.Proved {
		return more, nil
	}
	return res, nil
}

func newSearch(req *engine.Request, one *object) *search {
	return &search{
		req: req, b: logic.NewBuilder(logic.Options{}), wantsAssert: req.Wants(verdict.Assert), wantsRace: req.Wants(verdict.Race), object: one,
		byFunc: map[ir.FuncID]*template{}, byTerm: map[logic.Term]*variable{}, byOther: map[logic.Term]*variable{}, numbers: map[*variable]bool{}, countFacts: map[*place]logic.Term{}, ofAlloc: map[ir.ID][]*variable{},
	}
}

// prove looks for an inductive family of sets of states that excludes every failure: steps 1 to 3 of the paper's section 3, and its loop around them. It gives the failure that is left, if no predicate excludes it.
func (s *search) prove(ctx context.Context, runs bool) (_ *engine.Result, left *failure, err error) {
	stopped := func(err error, why string) (*engine.Result, *failure, error) {
		res, err := s.stopped(ctx, err, why)
		return res, nil, err
	}
	if why, err := s.prepare(ctx); err != nil || why != "" {
		return stopped(err, why)
	}
	if runs {
		if fails, err := s.run(ctx); err != nil || fails != "" {
			return stopped(err, fails)
		}
	}
	if s.session, err = s.req.Task().Open(ctx, s.b); err != nil {
		return nil, nil, err
	}
	defer s.session.Close()
	if err := s.steps(ctx); err != nil {
		return stopped(err, "")
	}
	s.owners()
	s.aboutObject()
	s.findComputed()
	for {
		s.rounds++
		if s.req.Progress != nil {
			s.req.Progress(fmt.Sprintf("modular: round %d, %d predicates", s.rounds, len(s.predicates)))
		}
		f, err := s.grow(ctx)
		if err != nil {
			return stopped(err, "")
		}
		if f == nil {
			bad, err := s.recheck(ctx)
			if bad != "" {
				panic("modular: a proof that does not hold: " + bad)
			}
			if err != nil {
				return stopped(err, "")
			}
			return s.proved(ctx), nil, nil
		}
		more, err := s.ruleFor(ctx, f)
		if err != nil {
			return stopped(err, "")
		}
		if !more && !s.refine(f) && !s.giveUp(f) {
			return s.perhaps(f), f, nil
		}
	}
}

// prepare makes the templates; why says what is in the way.
func (s *search) prepare(ctx context.Context) (why string, err error) {
	for _, a := range s.req.Program.Assumed {
		if a.ForbidsProved {
			return "rests on an assumption that can hide a failure: " + a.Text, nil
		}
	}
	flat, err := inline.Threads(inline.Resolve(s.req.Program, layout.AllocSize))
	if err != nil {
		return err.Error(), nil
	}
	flat = inline.Separate(flat)
	if err := s.step("inline", flat.Program); err != nil {
		return "", err
	}
	s.threads = pair.NewThreads(flat, layout.AllocSize, s.req.VolatileIsAtomic, false)
	s.lives = pair.LivesOf(s.threads)
	budget.Spend(ctx, budget.Passing, 2*pair.Steps*int64(flat.Program.NextID))
	budget.Spend(ctx, budget.Points, s.threads.Info.Work)
	split := s.threads.Program
	if err := s.step("split", split); err != nil {
		return "", err
	}
	for _, in := range split.Instrs() {
		if slices.Contains(s.threads.Info.Layout, in.Base().ID) {
			return fmt.Sprintf("the result depends on where objects lie (%s)", in.Base().Pos.Pos), nil
		}
	}
	s.layout = layout.Of(split, s.req.Program, 0)
	for i, k := range s.threads.Kinds {
		t := &template{n: i, kind: k, f: split.Funcs[k.Func], name: s.threads.Name(k), single: s.lives.Single(k)}
		s.templates = append(s.templates, t)
		s.byFunc[k.Func] = t
		if err := s.findPlaces(t); err != nil {
			return err.Error(), nil
		}
	}
	s.follow()
	for _, t := range s.templates {
		s.findEnds(t)
		s.findApart(t)
	}
	return s.torn(), ctx.Err()
}

// findEnds makes ghosts of the ends of threads that others wait for.
func (s *search) findEnds(t *template) {
	for in := range t.f.Instrs() {
		j, ok := in.(*ir.Join)
		if !ok {
			continue
		}
		if of := s.joins(t, j.ID); of != nil && s.memory.ended[of] == nil {
			s.memory.ended[of] = s.newVariable(of.name+" has ended", 1, nil)
		}
	}
}

// joins is the template whose one thread a join surely waits for.
func (s *search) joins(t *template, join ir.ID) *template {
	if k := s.lives.Joins(t.kind, join); k != nil {
		return s.byFunc[k.Func]
	}
	return nil
}

// findApart finds out which threads do not live while one of the template stands at a place.
func (s *search) findApart(t *template) {
	t.apart = make([][]bool, len(s.templates))
	for _, u := range s.templates {
		t.apart[u.n] = make([]bool, len(t.places))
		never := !s.lives.Together(t.kind, u.kind) && t.n > 0 && u.n > 0
		for _, p := range t.places {
			t.apart[u.n][p.n] = never || s.lives.Quiet(t.kind, u.kind, p.in.Base().ID)
		}
	}
}

// torn names a range of shared memory that is one step here although others may come in between: an assertion could notice.
func (s *search) torn() string {
	if !s.wantsAssert {
		return ""
	}
	for _, t := range s.templates {
		for _, p := range t.places {
			switch p.in.(type) {
			case *ir.Fill, *ir.Copy, *ir.Scan:
				if slices.ContainsFunc(s.templates, func(u *template) bool { return !(u == t && t.single) && !t.apart[u.n][p.n] }) {
					return fmt.Sprintf("a range of memory is one step at %s", p.in.Base().Pos.Pos)
				}
			}
		}
	}
	return ""
}

func (s *search) step(name string, p *ir.Program) error {
	if s.req.Step == nil {
		return nil
	}
	return s.req.Step(name, p)
}

func noLocks(ir.RegionID) bool { return false }

// stopped is the answer where something is in the way.
func (s *search) stopped(ctx context.Context, err error, why string) (*engine.Result, error) {
	cause := verdict.Method
	var o obstacle
	switch {
	case err == nil:
	case errors.As(err, &o):
		why, cause = o.Error(), verdict.Obstacle
	case errors.Is(err, errTooMany):
		why, cause = err.Error(), verdict.Limit
	default:
		if why, cause = decide.Stopped(ctx, err, fmt.Sprintf("round %d, with %d predicates", s.rounds, len(s.predicates))); why == "" {
			return nil, err
		}
	}
	return &engine.Result{Claims: []verdict.Claim{{Property: s.req.Properties[0], Verdict: verdict.Unknown, Cause: cause, Reason: why}}, Notes: s.notes()}, nil
}

func (s *search) proved(ctx context.Context) *engine.Result {
	why, err := s.why(ctx)
	if err != nil { // the proof stands without words
		why = []string{s.who()}
	}
	res := &engine.Result{Claims: []verdict.Claim{{Property: s.req.Properties[0], Verdict: verdict.Proved, Why: why}}, Reached: s.reached, Notes: s.notes()}
	if s.req.Proof {
		p, err := s.export()
		if err != nil {
			res.Notes = append(res.Notes, fmt.Sprintf("note: the proof of %s is not written: %v", s.req.Properties[0], err))
			return res
		}
		res.Proofs = []*proof.Proof{p}
	}
	return res
}

func (s *search) notes() []string {
	if s.rounds == 0 {
		return nil
	}
	return []string{fmt.Sprintf("modular: %s: %d rounds, %d predicates, %d states, %d queries", s.req.Properties[0], s.rounds, len(s.predicates), len(s.states), s.queries)}
}
