package rounds

import (
	"context"
	"errors"
	"fmt"
	"maps"

	"github.com/heddle-dev/heddle/internal/decide"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform"
	"github.com/heddle-dev/heddle/internal/transform/sequence"
	"github.com/heddle-dev/heddle/internal/transform/slice"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Field slicing with refinement, the outer loop of STORM (Fig. 3). Assertions that read the same fields are decided together, on threads of which only those
// fields are left at first; races field by field, on threads of which only the accesses of that field are left, without their values. A failure there is followed on the whole threads; if it cannot happen, the fields that show it are tracked from then on, also at
// higher bounds.
//
// Where this differs from the paper:
//
//   - There is a set of fields for each group of checks, and not one for all: each is about a few fields, but all of them together may be about most.
//   - The state of locks is fields too, and so is which threads have ended.
//   - It begins with the fields that the assertions read, and not with none, and all groups with one round: most failures show there, and most of what K rounds need.
//   - Which bounds are hit, what is never reached and whether anything ends are questions about executions that exist: see light.go.
//   - Loops are left out before the threads are unfolded, for assertions: see summary.go.
//
// Deadlocks and invalid accesses are decided on the whole threads. docs/engines/rounds.md walks through an example.

// slicing is what slices decided.
type slicing struct {
	decided map[string]bool      // assertions, by their places in the source
	regions map[ir.RegionID]bool // those of the whole threads without other races than the ones found
	freed   map[ir.Object]bool   // the same of two frees
	all     bool                 // nothing else is asked
}

// part is threads that are sliced, and what can be left out of them.
type part struct {
	threads *decide.Threads
	fields  *slice.Fields
	met     *slice.Met // loops that were summarized; nil: none
}

// slice decides assertions and races on slices. What it does not decide, for whatever reason, is asked of the whole threads.
func (s *search) slice(ctx context.Context, rung step, threads *decide.Threads, scouts bool) (*slicing, error) {
	out := &slicing{decided: map[string]bool{}, regions: map[ir.RegionID]bool{}, freed: map[ir.Object]bool{}}
	s.fields, s.short, s.shown = nil, nil, sequence.Shown{}
	if s.req.Slice != sliceOn && s.req.Slice != sliceAuto || s.choosy() && rung.rounds == 1 {
		return out, nil
	}
	fields, ok := slice.Find(threads.Program, nil)
	if !ok || s.choosy() && fields.Count <= manyFields {
		return out, nil
	}
	s.fields, out.all = fields, true
	s.begin(fields, threads)
	whole := &part{threads: threads, fields: fields}
	for _, p := range s.req.Properties {
		switch {
		case s.large[p]:
			out.all = false
		case p == verdict.Assert:
			if err := s.sliceAsserts(ctx, rung, whole, out, scouts); err != nil {
				return out, err
			}
		case p == verdict.Race:
			races, every, err := s.races(threads, fields)
			if err != nil {
				return out, err
			}
			all := !s.intertwined(fields, races)
			if all {
				all, err = s.decideAll(ctx, rung, whole, races, out, scouts)
			}
			if err != nil {
				return out, err
			}
			out.all = out.all && every && all
		default:
			out.all = false
		}
	}
	return out, nil
}

// sliceAsserts decides assertions on threads in which loops that they do not seem to depend on were summarized. Whenever it turns out that one does matter, it is unrolled and what is left to decide begins anew.
func (s *search) sliceAsserts(ctx context.Context, rung step, whole *part, out *slicing, scouts bool) error {
	for {
		p, err := s.summarized(ctx, rung, whole, scouts)
		if err != nil {
			return err
		}
		all, err := s.decideAll(ctx, rung, p, s.assertions(p, out.decided), out, scouts)
		if errors.Is(err, errUnroll) {
			continue
		}
		if p.met != nil && all { // of what is decided on the whole threads, the bounds of all loops count
			s.short = p
		}
		out.all = out.all && all
		return err
	}
}

// decideAll decides groups of checks. all is false if some of them are left to the whole threads.
func (s *search) decideAll(ctx context.Context, rung step, p *part, groups []*group, out *slicing, scouts bool) (all bool, err error) {
	defer forget(groups)
	all = true
	for _, at := range s.passes(rung) {
		var decided []*group
		for n := len(groups); len(groups) > 0; {
			s.say(at, fmt.Sprintf("slicing, %d of %d sets of checks decided", n-len(groups), n))
			g := groups[0]
			if s.enough(ctx, g.property) {
				return all, nil
			}
			s.again(p.fields, g)
			if groups = groups[1:]; g.property == verdict.Race {
				groups = g.absorb(groups, p.fields)
			}
			some, cancel := decide.Share(ctx, 2) // most take little of it, and the whole threads more than any
			err := s.refine(some, at, p, g, at == rung)
			over, err := spent(ctx, some, err)
			cancel()
			switch {
			case err == nil:
				if decided = append(decided, g); at == rung {
					out.takes(g)
				}
				continue
			case errors.Is(err, errLarge):
				s.large[g.property] = true
				delete(s.sliced, g.property)
				return false, nil
			case errors.Is(err, decide.ErrPath) && !scouts: // where something was left out of the threads before, it says nothing
				s.gaveUp = append(s.gaveUp, err.Error())
			case !errors.Is(err, decide.ErrPath) && !over:
				return false, err
			}
			all = false
		}
		groups = decided
	}
	return all, nil
}

// takes takes over what was decided of a group.
func (sl *slicing) takes(g *group) {
	maps.Copy(sl.decided, g.places)
	for r := range g.regions {
		sl.regions[r] = true
	}
	maps.Copy(sl.freed, g.freed)
}

// passes is the bounds at which all groups are decided, one after another: one round, where threads run one after another and no switch has to be guessed, and then those of the rung. A trace of one round is a trace of more, so what it adds is needed anyway, and is found
// faster; and most failures show there, long before the others are ruled out.
func (s *search) passes(rung step) []step {
	if rung.rounds == 1 || len(s.req.Track) > 0 {
		return []step{rung}
	}
	return []step{{1, rung.unwind}, rung}
}

// enough reports whether the time for more failures of a property is over, once it has one.
func (s *search) enough(ctx context.Context, p verdict.Property) bool {
	some, cancel := s.Found.Time(ctx, p)
	defer cancel()
	over := some.Err() != nil && ctx.Err() == nil
	s.Found.Left = s.Found.Left || over
	return over
}

// spent tells the end of a share of the time from that of all of it: an error that comes of the latter says so.
func spent(ctx, share context.Context, err error) (over bool, _ error) {
	switch {
	case err == nil || !decide.Interrupted(share, err):
		return false, err
	case ctx.Err() != nil:
		return false, context.Cause(ctx)
	}
	return true, err
}

// refine is Fig. 3 for a group of checks. It ends when each of them either cannot fail or was seen to; if that is not the last word about them, also when no field shows why a trace is none of the program.
func (s *search) refine(ctx context.Context, rung step, p *part, g *group, last bool) error {
	for {
		if g.property == verdict.Race {
			s.lead(p.fields, g, manyCells)
		}
		if s.unroll(p.met.Touch(p.fields, g.tracked)) {
			return errUnroll
		}
		sliced, q, err := s.abstract(ctx, rung, p, g)
		if err != nil {
			return err
		}
		found := len(s.Found.List)
		spurious, left, err := s.fails(ctx, sliced, q, g)
		q.Close()
		if spurious != nil || last {
			s.sliced[g.property].Iterations++
		}
		if some := last && (spurious == nil || g.decides(left) || len(s.req.Track) > 0); some || len(s.Found.List) > found {
			s.sliced[g.property].decided(p.fields, g)
			g.added = nil // what decided something stays
		}
		switch {
		case err != nil || spurious == nil:
			return err
		case s.unroll(spurious.Loops):
			return errUnroll
		case len(s.req.Track) > 0 && s.sliced[g.property].misses(p.fields, spurious):
			return nil // it is undecided, and the report says so
		case len(s.req.Track) > 0 || !s.track(p.fields, g, spurious) && !s.lead(p.fields, g, 0):
			if last {
				return errNoField
			}
			return nil
		}
		if err := s.drop(ctx, p.fields, g, spurious.Fields); err != nil {
			return err
		}
	}
}

// errNoField says that a trace is none of the program, and no field shows it.
var errNoField = fmt.Errorf("%w: no field shows that it is none of the program", decide.ErrPath)

// errLarge says that a slice has so much of the program that asking about the whole takes no longer.
var errLarge = errors.New("most of the program matters")

// abstract makes the program of a slice, without threads, and a solver for it.
func (s *search) abstract(ctx context.Context, rung step, p *part, g *group) (*decide.Sliced, *decide.Questions, error) {
	g.look(p.fields)
	sliced, err := p.threads.Slice(ctx, p.fields, g.tracked, g.asked, s.req.Step)
	if err != nil {
		return nil, nil, err
	}
	opt := sliced.Options()
	left := transform.Found[*slice.Left](sliced.Work)
	opt.Rounds, opt.Sliced, opt.Memory, opt.Held, opt.Raced = rung.rounds, true, false, left.Held, left.Raced
	if g.property == verdict.Race {
		opt.Races = &sequence.RaceOptions{Watch: func(r ir.RegionID) bool { return g.regions[r] }, Frees: func(o ir.Object) bool { return g.freed[o] }, Shown: s.shown}
	}
	if sl := s.sliced[g.property]; sl != nil { // else it is about no check
		points := sequence.Points(sliced.Program, opt)
		n, all := size(sliced.Program), size(p.threads.Program)
		if g.made += n; s.choosy() && (g.made > worth*all || (points > sl.Points/worth || n > all/2) && (rung.rounds > 1 || sl.Points < manyPoints)) {
			return nil, nil, errLarge
		}
		sl.Left = max(sl.Left, points)
	}
	seq, err := s.sequentialize(ctx, sliced.Work, opt)
	if err != nil {
		return nil, nil, err
	}
	problem, err := sliced.Encode(ctx, seq)
	if err != nil {
		return nil, nil, err
	}
	q, err := decide.Ask(ctx, problem, &s.Found, s.bounds(rung), s.Start)
	return sliced, q, err
}

// fails asks about the checks of a slice. why is the fields that show of all that fail there, and not in the program, that they do not; nil: there are none. left is what may fail for all that is known; nil: not everything was asked.
func (s *search) fails(ctx context.Context, sliced *decide.Sliced, q *decide.Questions, g *group) (why *decide.Spurious, left *left, err error) {
	some, cancel := s.Found.Time(ctx, g.property)
	defer cancel()
	left = newLeft()
	for i, c := range q.Formula.Checks {
		if transform.Internal(c.Assert.Kind) || s.Found.Has(c.Assert) || verdict.Kind(c.Assert.Kind).Property() != g.property {
			continue
		}
		ask := q.Concrete
		if g.property == verdict.Race {
			ask = q.Races
		}
		var so []int
		if why != nil {
			so = why.Fields
		}
		spurious, err := ask(some, sliced, i, so)
		switch {
		case s.Found.Over(ctx, err, g.property) || ctx.Err() == nil && errors.Is(err, decide.ErrEnough):
			s.Found.Left = true // the time for more is over
			return nil, nil, nil
		case err != nil:
			return nil, nil, err
		case spurious == nil:
			continue
		case len(spurious.Loops) > 0:
			return spurious, nil, nil
		}
		why = &decide.Spurious{Fields: append(so, spurious.Fields...)}
		g.seen = append(g.seen, spurious.Path)
		if spurious.Terms > q.Formula.B.NumTerms() { // to follow another trace takes longer than to make the next slice
			return why, nil, nil
		}
		left.add(q, c.Assert)
	}
	return why, left, nil
}
