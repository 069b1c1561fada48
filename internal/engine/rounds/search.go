package rounds

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"
	"time"

	"github.com/heddle-dev/heddle/internal/analysis/pointsto"
	"github.com/heddle-dev/heddle/internal/encode"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/sat"
	"github.com/heddle-dev/heddle/internal/solve"
	"github.com/heddle-dev/heddle/internal/solve/backend"
	"github.com/heddle-dev/heddle/internal/trace"
	"github.com/heddle-dev/heddle/internal/transform"
)

// search is what is known so far.
type search struct {
	req       *engine.Request
	last      step // the last rung completed
	findings  map[string]engine.Finding
	order     []string
	hit       []string // bounds hit at the last rung
	missed    []string // assertions that no execution reaches at the last rung
	covered   bool     // the last rung's rounds cover all schedules
	unsup     []string // unsupported constructs reached
	vacuous   bool     // nothing comes to an end and nothing is cut at the last rung
	doubt     string   // why a rung that found nothing proves nothing
	undecided string   // why a rung that found no deadlock says nothing about them
	stopped   string
	note      string
	sizes     []string // of the formulas, rung by rung
	start     time.Time
	enough    context.CancelCauseFunc
}

func newSearch(req *engine.Request) *search {
	return &search{req: req, findings: map[string]engine.Finding{}, start: time.Now()}
}

func limited(err error) bool {
	var l *solve.LimitError
	return errors.As(err, &l)
}

func reason(ctx context.Context, err error) string {
	if ctx.Err() != nil {
		return context.Cause(ctx).Error()
	}
	return err.Error()
}

// pipeline is the way from the program to a formula at one rung.
type pipeline struct {
	seq     *ir.Program
	formula *encode.Formula
	back    trace.Map
	layout  encode.Layout
	covers  bool
	doubt   string
	races   *transform.Races     // nil: races are not asked for
	waits   *transform.Deadlocks // nil: deadlocks are not asked for
}

const unfoldLimit = 2_000_000

func (s *search) build(ctx context.Context, rung step, scout int) (*pipeline, error) {
	p := s.req.Program
	waits := s.deadlocks()
	unfolded, back1, err := transform.Unfold(p, transform.UnfoldOptions{
		Unwind: rung.unwind, Threads: s.req.Bounds.Threads, Limit: unfoldLimit, Reserve: encode.Reserve, Scout: scout, Deadlocks: waits,
	})
	if err != nil {
		return nil, err
	}
	if err := s.step("unfold", unfolded); err != nil {
		return nil, err
	}
	split, info := pointsto.Split(unfolded, encode.AllocSize)
	if err := s.step("split", split); err != nil {
		return nil, err
	}
	lowered, back2 := transform.Lower(split, info, transform.LowerOptions{Deadlocks: waits})
	if err := s.step("sync", lowered); err != nil {
		return nil, err
	}
	var races *transform.Races
	if s.req.Wants(engine.Race) {
		races = &transform.Races{}
	}
	source, sections := sourceOf(back2, back1), sectionsOf(p)
	seq, back3, err := s.sequentialize(lowered, transform.LazyOptions{
		Rounds: rung.rounds, Races: races, VolatileIsAtomic: s.req.VolatileIsAtomic, Memory: s.req.Wants(engine.Memory), Source: source,
		Sections: func(id ir.ID) bool { return sections[source(id)] }, Deadlocks: waits,
	})
	if err != nil {
		return nil, err
	}
	if err := s.step("lazy", seq); err != nil {
		return nil, err
	}
	layout := layoutOf(seq, p, transform.Threads(unfolded))
	b := logic.NewBuilder(logic.Options{})
	formula, err := encode.Encode(ctx, b, seq, layout)
	if err != nil {
		return nil, err
	}
	return &pipeline{
		seq: seq, formula: formula, layout: layout,
		back: func(t trace.Trace) (trace.Trace, error) {
			for _, m := range []trace.Map{back3, back2, back1} {
				var err error
				if t, err = m(t); err != nil {
					return t, err
				}
			}
			return t, nil
		},
		covers: transform.Covers(lowered, rung.rounds), doubt: s.doubts(unfolded, split, info), races: races, waits: waits,
	}, nil
}

// sequentialize makes one thread of many, by the schedule that was asked for.
func (s *search) sequentialize(p *ir.Program, opt transform.LazyOptions) (*ir.Program, trace.Map, error) {
	if s.req.Schedule == "eager" {
		seq, back, err := transform.Eager(p, opt)
		if !errors.Is(err, transform.ErrEager) {
			return seq, back, err
		}
		s.note = fmt.Sprintf("note: --schedule lazy is used: %v", err)
	}
	return transform.Lazy(p, opt)
}

// sectionsOf is the instructions that begin atomic sections.
func sectionsOf(p *ir.Program) map[ir.ID]bool {
	out := map[ir.ID]bool{}
	for id, kind := range visibleIDs(p) {
		if kind == isBegin {
			out[id] = true
		}
	}
	return out
}

// sourceOf gives the instruction of the program that one of a transformed program stands for.
func sourceOf(back ...trace.Map) func(ir.ID) ir.ID {
	return func(id ir.ID) ir.ID {
		t := trace.Trace{Steps: []trace.Step{{Instr: id}}}
		for _, m := range back {
			var err error
			if t, err = m(t); err != nil || len(t.Steps) == 0 {
				return id
			}
		}
		return t.Steps[0].Instr
	}
}

// doubts adds what is not modelled for the properties asked for.
func (s *search) doubts(unfolded, split *ir.Program, info *pointsto.Info) string {
	if s.req.Wants(engine.Memory) {
		if len(unfolded.Globals) > len(s.req.Program.Globals) {
			return "the lifetimes of thread-local variables are not followed"
		}
		for _, f := range s.req.Program.Funcs {
			for _, b := range f.Blocks {
				if _, ok := b.Term().(*ir.ThreadExit); ok {
					return "the lifetimes of local variables are not followed over the exit of a thread at " + b.Term().Base().Pos.Pos.String()
				}
			}
		}
	}
	return doubt(split, info)
}

// doubt says why the program as it was encoded is one of several that it could be.
func doubt(p *ir.Program, info *pointsto.Info) string {
	where := func(want ir.ID) string {
		for _, f := range p.Funcs {
			for _, b := range f.Blocks {
				for _, in := range b.Instrs {
					if in.Base().ID == want {
						return in.Base().Pos.Pos.String()
					}
				}
			}
		}
		return "-"
	}
	if len(info.Layout) > 0 {
		return "the result depends on where objects lie: an address is used as a number at " + where(info.Layout[0])
	}
	if len(info.Wild) > 0 {
		first := ir.ID(0)
		for id := range info.Wild {
			if first == 0 || id < first {
				first = id
			}
		}
		return "an access at " + where(first) + " goes through an address that was derived from no object"
	}
	return ""
}

func (s *search) step(name string, p *ir.Program) error {
	if s.req.Step == nil {
		return nil
	}
	return s.req.Step(name, p)
}

// open starts the solver that was asked for.
func (s *search) open(ctx context.Context, pl *pipeline) (solve.Solver, error) {
	name := s.req.Solver
	if name == "" {
		name = "embedded"
	}
	return backend.Open(ctx, pl.formula.B, name, solve.Options{Memory: s.req.Memory, Seed: s.req.Seed})
}

// scout looks for bugs that show within a few iterations of every loop, also of those whose length is known. It claims nothing.
func (s *search) scout(ctx context.Context, rung step) error {
	pl, err := s.build(ctx, rung, rung.unwind)
	if err != nil {
		return err
	}
	solver, err := s.open(ctx, pl)
	if err != nil {
		return err
	}
	defer solver.Close()
	q := &questions{search: s, pl: pl, solver: solver, rung: rung}
	if err := q.assertPath(); err != nil {
		return err
	}
	return q.users(ctx)
}

// climb decides every check at one rung. done says that higher rungs cannot show more.
func (s *search) climb(ctx context.Context, rung step) (done bool, err error) {
	if s.req.Progress != nil {
		s.req.Progress(fmt.Sprintf("rounds: K=%d U=%d", rung.rounds, rung.unwind))
	}
	pl, err := s.build(ctx, rung, 0)
	if err != nil {
		return false, err
	}
	solver, err := s.open(ctx, pl)
	if err != nil {
		return false, err
	}
	defer solver.Close()
	q := &questions{search: s, pl: pl, solver: solver, rung: rung}
	if err := q.assertPath(); err != nil {
		return false, err
	}
	if err := q.users(ctx); err != nil {
		return false, err
	}
	if q.open == 0 && len(s.order) > 0 {
		return true, nil // all that can fail has
	}
	if err := q.bounds(ctx); err != nil {
		return false, err
	}
	s.measure(rung, pl, solver)
	s.undecided = pl.undecided()
	s.last, s.hit, s.missed, s.covered, s.vacuous, s.doubt = rung, q.hit, q.unreached, pl.covers, !q.ends && len(q.hit) == 0, pl.doubt
	sort.Strings(s.hit)
	return len(s.hit) == 0 && s.covered, nil
}

// measure takes note of how large the questions of a rung were.
func (s *search) measure(rung step, pl *pipeline, solver solve.Solver) {
	size := fmt.Sprintf("rounds: K=%d U=%d: %d terms", rung.rounds, rung.unwind, pl.formula.B.NumTerms())
	if c, ok := solver.(interface{ Stats() sat.Stats }); ok {
		size += fmt.Sprintf(", %d clauses", c.Stats().Given)
	}
	s.sizes = append(s.sizes, size)
}

// questions are the checks of one rung.
type questions struct {
	*search
	pl     *pipeline
	solver solve.Solver
	rung   step
	hit    []string
	ends   bool // some thread comes to its end
	open   int  // checks that had not failed before

	unreached []string // assertions that no execution reaches
}

// assertPath asserts what holds on every way to the checks: they all stand at the end.
func (q *questions) assertPath() error {
	checks := q.pl.formula.Checks
	if len(checks) == 0 {
		return nil
	}
	for _, c := range checks[0].Path.Conds() {
		if err := q.solver.Assert(c); err != nil {
			return err
		}
	}
	return nil
}

// users asks about the checks that are the user's.
func (q *questions) users(ctx context.Context) error {
	for i, c := range q.pl.formula.Checks {
		if transform.Internal(c.Assert.Kind) || c.Assert.Kind == transform.Deadlock || !q.asked(c.Assert) || q.found(c.Assert) {
			continue
		}
		q.open++
		if err := q.check(ctx, i); err != nil {
			return err
		}
	}
	return q.deadlocked(ctx)
}

// bounds asks which bounds are hit, which unsupported constructs and which assertions are reached, and whether anything ends at
// all: each question is about all that is still open, and a model answers for everything that it shows.
func (q *questions) bounds(ctx context.Context) error {
	checks, b := q.pl.formula.Checks, q.pl.formula.B
	known := map[string]bool{}
	name := func(a *ir.Assert) string {
		switch a.Kind {
		case transform.Ended:
			return a.Kind
		case transform.Reached:
			return fmt.Sprintf("%s %s: %s", a.Kind, a.Pos.Pos, a.Msg)
		}
		return a.Kind + a.Msg
	}
	for {
		var open []int
		any := b.False()
		for i, c := range checks {
			if !transform.Internal(c.Assert.Kind) || c.Assert.Kind == transform.Turn || known[name(c.Assert)] || b.IsFalse(c.Fails) {
				continue
			}
			open = append(open, i)
			any = b.Or(any, c.Fails)
		}
		if len(open) == 0 {
			break
		}
		st, err := q.solver.Check(ctx, append(q.noFault(), any)...)
		if err != nil {
			return err
		}
		if st != solve.Sat {
			break
		}
		m := q.solver.Model()
		for _, i := range open {
			if a := checks[i].Assert; m.Bool(checks[i].Fails) && !known[name(a)] {
				known[name(a)] = true
				q.shown(a)
			}
		}
	}
	q.unreached = missing(q.req.Program, func(a *ir.Assert) bool {
		return known[name(&ir.Assert{Meta: a.Meta, Kind: transform.Reached, Msg: a.Msg})]
	})
	for i, c := range checks { // a failure is an end too
		if q.ends || transform.Internal(c.Assert.Kind) {
			continue
		}
		st, err := q.feasible(ctx, i)
		if err != nil {
			return err
		}
		q.ends = st == solve.Sat
	}
	return nil
}

// missing lists the assertions of the user's code that were not reached anywhere.
func missing(p *ir.Program, reached func(*ir.Assert) bool) []string {
	seen := map[string]bool{}
	var out []string
	for _, f := range p.Funcs {
		if f.Model {
			continue
		}
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				a, ok := in.(*ir.Assert)
				if !ok || a.Cond.IsConst(0) || reached(a) { // one that always fails is meant not to be reached
					continue
				}
				if text := fmt.Sprintf("%s: %s", a.Pos.Pos, a.Msg); !seen[text] {
					seen[text] = true
					out = append(out, text)
				}
			}
		}
	}
	sort.Strings(out)
	return out
}

// shown takes note of an internal check that can fail.
func (q *questions) shown(a *ir.Assert) {
	switch a.Kind {
	case transform.Bound:
		q.hit = append(q.hit, a.Msg)
	case transform.Unsupported:
		q.unsup = append(q.unsup, fmt.Sprintf("%s: %s", a.Pos.Pos, a.Msg))
	case transform.Ended:
		q.ends = true
	}
}

func (q *questions) asked(a *ir.Assert) bool {
	return q.req.Wants(engine.Kind(a.Kind).Property())
}

// feasible asks whether check i can fail with no earlier failure. The sequential program sees to that, but for an invalid access
// in the middle of an atomic section.
func (q *questions) feasible(ctx context.Context, i int) (solve.Status, error) {
	return q.feasibleWith(ctx, i, nil)
}

// feasibleWith asks the same under more assumptions.
func (q *questions) feasibleWith(ctx context.Context, i int, more []logic.Term) (solve.Status, error) {
	c := q.pl.formula.Checks[i]
	if q.pl.formula.B.IsFalse(c.Fails) {
		return solve.Unsat, nil
	}
	assume := append([]logic.Term{c.Fails}, more...)
	if c.Assert.Kind != string(engine.KindRace) {
		assume = append(assume, q.noFault(i)...)
	}
	return q.solver.Check(ctx, assume...)
}

// noFault says that no access ended the process, but for those of the checks named.
func (q *questions) noFault(but ...int) (out []logic.Term) {
	for j, c := range q.pl.formula.Checks {
		if endsProcess(c.Assert.Kind) && !slices.Contains(but, j) {
			out = append(out, q.pl.formula.B.Not(c.Fails))
		}
	}
	return out
}

// endsProcess reports whether a check is about an access that ends the process.
func endsProcess(kind string) bool {
	return !transform.Internal(kind) && engine.Kind(kind).Property() == engine.Memory
}

// check decides one check of the user's. One about the races of a region is asked again and again, each time for races between other
// places of the source.
func (q *questions) check(ctx context.Context, i int) error {
	c := q.pl.formula.Checks[i]
	var other []logic.Term
	for {
		st, err := q.feasibleWith(ctx, i, other)
		if err != nil || st != solve.Sat {
			return err
		}
		r, err := q.replay(c, q.shorten(ctx, i, q.solver.Model(), other))
		if err != nil {
			return err
		}
		f, err := q.finding(c, r)
		if err != nil {
			return err
		}
		q.enter(f)
		others := q.pl.races.Others(r.seq)
		if len(others) == 0 {
			return nil
		}
		other = []logic.Term{q.any(others)}
	}
}

// any says that one of several races happens.
func (q *questions) any(races []transform.Another) logic.Term {
	b := q.pl.formula.B
	out := b.False()
	for _, r := range races {
		c := q.pl.formula.Value(r.Hit)
		for _, id := range r.Stands {
			c = b.And(c, b.Not(q.pl.formula.Value(id)))
		}
		out = b.Or(out, c)
	}
	return out
}

// enter keeps a finding, unless it is known.
func (q *questions) enter(f engine.Finding) {
	key := findingKey(f)
	if _, known := q.findings[key]; !known {
		q.findings[key] = f
		if q.order = append(q.order, key); len(q.order) == 1 {
			time.AfterFunc(max(time.Since(q.start), leastExtra), func() { q.enough(errEnough) })
		}
	}
}

// After the first failure the rest get as much time again, but at least leastExtra.
const leastExtra = time.Second

var errEnough = errors.New("a failure was found, and the other checks got as much time again")

// found reports whether the check has failed before, at lower bounds.
func (q *questions) found(a *ir.Assert) bool {
	if a.Kind == string(engine.KindRace) {
		return false // told apart by two places
	}
	for _, f := range q.findings {
		if string(f.Kind) == a.Kind && f.Location.Pos == a.Pos.Pos {
			return true
		}
	}
	return false
}

func findingKey(f engine.Finding) string {
	k := fmt.Sprintf("%s %s", f.Kind, f.Location.Pos)
	for _, r := range f.Related {
		k += " " + r.Location.Pos.String()
	}
	return k
}

// result is the answer so far.
func (s *search) result() *engine.Result {
	res := &engine.Result{}
	if s.note != "" {
		res.Notes = append(res.Notes, s.note)
	}
	res.Notes = append(res.Notes, s.sizes...)
	bugs := map[engine.Property]bool{}
	for _, k := range s.order {
		f := s.findings[k]
		bugs[f.Kind.Property()] = true
		res.Findings = append(res.Findings, f)
	}
	for _, p := range s.req.Properties {
		c := engine.Claim{Property: p, BoundsHit: s.hit}
		if p == engine.Assert {
			c.Unreached = s.missed
		}
		c.Bounds = engine.Bounds{Rounds: s.last.rounds, Unwind: s.last.unwind, Threads: s.req.Bounds.Threads}
		switch {
		case bugs[p]:
			c.Verdict, c.Reason = engine.Bug, s.stopped
		case p == engine.Deadlock && s.undecided != "":
			c.Verdict, c.Reason = engine.Unknown, s.undecided
		case len(s.unsup) > 0:
			c.Verdict, c.Reason = engine.Unknown, "unsupported: "+s.unsup[0]
		case s.last.rounds == 0:
			c.Verdict, c.Reason, c.Bounds = engine.Unknown, s.stopped, engine.Bounds{}
			if c.Reason == "" {
				c.Reason = "no bound was completed"
			}
		default:
			c.Verdict, c.Reason = s.safeVerdict()
		}
		res.Claims = append(res.Claims, c)
	}
	return res
}

// safeVerdict is PROVED where DESIGN section 4 allows it, else BOUNDED with what stands in the way.
func (s *search) safeVerdict() (engine.Verdict, string) {
	switch {
	case s.vacuous:
		return engine.Unknown, "no execution comes to an end or to a bound: the assumptions contradict one another"
	case s.stopped != "":
		return engine.Bounded, s.stopped
	case len(s.hit) > 0:
		return engine.Bounded, ""
	case !s.covered:
		return engine.Bounded, "more rounds could show other schedules"
	case s.doubt != "":
		return engine.Bounded, s.doubt
	}
	for _, a := range s.req.Program.Assumed {
		if a.ForbidsProved {
			return engine.Bounded, a.Text
		}
	}
	return engine.Proved, ""
}

// layoutOf says where objects lie: the program's globals and functions where the judge has them, heddle's own globals and all
// allocations behind.
func layoutOf(seq, p *ir.Program, threads int) encode.Layout {
	l := encode.Layout{Globals: irexec.GlobalBases(p), Allocs: map[ir.ID]uint64{}}
	for i := range seq.Funcs {
		l.Funcs = append(l.Funcs, irexec.FuncAddress(ir.FuncID(max(i-threads, 0))))
	}
	gap := uint64(1) << 34
	next := uint64(len(p.Globals)+1) * gap // behind all globals of the judge
	if p.PtrWidth() == 32 {
		next, gap = 0xf5000000, 1024 // behind all that the judge's threads have
	}
	place := func(size, align int64) uint64 {
		a := uint64(max(align, 16))
		at := (next + a - 1) / a * a
		next = at + uint64(size) + gap
		if p.PtrWidth() == 64 {
			next = (at/gap + 1) * gap
		}
		return at
	}
	for _, g := range seq.Globals[len(p.Globals):] {
		l.Globals = append(l.Globals, place(g.Size, g.Align))
	}
	for _, b := range seq.Funcs[0].Blocks {
		for _, in := range b.Instrs {
			if a, ok := in.(*ir.Alloc); ok {
				l.Allocs[a.ID] = place(encode.AllocSize(a), a.Align)
			}
		}
	}
	return l
}
