package kiss

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sort"

	"github.com/heddle-dev/heddle/internal/analysis/reach"
	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/decide"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform"
	"github.com/heddle-dev/heddle/internal/transform/sequence"
	"github.com/heddle-dev/heddle/internal/verdict"
	"github.com/heddle-dev/heddle/internal/wave"
)

// search is what is known so far.
type search struct {
	decide.Known
	req    *engine.Request
	ts     int
	fields map[string]*verdict.Field
	last   int    // the last unwinding that was completed
	open   string // a field whose races were not decided, and why
	stray  string // why nothing is known of memory errors
}

func newSearch(ctx context.Context, req *engine.Request) *search {
	s := &search{Known: decide.Known{Start: budget.Spent(ctx), Found: decide.Found{Tell: req.Found}}, req: req, ts: defaultTS, fields: map[string]*verdict.Field{}}
	if req.Bounds.TS != nil {
		s.ts = *req.Bounds.TS
	}
	return s
}

func (s *search) bounds(u int) verdict.Bounds {
	return s.Within(verdict.Bounds{TS: new(s.ts), Unwind: u}, s.req.Bounds)
}

// unfold takes the program to threads.
func (s *search) unfold(ctx context.Context, u int) (*decide.Threads, error) {
	task := s.req.Task()
	work, err := transform.Start(s.req.Program).Run(ctx, pipeline(task, u), s.req.Step)
	if err != nil {
		return nil, decide.While(err, "unfolding")
	}
	threads := task.Lowered(work, true)
	s.stray = cmp.Or(s.stray, threads.Stray)
	return threads, nil
}

// encode makes one thread of many, by the schedules of KISS, and a formula of it.
func (s *search) encode(ctx context.Context, threads *decide.Threads, races *sequence.RaceOptions) (*decide.Problem, error) {
	opt := threads.Options()
	opt.Races = races
	seq, err := threads.Run(ctx, []transform.Pass{sequence.BalancedPass(opt, s.ts)}, s.req.Step)
	if err != nil {
		return nil, err
	}
	return threads.Encode(ctx, seq)
}

// assertions decides everything but races, and finds out which bounds are hit.
func (s *search) assertions(ctx context.Context, threads *decide.Threads, u int) error {
	s.say("kiss: ts=%d U=%d", s.ts, u)
	var props []verdict.Property
	for _, p := range s.req.Properties {
		if p == verdict.Assert || p == verdict.Memory {
			props = append(props, p)
		}
	}
	problem, err := s.encode(ctx, threads.About(props...), nil)
	if err != nil {
		return err
	}
	q, err := decide.Ask(ctx, problem, &s.Found, s.bounds(u), s.Start)
	if err != nil {
		return err
	}
	defer q.Close()
	if err := q.Users(ctx); err != nil {
		return err
	}
	return s.Settle(ctx, q, fmt.Sprintf("kiss: ts=%d U=%d", s.ts, u))
}

// watched is one region, or objects that two threads may free, and what is known about it.
type watched struct {
	region ir.RegionID
	freed  map[ir.Object]bool
	name   string
	found  []verdict.Finding
	asked  bool
	limit  error // that was met before it was decided
}

// groups is how many formulas the regions are dealt out to. Which execution shows a race depends on the formula, so the number of jobs must not matter here;
// a driver of 2,500 lines takes a fifth more processor time with four formulas than with one, and three quarters more with eight.
const groups = 4

// races decides the races of every region. The regions are dealt out to groups, each with a problem and a solver of its own, which is asked about one
// region after another; as many groups as there are jobs are decided at a time.
func (s *search) races(ctx context.Context, threads *decide.Threads, u int) error {
	if !s.req.Wants(verdict.Race) {
		return nil
	}
	threads = threads.About(verdict.Race)
	regions, frees, err := threads.RaceRegions()
	if err != nil {
		return err
	}
	var all []*watched
	for _, r := range s.ofFields(threads, regions) {
		all = append(all, &watched{region: r, name: threads.Program.Regions[r].Name})
	}
	if len(frees) > 0 {
		w := &watched{name: "what is freed", freed: map[ir.Object]bool{}}
		for _, f := range frees {
			for _, o := range f.Objects {
				w.freed[o] = true
			}
		}
		all = append(all, w)
	}
	lists := make([][]*watched, min(groups, len(all)))
	for i, w := range all {
		lists[i%len(lists)] = append(lists[i%len(lists)], w)
	}
	errs := make([]error, len(lists))
	wave.Wave{Jobs: s.req.Jobs}.Run(ctx, len(lists), func(ctx context.Context, i int, part budget.Work) {
		mine := ctx
		if part > 0 {
			var cancel context.CancelFunc
			mine, cancel = budget.Within(ctx, part)
			defer cancel()
		}
		err := s.watch(mine, threads, lists[i], u)
		if err == nil || ctx.Err() != nil || !decide.Interrupted(mine, err) {
			errs[i] = err
			return
		}
		why, _ := decide.Stopped(mine, err, fmt.Sprintf("ts=%d, U=%d", s.ts, u))
		for _, w := range lists[i] { // its part is spent, and the others have theirs
			if !w.asked {
				w.limit = errors.New(why)
			}
		}
	})
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return s.tally(ctx, all)
}

// watch decides the races of some regions, one after another. A region that takes too much does not use up what the others have.
func (s *search) watch(ctx context.Context, threads *decide.Threads, list []*watched, u int) error {
	began := budget.Spent(ctx)
	index, freed := map[ir.RegionID]int{}, len(list)
	for i, w := range list {
		if w.freed != nil {
			freed = i
			continue
		}
		index[w.region] = i
	}
	races := &sequence.RaceOptions{
		Watch: func(r ir.RegionID) bool { _, ok := index[r]; return ok },
		Frees: func(o ir.Object) bool { return freed < len(list) && list[freed].freed[o] },
		Apart: true,
	}
	problem, err := s.encode(ctx, threads, races)
	if err != nil {
		return err
	}
	q, err := decide.Ask(ctx, problem, nil, s.bounds(u), s.Start)
	if err != nil {
		return err
	}
	defer q.Close()
	for i, c := range problem.Formula.Checks {
		if c.Assert.Kind != string(verdict.KindRace) {
			continue
		}
		at, ok := index[problem.Seq.Races.Regions(c.Assert.ID)[0]]
		if !ok {
			at = freed
		}
		w := list[at]
		s.say("kiss: ts=%d U=%d: races on %s", s.ts, u, w.name)
		mine, cancel := decide.Share(ctx, len(list)-at)
		q.Found = s.Found.Part(ctx, began) // two regions may race at the same places
		if err := q.Check(mine, i); err != nil {
			why, _ := decide.Stopped(mine, err, fmt.Sprintf("ts=%d, U=%d", s.ts, u))
			if q.Found.Over(mine, err, verdict.Race) {
				why = decide.ErrEnough.Error()
			}
			if why == "" {
				cancel()
				return err
			}
			w.limit = errors.New(why)
		}
		cancel()
		w.asked = true
		w.found = append(w.found, q.Found.List...)
	}
	return nil
}

// tally adds up what is known of each field; regions of one name are one field.
func (s *search) tally(ctx context.Context, list []*watched) error {
	s.open = ""
	for _, w := range list {
		if w.freed != nil && len(w.found) == 0 && w.limit == nil {
			continue // it is no field
		}
		f := s.fields[w.name]
		if f == nil {
			f = &verdict.Field{Name: w.name, Status: verdict.NoRace}
			s.fields[w.name] = f
		}
		for _, g := range w.found {
			s.Found.Enter(g)
		}
		switch {
		case len(w.found) > 0:
			f.Status, f.Races, f.Reason = verdict.Racy, max(f.Races, len(w.found)), ""
		case w.limit != nil && f.Status != verdict.Racy:
			f.Status, f.Reason = verdict.LimitHit, w.limit.Error()
			s.open = w.name + ": " + w.limit.Error()
		}
	}
	return ctx.Err()
}

func (s *search) say(format string, args ...any) {
	if s.req.Progress != nil {
		s.req.Progress(fmt.Sprintf(format, args...))
	}
}

// result is the answer so far.
func (s *search) result() *engine.Result {
	res := &engine.Result{Findings: s.Found.List, Notes: s.Sizes, Reached: s.Reached}
	bugs := s.Bugs()
	for _, f := range s.fields {
		res.Fields = append(res.Fields, *f)
	}
	sort.Slice(res.Fields, func(i, j int) bool { return res.Fields[i].Name < res.Fields[j].Name })
	for _, p := range s.req.Properties {
		c := verdict.Claim{Property: p, BoundsHit: s.Hit, Bounds: s.bounds(s.last)}
		if p == verdict.Assert {
			c.Unreached = s.Missed
		}
		switch {
		case bugs[p]:
			c.Verdict, c.Reason = verdict.Bug, s.Stopped
			if c.Reason == "" {
				c.Reason = "only balanced schedules were looked at"
			}
		case p == verdict.Race && s.open != "":
			c.Verdict, c.Cause, c.Reason = verdict.Unknown, verdict.Limit, s.open
		case p == verdict.Deadlock:
			c.Verdict, c.Reason, c.Bounds = verdict.Unknown, "engine kiss does not decide deadlock", verdict.Bounds{}
		case p == verdict.Memory && s.stray != "":
			c.Verdict, c.Cause, c.Reason = verdict.Unknown, verdict.Obstacle, s.stray
		case len(s.Unsupported) > 0:
			c.Verdict, c.Cause, c.Reason = verdict.Unknown, verdict.Obstacle, "unsupported: "+s.Unsupported[0]
		case s.last == 0:
			c.Verdict, c.Cause, c.Reason, c.Bounds = verdict.Unknown, s.Cause, s.Stopped, verdict.Bounds{}
		case s.Vacuous && len(res.Findings) == 0:
			within := ""
			if s.Runs {
				within = "balanced schedules"
			}
			c.Verdict, c.Cause, c.Reason, c.Vacuous = verdict.Unknown, verdict.Obstacle, reach.Contradicted(s.req.Program, s.Reached, within), true
		default:
			c.Verdict, c.Reason = verdict.Bounded, s.Stopped
		}
		res.Claims = append(res.Claims, c)
	}
	return res
}
