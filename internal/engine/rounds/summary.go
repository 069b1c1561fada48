package rounds

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/analysis/reach"
	"github.com/heddle-dev/heddle/internal/decide"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/place"
	"github.com/heddle-dev/heddle/internal/transform/sequence"
	"github.com/heddle-dev/heddle/internal/transform/slice"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Iterations that assertions do not depend on. The threads that their slices are made of have summaries in the place of loops that only work on memory which the slices leave out (slice/loops.go). A loop is
// unrolled after all, also at higher bounds, as soon as a slice tracks what it accesses, or a failure is found behind its summary. So a failure that is reported went through no summary, and what cannot fail
// with the summaries cannot fail after any number of iterations.
//
// Then the bounds of these loops do not count for assertions, and more rounds than the shorter threads need show nothing more. The bounds that are left count if an execution of the program hits them. But the
// whole threads may come to fewer of them than the program does, as they stop where a loop is cut whose bound does not count. So those that they do not come to are asked of the shorter threads too.

// errUnroll says that a loop has to be unrolled.
var errUnroll = errors.New("a loop that was summarized matters")

// unroll takes note of loops that matter, and reports whether there are any.
func (s *search) unroll(loops []ir.ID) bool {
	for _, l := range loops {
		s.unrolled[l] = true
	}
	if sl := s.sliced[verdict.Assert]; sl != nil {
		sl.Unrolled = len(s.unrolled)
	}
	return len(loops) > 0
}

// summarized unfolds the program with summaries in the place of loops; if there are none, it is the whole.
func (s *search) summarized(ctx context.Context, rung step, whole *part, scouts bool) (*part, error) {
	if scouts {
		return whole, nil
	}
	if s.loops == nil {
		s.loops, s.unrolled = slice.FindLoops(s.req.Program, place.AllocSize), map[ir.ID]bool{}
		s.unroll(s.loops.Named(s.req.Track))
	}
	opt := s.task.Unfolding(rung.unwind, 0, s.cover)
	if opt.Summaries = s.loops.Summaries(s.unrolled); len(opt.Summaries) == 0 {
		return whole, nil
	}
	s.say(rung, "unfolding without loops")
	threads, err := s.lower(ctx, opt)
	if err != nil {
		return nil, err
	}
	if len(threads.Summarized()) == 0 {
		return whole, nil
	}
	met := s.loops.Met(threads.Summarized(), threads.Program, threads.Original)
	fields, ok := slice.Find(threads.Program, met)
	if !ok {
		return whole, nil
	}
	return &part{threads, fields, met}, nil
}

// view is what forbids a proof of a property: bounds that are hit, and too few rounds.
type view struct {
	hit     []string
	covered bool
}

// view is that of the whole threads, if no other is known.
func (s *search) view(p verdict.Property) *view {
	if v := s.long[p]; v != nil {
		return v
	}
	return &view{s.Hit, s.covered}
}

// look finds out which bounds count for assertions that were decided with summaries. If it cannot, those of the whole threads do.
func (s *search) look(ctx context.Context, rung step) error {
	s.long = nil
	if s.short == nil || len(s.Unsupported) > 0 {
		return nil
	}
	some, cancel := decide.Share(ctx, 4)
	defer cancel()
	marks := decide.MarksOf(s.Hit)
	err := s.cuts(some, rung, marks)
	over, err := spent(ctx, some, err)
	if over || errors.Is(err, decide.ErrPath) || errors.Is(err, errUnroll) || len(marks.Unsupported) > 0 {
		return nil
	}
	if err != nil {
		return err
	}
	bounds := decide.BoundsOf(s.short.threads)
	v := &view{covered: sequence.Covers(s.short.threads.Program, s.short.threads.Options(), rung.rounds)}
	for _, h := range slices.Concat(s.Hit, marks.Hit) {
		name, _, _ := strings.Cut(h, decide.Perhaps)
		if bounds[name] && !slices.Contains(v.hit, h) {
			v.hit = append(v.hit, h)
		}
	}
	slices.Sort(v.hit)
	s.long = map[verdict.Property]*view{verdict.Assert: v}
	s.sliced[verdict.Assert].Loops = len(s.short.threads.Summarized())
	return nil
}

// cuts is Fig. 3 for bounds of the shorter threads that the whole do not come to.
func (s *search) cuts(ctx context.Context, rung step, marks *decide.Marks) error {
	whole := s.short
	g := newReaching(s.short.fields, "which bounds are hit")
	s.again(s.short.fields, g)
	for {
		var open bool
		if g.asked.Aims, open = marks.Cuts(s.short.threads); !open {
			return nil
		}
		var spurious *decide.Spurious
		if loops := s.short.met.Touch(s.short.fields, g.tracked); len(loops) > 0 {
			spurious = &decide.Spurious{Loops: loops}
		} else {
			sliced, q, err := s.abstract(ctx, rung, s.short, g)
			if err != nil {
				return err
			}
			spurious, err = q.Come(ctx, sliced, marks, &reach.Set{})
			q.Close()
			spurious.Close()
			if err != nil || spurious == nil {
				return err
			}
		}
		if s.unroll(spurious.Loops) {
			p, err := s.summarized(ctx, rung, whole, false)
			if err != nil {
				return err
			}
			if p == whole { // no loop is left
				return errUnroll
			}
			s.short, g = p, newReaching(p.fields, g.key)
			s.again(p.fields, g)
		} else if !s.track(s.short.fields, g, spurious) {
			return errNoField
		}
	}
}

// newReaching begins with nothing tracked.
func newReaching(fields *slice.Fields, key string) *group {
	return &group{key: key, tracked: make([]bool, len(fields.Names))}
}
