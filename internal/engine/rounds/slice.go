package rounds

import (
	"context"
	"errors"
	"fmt"

	"github.com/heddle-dev/heddle/internal/decide"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform"
	"github.com/heddle-dev/heddle/internal/transform/sequence"
	"github.com/heddle-dev/heddle/internal/transform/slice"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Field slicing with refinement, the outer loop of STORM (Fig. 3). Assertions that read the same fields are decided together, on threads of which only those
// fields are left at first. A failure there is followed on the whole threads; if it cannot happen, the fields that show it are tracked from then on, also at
// higher bounds.
//
// Where this differs from the paper:
//
//   - There is a set of fields for each group of assertions, and not one for all: each assertion is about a few fields, but all of them together may be about most.
//   - The state of locks is fields too, and so is which threads have ended.
//   - It begins with the fields that the assertions read, and not with none.
//   - Which bounds are hit, what is never reached and whether anything ends is asked of the whole threads, as without slicing: these are questions about executions that
//     exist, which are easy to find.
//
// Races, deadlocks and invalid accesses are decided on the whole threads. docs/engines/rounds.md walks through an example.

// slice decides assertions on slices, and says which it decided. What it does not decide, for whatever reason, is asked of the whole threads.
func (s *search) slice(ctx context.Context, rung step, threads *decide.Threads, scouts bool) (decided map[ir.ID]bool, err error) {
	if !s.req.Wants(verdict.Assert) || s.req.Slice != sliceOn && s.req.Slice != sliceAuto {
		return nil, nil
	}
	fields, ok := slice.Find(threads.Program)
	if !ok || s.req.Slice == sliceAuto && len(s.req.Track) == 0 && fields.Count <= manyFields {
		return nil, nil
	}
	s.sliced.begin(fields, threads)
	decided = map[ir.ID]bool{}
	groups := s.groups(threads.Program, fields)
	for i, g := range groups {
		some, cancel := decide.Share(ctx, len(groups)-i+1)
		err := s.refine(some, rung, threads, fields, g)
		over := decide.Interrupted(some, err) && ctx.Err() == nil
		cancel()
		switch {
		case errors.Is(err, decide.ErrPath) && scouts: // something was left out of the threads before
		case errors.Is(err, decide.ErrPath):
			s.sliced.gaveUp = append(s.sliced.gaveUp, err.Error())
		case err != nil && !over:
			return decided, err
		case err == nil:
			for id := range g.checks {
				decided[id] = true
			}
		}
	}
	return decided, nil
}

// refine is Fig. 3 for a group of assertions. It ends when each of them either cannot fail or was seen to.
func (s *search) refine(ctx context.Context, rung step, threads *decide.Threads, fields *slice.Fields, g *group) error {
	for {
		sliced, q, err := s.abstract(ctx, rung, threads, fields, g)
		if err != nil {
			return err
		}
		spurious, err := s.fails(ctx, sliced, q)
		q.Close()
		switch {
		case err != nil || spurious == nil:
			return err
		case len(s.req.Track) > 0:
			s.sliced.misses(fields, spurious)
			return nil
		case !s.sliced.track(fields, g, spurious):
			return fmt.Errorf("%w: no field shows that it is none of the program", decide.ErrPath)
		}
	}
}

// abstract makes the program of a slice, without threads, and a solver for it.
func (s *search) abstract(ctx context.Context, rung step, threads *decide.Threads, fields *slice.Fields, g *group) (*decide.Sliced, *decide.Questions, error) {
	sliced, err := threads.Slice(ctx, fields, g.tracked, func(a *ir.Assert) bool { return g.checks[a.ID] }, s.req.Step)
	if err != nil {
		return nil, nil, err
	}
	opt := sliced.Options()
	opt.Rounds, opt.Sliced, opt.Memory = rung.rounds, true, false
	s.sliced.made(fields, g, sequence.Points(sliced.Program, opt))
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
func (s *search) fails(ctx context.Context, sliced *decide.Sliced, q *decide.Questions) (*decide.Spurious, error) {
	some, cancel := s.Found.Time(ctx, verdict.Assert)
	defer cancel()
	for i, c := range q.Formula.Checks {
		if transform.Internal(c.Assert.Kind) || s.Found.Has(c.Assert) {
			continue
		}
		bug, spurious, err := q.Concrete(some, sliced, i)
		if s.Found.Over(ctx, err, verdict.Assert) || ctx.Err() == nil && errors.Is(err, decide.ErrEnough) {
			s.Found.Left = true // the time for more is over
			return nil, nil
		}
		if err != nil || spurious != nil {
			return spurious, err
		}
		if bug != nil {
			s.Found.Enter(*bug)
		}
	}
	return nil, nil
}
