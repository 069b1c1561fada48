package rounds

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/analysis/reach"
	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/decide"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform"
	"github.com/heddle-dev/heddle/internal/transform/sequence"
	"github.com/heddle-dev/heddle/internal/transform/slice"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// search is what is known so far.
type search struct {
	decide.Known
	req       *engine.Request
	task      *decide.Task
	cover     bool            // find out what executions reach, and which bounds they hit
	threads   *decide.Threads // of the last rung
	lowered   *decide.Threads // of the last rung that was decided
	last      step            // the last rung completed
	alone     bool            // no execution of the last rung starts one of the program's threads
	covered   bool            // the last rung's rounds cover all schedules
	doubt     string          // why a rung that found nothing proves nothing
	stray     string          // why nothing is known of memory errors
	undecided string          // why a rung that found no deadlock says nothing about them
	note      string
	open      int // checks of the last rung that had not failed before it
	sliced    map[verdict.Property]*sliced
	large     map[verdict.Property]bool // slices had most of the program
	added     map[string][]string       // what refinement added, by group
	gaveUp    []string                  // why groups were decided on the whole threads
	shown     sequence.Shown            // races of the last rung
	fields    *slice.Fields             // of the whole threads, if they are sliced; nil: they are not
	loops     *slice.Loops              // that can be summarized; nil: not looked for yet
	unrolled  map[ir.ID]bool            // those that turned out to matter
	short     *part                     // threads of this rung in which loops were summarized, and that assertions were decided on; nil: there are none
	long      map[verdict.Property]*view
}

func newSearch(ctx context.Context, req *engine.Request) *search {
	return &search{Known: decide.Known{Start: budget.Spent(ctx), Found: decide.Found{Tell: req.Found}}, req: req, task: req.Task()}
}

func (s *search) bounds(rung step) verdict.Bounds {
	return s.Within(verdict.Bounds{Rounds: rung.rounds, Unwind: rung.unwind}, s.req.Bounds)
}

// say reports progress.
func (s *search) say(rung step, what string) {
	if s.req.Progress != nil {
		s.req.Progress(fmt.Sprintf("rounds: K=%d U=%d: %s", rung.rounds, rung.unwind, what))
	}
}

// ask asks about the user's checks at a rung: on slices, and what those do not decide of the whole threads, for which it returns the questions; nil if nothing is left.
func (s *search) ask(ctx context.Context, rung step, scout int) (*decide.Threads, *decide.Questions, error) {
	threads, err := s.unfold(ctx, rung, scout)
	if err != nil {
		return nil, nil, err
	}
	sl, err := s.slice(ctx, rung, threads, scout != 0)
	if s.open = len(sl.decided) + len(sl.regions); err != nil || sl.all {
		return threads, nil, err
	}
	q, err := s.askWhole(ctx, rung, threads, sl)
	return threads, q, err
}

// askWhole asks about those of the user's checks that are not decided.
func (s *search) askWhole(ctx context.Context, rung step, threads *decide.Threads, sl *slicing) (*decide.Questions, error) {
	problem, err := s.encode(ctx, rung, threads, sl)
	if err != nil {
		return nil, err
	}
	s.say(rung, "solving")
	q, err := decide.Ask(ctx, problem, &s.Found, s.bounds(rung), s.Start)
	if err != nil {
		return nil, err
	}
	q.Decided, q.Open = func(a *ir.Assert) bool {
		return verdict.Kind(a.Kind).Property() == verdict.Assert && sl.decided[placeOf(a)]
	}, s.open
	q.Told = func(decided, all int) { s.say(rung, fmt.Sprintf("solving, %d of %d checks decided", decided, all)) }
	if err := q.Users(ctx); err != nil {
		q.Close()
		return nil, err
	}
	return q, nil
}

// scout looks for bugs that show within a few iterations of every loop, also of those whose length is known. It claims nothing.
func (s *search) scout(ctx context.Context, rung step) error {
	_, q, err := s.ask(ctx, rung, rung.unwind)
	if err != nil || q == nil {
		return err
	}
	return q.Close()
}

// climb decides every check at one rung. done says that higher rungs cannot show more.
func (s *search) climb(ctx context.Context, rung step) (done bool, err error) {
	most, cancel := s.Found.Time(ctx, s.req.Properties...)
	defer cancel()
	if err := most.Err(); err != nil {
		return false, err
	}
	threads, q, err := s.ask(most, rung, 0)
	if err != nil {
		return false, err
	}
	if q != nil {
		defer q.Close()
		s.open = q.Open
	}
	if s.open == 0 && s.allFailed() {
		return true, nil // nothing is left to say
	}
	ctx, cancel = s.Found.Time(ctx, s.req.Properties...)
	defer cancel()
	if err := s.settle(ctx, rung, threads, q); err != nil {
		return false, err
	}
	s.last, s.doubt, s.stray, s.lowered = rung, threads.Doubt, cmp.Or(s.stray, threads.Stray), threads
	if q != nil {
		s.undecided = q.Seq.Undecided
	}
	s.covered = s.cover && sequence.Covers(threads.Program, threads.Options(), rung.rounds)
	if s.Reached != nil {
		cov := reach.Of(s.req.Program, s.Reached)
		s.alone = cov.Threads == 0 && cov.Starts.All > 0 && len(s.Hit) > 0
	}
	if err := s.look(ctx, rung); err != nil {
		return false, err
	}
	return s.complete() || s.lacks(), nil
}

// complete reports whether higher bounds show nothing more, of any property.
func (s *search) complete() bool {
	return !slices.ContainsFunc(s.req.Properties, func(p verdict.Property) bool {
		v := s.view(p)
		return len(v.hit) > 0 || !v.covered
	})
}

// settle finds out what bounds cut off and what executions reach: from the questions about the whole threads, or without them if all checks were decided on slices.
func (s *search) settle(ctx context.Context, rung step, threads *decide.Threads, q *decide.Questions) error {
	if q == nil {
		if s.cover {
			if known, err := s.light(ctx, rung, threads); known || err != nil {
				return err
			}
		}
		problem, err := s.encode(ctx, rung, threads, &slicing{})
		if err != nil {
			return err
		}
		if q, err = decide.Ask(ctx, problem, &s.Found, s.bounds(rung), s.Start); err != nil {
			return err
		}
		defer q.Close()
	}
	at := fmt.Sprintf("rounds: K=%d U=%d", rung.rounds, rung.unwind)
	if !s.cover {
		return s.SettleRuns(ctx, q, at)
	}
	return s.Settle(ctx, q, at)
}

// exhausted reports whether assertions are all that is asked about, and each of them is known to fail.
func (s *search) exhausted() bool {
	if len(s.Found.List) == 0 || len(s.req.Properties) != 1 || s.req.Properties[0] != verdict.Assert {
		return false
	}
	for _, in := range s.req.Program.Instrs() {
		if a, ok := in.(*ir.Assert); ok && !s.Found.Has(a) {
			return false
		}
	}
	return true
}

// allFailed reports whether every property has a finding.
func (s *search) allFailed() bool {
	bugs := s.Bugs()
	for _, p := range s.req.Properties {
		if !bugs[p] {
			return false
		}
	}
	return true
}

// result is the answer so far.
func (s *search) result() *engine.Result {
	res := &engine.Result{Reached: s.Reached}
	if s.note != "" {
		res.Notes = append(res.Notes, s.note)
	}
	for _, why := range s.gaveUp {
		res.Notes = append(res.Notes, "note: rounds: "+why)
	}
	res.Notes = append(res.Notes, s.Sizes...)
	res.Findings = slices.Clone(s.Found.List)
	bugs := s.Bugs()
	for _, p := range s.req.Properties {
		c := verdict.Claim{Property: p, BoundsHit: s.view(p).hit, Slicing: s.sliced[p].report()}
		if p == verdict.Assert {
			c.Unreached = s.Missed
		}
		c.Bounds = s.bounds(s.last)
		switch {
		case bugs[p]:
			c.Verdict, c.Reason = verdict.Bug, s.Stopped
			if c.Reason == "" && s.Found.Left {
				c.Reason = decide.ErrEnough.Error()
			}
		case s.missing(p) != "":
			c.Verdict, c.Cause, c.Reason = verdict.Unknown, verdict.Obstacle, s.missing(p)
		case p == verdict.Deadlock && s.undecided != "":
			c.Verdict, c.Reason = verdict.Unknown, s.undecided
		case len(s.Unsupported) > 0:
			c.Verdict, c.Cause, c.Reason = verdict.Unknown, verdict.Obstacle, "unsupported: "+s.Unsupported[0]
		case s.last.rounds == 0:
			c.Verdict, c.Cause, c.Reason, c.Bounds = verdict.Unknown, s.Cause, s.Stopped, verdict.Bounds{}
			if c.Reason == "" {
				c.Reason = "no bound was completed"
			}
		default:
			c.Verdict, c.Reason = s.safeVerdict(p, s.view(p))
			if c.Verdict == verdict.Unknown {
				c.Cause, c.Vacuous = verdict.Obstacle, s.Vacuous
			}
			if c.Verdict == verdict.Proved && p != verdict.Race {
				if at := s.lowered.Torn(bugs[verdict.Race]); at != "" {
					c.Verdict, c.Reason = verdict.Bounded, "a range of memory is taken as one step while another thread may use it, at "+at
				}
			}
		}
		res.Claims = append(res.Claims, c)
	}
	return res
}

// safeVerdict is PROVED where no bound was hit and the rounds cover every schedule, otherwise BOUNDED with what forbids PROVED, or UNKNOWN with what forbids that. What forbids more comes first.
func (s *search) safeVerdict(p verdict.Property, v *view) (verdict.Verdict, string) {
	switch {
	case s.Vacuous:
		within := ""
		if s.Runs && !s.covered {
			if within = "1 round"; s.last.rounds > 1 {
				within = fmt.Sprintf("%d rounds", s.last.rounds)
			}
		}
		return verdict.Unknown, reach.Contradicted(s.req.Program, s.Reached, within)
	case p == verdict.Memory && s.stray != "":
		return verdict.Unknown, s.stray
	case s.Stopped != "":
		return verdict.Bounded, s.Stopped
	case len(v.hit) > 0:
		return verdict.Bounded, ""
	case !v.covered:
		return verdict.Bounded, "more rounds could show other schedules"
	case s.doubt != "":
		return verdict.Bounded, s.doubt
	}
	for _, a := range s.req.Program.Assumed {
		if a.ForbidsProved {
			return verdict.Bounded, a.Text
		}
	}
	return verdict.Proved, ""
}

// sequentialize makes one thread of many, by the schedule that was asked for, or by the default where that does not take the program.
func (s *search) sequentialize(ctx context.Context, threads *transform.Work, opt sequence.Options) (seq *transform.Work, err error) {
	for _, schedule := range schedules {
		if schedule.name != s.req.Schedule {
			continue
		}
		if seq, err = threads.Run(ctx, []transform.Pass{schedule.pass(opt)}, s.req.Step); !errors.Is(err, sequence.ErrEager) {
			return seq, err
		}
		s.note = fmt.Sprintf("note: --schedule %s is used: %v", schedules[0].name, err)
	}
	return threads.Run(ctx, []transform.Pass{schedules[0].pass(opt)}, s.req.Step)
}
