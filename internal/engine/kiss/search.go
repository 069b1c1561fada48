package kiss

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/heddle-dev/heddle/internal/decide"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/trace"
	"github.com/heddle-dev/heddle/internal/transform"
)

// search is what is known so far.
type search struct {
	req     *engine.Request
	ts      int
	found   decide.Found
	fields  map[string]*engine.Field
	last    int      // the last unwinding that was completed
	hit     []string // bounds hit there
	missed  []string // assertions that no execution reaches there
	unsup   []string // unsupported constructs reached
	vacuous bool     // nothing comes to an end and nothing is cut
	stopped string
	sizes   []string
	start   time.Time
	first   func() // called when the first failure is found
}

func newSearch(req *engine.Request) *search {
	s := &search{req: req, ts: defaultTS, fields: map[string]*engine.Field{}, start: time.Now()}
	if req.Bounds.TS != nil {
		s.ts = *req.Bounds.TS
	}
	return s
}

// After the first failure the rest get as much time again, but at least leastExtra.
const leastExtra = time.Second

var errEnough = errors.New("a failure was found, and the other checks got as much time again")

// limit ends the search some time after its first finding.
func (s *search) limit(ctx context.Context) (context.Context, context.CancelCauseFunc) {
	ctx, enough := context.WithCancelCause(ctx)
	s.first = sync.OnceFunc(func() {
		time.AfterFunc(max(time.Since(s.start), leastExtra), func() { enough(errEnough) })
	})
	s.found.First = s.first
	return ctx, enough
}

func (s *search) bounds(u int) engine.Bounds {
	ts := s.ts
	return engine.Bounds{TS: &ts, Unwind: u, Threads: s.req.Bounds.Threads}
}

// sequentialize is the sequentialization of KISS.
func (s *search) sequentialize(p *ir.Program, opt transform.LazyOptions) (*ir.Program, trace.Map, error) {
	return transform.Balanced(p, opt, s.ts)
}

// assertions decides everything but races, and finds out which bounds are hit.
func (s *search) assertions(ctx context.Context, threads *decide.Threads, u int) error {
	s.say("kiss: ts=%d U=%d", s.ts, u)
	var props []engine.Property
	for _, p := range s.req.Properties {
		if p == engine.Assert || p == engine.Memory {
			props = append(props, p)
		}
	}
	problem, err := threads.About(props...).Problem(ctx, "balanced", s.sequentialize, nil)
	if err != nil {
		return err
	}
	q, err := decide.Ask(ctx, problem, &s.found, s.bounds(u), s.start)
	if err != nil {
		return err
	}
	defer q.Close()
	if err := q.Users(ctx); err != nil {
		return err
	}
	if err := q.Cuts(ctx); err != nil {
		return err
	}
	s.sizes = append(s.sizes, fmt.Sprintf("kiss: ts=%d U=%d: %s", s.ts, u, q.Size()))
	s.hit, s.missed, s.vacuous = q.Hit, q.Unreached, !q.Ends && len(q.Hit) == 0
	s.unsup = append(s.unsup, q.Unsupported...)
	sort.Strings(s.hit)
	return nil
}

// watched is one region and what is known of it.
type watched struct {
	region ir.RegionID
	name   string
	found  decide.Found
	err    error // of a limit
	broken any   // what it panicked with
}

// races decides the races of every region, several at a time. A region that takes too long does not keep the others from their share of the time.
func (s *search) races(ctx context.Context, threads *decide.Threads, u int) error {
	if !s.req.Wants(engine.Race) {
		return nil
	}
	threads = threads.About(engine.Race)
	regions, err := threads.RaceRegions()
	if err != nil {
		return err
	}
	var list []*watched
	for _, r := range regions {
		name := threads.Lowered.Regions[r].Name
		if len(s.req.Fields) == 0 || slices.Contains(s.req.Fields, name) {
			list = append(list, &watched{region: r, name: name, found: decide.Found{First: s.first}})
		}
	}
	jobs := max(s.req.Jobs, 1)
	var g errgroup.Group
	g.SetLimit(jobs)
	for i, w := range list {
		g.Go(func() error {
			defer func() { w.broken = recover() }()
			s.say("kiss: ts=%d U=%d: races on %s, %d of %d", s.ts, u, w.name, i+1, len(list))
			err := s.watch(s.share(ctx, (len(list)-i+jobs-1)/jobs), threads, w, u)
			if err != nil && decide.Stopped(ctx, err) == "" && !errors.Is(err, context.DeadlineExceeded) {
				return err
			}
			w.err = err
			return nil
		})
	}
	err = g.Wait()
	for _, w := range list {
		if w.broken != nil {
			panic(w.broken) // where it is caught: run knows what to do with a broken invariant, but only on its own goroutine
		}
	}
	if err != nil {
		return err
	}
	return s.tally(ctx, list)
}

// share gives a region its part of the time that is left, if n have to go one after another.
func (s *search) share(ctx context.Context, n int) context.Context {
	if s.req.Deadline.IsZero() {
		return ctx
	}
	ctx, cancel := context.WithTimeout(ctx, time.Until(s.req.Deadline)/time.Duration(n))
	context.AfterFunc(ctx, cancel)
	return ctx
}

// watch decides the races of one region.
func (s *search) watch(ctx context.Context, threads *decide.Threads, w *watched, u int) error {
	races := &transform.Races{Watch: func(r ir.RegionID) bool { return r == w.region }}
	problem, err := threads.Problem(ctx, "balanced", s.sequentialize, races)
	if err != nil {
		return err
	}
	q, err := decide.Ask(ctx, problem, &w.found, s.bounds(u), s.start)
	if err != nil {
		return err
	}
	defer q.Close()
	return q.Users(ctx)
}

// tally adds up what is known of each field; regions of one name are one field.
func (s *search) tally(ctx context.Context, list []*watched) error {
	var limit error
	for _, w := range list {
		f := s.fields[w.name]
		if f == nil {
			f = &engine.Field{Name: w.name, Status: engine.NoRace}
			s.fields[w.name] = f
		}
		for _, g := range w.found.List {
			s.found.Enter(g)
		}
		switch {
		case len(w.found.List) > 0:
			f.Status, f.Races, f.Reason = engine.Racy, max(f.Races, len(w.found.List)), ""
		case w.err != nil && f.Status != engine.Racy:
			f.Status, f.Reason = engine.LimitHit, w.err.Error()
			limit = w.err
		}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return limit
}

func (s *search) say(format string, args ...any) {
	if s.req.Progress != nil {
		s.req.Progress(fmt.Sprintf(format, args...))
	}
}

// result is the answer so far.
func (s *search) result() *engine.Result {
	res := &engine.Result{Findings: s.found.List, Notes: s.sizes}
	bugs := map[engine.Property]bool{}
	for _, f := range res.Findings {
		bugs[f.Kind.Property()] = true
	}
	for _, f := range s.fields {
		res.Fields = append(res.Fields, *f)
	}
	sort.Slice(res.Fields, func(i, j int) bool { return res.Fields[i].Name < res.Fields[j].Name })
	for _, p := range s.req.Properties {
		c := engine.Claim{Property: p, BoundsHit: s.hit, Bounds: s.bounds(s.last)}
		if p == engine.Assert {
			c.Unreached = s.missed
		}
		switch {
		case bugs[p]:
			c.Verdict, c.Reason = engine.Bug, s.stopped
			if c.Reason == "" {
				c.Reason = "only balanced schedules were looked at"
			}
		case p == engine.Deadlock:
			c.Verdict, c.Reason, c.Bounds = engine.Unknown, "engine kiss does not decide deadlock", engine.Bounds{}
		case len(s.unsup) > 0:
			c.Verdict, c.Reason = engine.Unknown, "unsupported: "+s.unsup[0]
		case s.last == 0:
			c.Verdict, c.Reason, c.Bounds = engine.Unknown, s.stopped, engine.Bounds{}
		case s.vacuous && len(res.Findings) == 0:
			c.Verdict, c.Reason = engine.Unknown, "no execution comes to an end or to a bound: the assumptions contradict one another"
		default:
			c.Verdict, c.Reason = engine.Bounded, s.stopped
		}
		res.Claims = append(res.Claims, c)
	}
	return res
}
