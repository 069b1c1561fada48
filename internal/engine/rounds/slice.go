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
//   - It begins with the fields that the assertions read, and not with none.
//   - Which bounds are hit, what is never reached and whether anything ends are questions about executions that exist: see light.go.
//
// Deadlocks, invalid accesses and races with what is freed are decided on the whole threads. docs/engines/rounds.md walks through an example.

// slicing is what slices decided.
type slicing struct {
	decided map[ir.ID]bool       // assertions of the lowered threads
	regions map[ir.RegionID]bool // those without other races than the ones found
	all     bool                 // nothing else is asked
}

// slice decides assertions and races on slices. What it does not decide, for whatever reason, is asked of the whole threads.
func (s *search) slice(ctx context.Context, rung step, threads *decide.Threads, scouts bool) (*slicing, error) {
	out := &slicing{decided: map[ir.ID]bool{}, regions: map[ir.RegionID]bool{}}
	s.fields, s.shown = nil, sequence.Shown{}
	if s.req.Slice != sliceOn && s.req.Slice != sliceAuto {
		return out, nil
	}
	fields, ok := slice.Find(threads.Program)
	if !ok || s.req.Slice == sliceAuto && len(s.req.Track) == 0 && fields.Count <= manyFields {
		return out, nil
	}
	s.fields = fields
	s.begin(fields, threads)
	groups, all, err := s.groups(threads, fields)
	if err != nil {
		return out, err
	}
	out.all = all
	for i, g := range groups {
		s.say(rung, fmt.Sprintf("slicing, %d of %d sets of checks decided", i, len(groups)))
		some, cancel := decide.Share(ctx, len(groups)-i+1)
		err := s.refine(some, rung, threads, fields, g)
		over, err := spent(ctx, some, err)
		cancel()
		switch {
		case err == nil:
			maps.Copy(out.decided, g.checks)
			maps.Copy(out.regions, g.regions)
			continue
		case errors.Is(err, decide.ErrPath) && !scouts: // where something was left out of the threads before, it says nothing
			s.gaveUp = append(s.gaveUp, err.Error())
		case !errors.Is(err, decide.ErrPath) && !over:
			return out, err
		}
		out.all = false
	}
	return out, nil
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

// groups is the checks that slices decide, and whether there are no others.
func (s *search) groups(threads *decide.Threads, fields *slice.Fields) (out []*group, all bool, err error) {
	all = true
	for _, p := range s.req.Properties {
		switch p {
		case verdict.Assert:
			out = append(out, s.assertions(threads.Program, fields)...)
		case verdict.Race:
			races, every, err := s.races(threads, fields)
			if err != nil {
				return nil, false, err
			}
			out, all = append(out, races...), all && every
		default:
			all = false
		}
	}
	return out, all, nil
}

// refine is Fig. 3 for a group of checks. It ends when each of them either cannot fail or was seen to.
func (s *search) refine(ctx context.Context, rung step, threads *decide.Threads, fields *slice.Fields, g *group) error {
	for {
		sliced, q, err := s.abstract(ctx, rung, threads, fields, g)
		if err != nil {
			return err
		}
		spurious, err := s.fails(ctx, sliced, q, g)
		q.Close()
		switch {
		case err != nil || spurious == nil:
			return err
		case len(s.req.Track) > 0:
			s.sliced[g.property].misses(fields, spurious)
			return nil
		case !s.track(fields, g, spurious):
			return errNoField
		}
	}
}

// errNoField says that a trace is none of the program, and no field shows it.
var errNoField = fmt.Errorf("%w: no field shows that it is none of the program", decide.ErrPath)

// abstract makes the program of a slice, without threads, and a solver for it.
func (s *search) abstract(ctx context.Context, rung step, threads *decide.Threads, fields *slice.Fields, g *group) (*decide.Sliced, *decide.Questions, error) {
	sliced, err := threads.Slice(ctx, fields, g.tracked, g.asked, s.req.Step)
	if err != nil {
		return nil, nil, err
	}
	opt := sliced.Options()
	opt.Rounds, opt.Sliced, opt.Memory = rung.rounds, true, false
	if len(g.regions) > 0 {
		opt.Races = &sequence.RaceOptions{Watch: func(r ir.RegionID) bool { return g.regions[r] }, Shown: s.shown}
	}
	s.sliced[g.property].made(fields, g, sequence.Points(sliced.Program, opt))
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

// fails asks about the checks of a slice, until one fails that does not in the program.
func (s *search) fails(ctx context.Context, sliced *decide.Sliced, q *decide.Questions, g *group) (*decide.Spurious, error) {
	some, cancel := s.Found.Time(ctx, g.property)
	defer cancel()
	for i, c := range q.Formula.Checks {
		if transform.Internal(c.Assert.Kind) || s.Found.Has(c.Assert) {
			continue
		}
		var spurious *decide.Spurious
		var err error
		if g.property == verdict.Race {
			spurious, err = q.Races(some, sliced, i)
		} else {
			spurious, err = q.Concrete(some, sliced, i)
		}
		if s.Found.Over(ctx, err, g.property) || ctx.Err() == nil && errors.Is(err, decide.ErrEnough) {
			s.Found.Left = true // the time for more is over
			return nil, nil
		}
		if err != nil || spurious != nil {
			return spurious, err
		}
	}
	return nil, nil
}
