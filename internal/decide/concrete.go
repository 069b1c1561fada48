package decide

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/encode"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/solve"
	"github.com/heddle-dev/heddle/internal/trace"
	"github.com/heddle-dev/heddle/internal/transform"
	"github.com/heddle-dev/heddle/internal/transform/slice"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Questions about sliced threads: a failure of theirs is one of the program only if its path is one with every access made again (slice.Path), and the judge follows it.

// ErrPath says that the path of a trace of sliced threads could not be followed. Then nothing is known: the whole threads have to be asked.
var ErrPath = errors.New("a trace of sliced threads could not be followed")

// Sliced is threads of which some memory was left out.
type Sliced struct {
	*Threads
	whole   *Threads
	fields  *slice.Fields
	tracked []bool
	asked   slice.Asked
}

// Slice leaves out what is not tracked.
func (t *Threads) Slice(ctx context.Context, s *slice.Fields, tracked []bool, asked slice.Asked, step func(string, *ir.Program) error) (*Sliced, error) {
	w, err := t.Run(ctx, []transform.Pass{slice.Pass(s, tracked, asked)}, step)
	if err != nil {
		return nil, err
	}
	c := *t
	c.Work, c.segments = w, nil
	return &Sliced{Threads: &c, whole: t, fields: s, tracked: slices.Clone(tracked), asked: asked}, nil
}

// Spurious says why a failure of sliced threads is none of the program: these fields, tracked, show it. Or why that is not known: its path leads through summaries of these loops.
type Spurious struct {
	Fields []int
	Loops  []ir.ID
	Terms  int      // of the formula of the path
	Path   *Refuted // nil: it leads through summaries
}

// Close ends the solver of its path.
func (s *Spurious) Close() {
	if s != nil && s.Path != nil {
		s.Path.Close()
	}
}

// Concrete decides one check of sliced threads. It enters a failure of the program, or finds fields to be tracked, or neither if the check cannot fail. more is fields that will be tracked anyway.
func (q *Questions) Concrete(ctx context.Context, s *Sliced, i int, more []int) (*Spurious, error) {
	st, given, err := q.fails(ctx, i, nil)
	if err != nil || st != solve.Sat {
		return nil, err
	}
	m, given := q.undisturbed(ctx, i, q.Model(), given)
	f, why, err := q.along(ctx, s, i, m, more)
	if f == nil || err != nil {
		return why, err
	}
	if short := q.shorten(ctx, i, m, given); short != m {
		if better, not, err := q.along(ctx, s, i, short, nil); err == nil && better != nil {
			f = better
		} else {
			not.Close()
		}
	}
	q.Found.Enter(*f)
	return nil, nil
}

// Races decides a check of sliced threads about races: it enters those of the program, until there are no others or it finds fields to be tracked.
func (q *Questions) Races(ctx context.Context, s *Sliced, i int, more []int) (*Spurious, error) {
	for {
		var other []logic.Term
		if races, ok := q.Seq.Races.Others(q.Formula.Checks[i].Assert.ID); ok {
			other = []logic.Term{q.any(races)}
		}
		st, other, err := q.fails(ctx, i, other)
		if err != nil || st != solve.Sat {
			return nil, err
		}
		m, given := q.undisturbed(ctx, i, q.Model(), other)
		f, why, err := q.along(ctx, s, i, m, more)
		if f == nil || err != nil {
			return why, err
		}
		if short := q.shorten(ctx, i, m, given); short != m {
			if better, not, err := q.along(ctx, s, i, short, nil); err == nil && better != nil {
				f, m = better, short
			} else {
				not.Close()
			}
		}
		q.Found.Enter(*f)
		seq, err := q.Formula.Trace(m, q.Formula.Checks[i].Assert.ID)
		if err != nil || !q.Seq.Races.Shown(seq) {
			return nil, err
		}
	}
}

// undisturbed gives a model of check i, under the assumptions but, in which no turn begins while a lock is held some of whose operations were left out, and assumptions that say so too; or m and but themselves. The operations that were left out are made
// when their thread goes on (slice.Path), and would have to wait for the lock then.
func (q *Questions) undisturbed(ctx context.Context, i int, m *solve.Model, but []logic.Term) (*solve.Model, []logic.Term) {
	free, disturbed := slices.Clone(but), false
	for _, c := range q.Formula.Checks {
		if c.Assert.Kind == transform.Busy {
			free, disturbed = append(free, q.Formula.B.Not(c.Fails)), disturbed || m.Bool(c.Fails)
		}
	}
	if !disturbed {
		return m, free
	}
	ctx, cancel := budget.Within(ctx, leastShorten)
	defer cancel()
	if st, err := q.feasibleWith(ctx, i, free); err == nil && st == solve.Sat {
		return q.Model(), free
	}
	return m, but
}

// along looks for an execution of the program along the path of a model.
func (q *Questions) along(ctx context.Context, s *Sliced, i int, m *solve.Model, more []int) (f *verdict.Finding, why *Spurious, err error) {
	why, err = q.path(ctx, s, i, m, more, func(on *Questions, c encode.Check) error {
		r, err := on.replay(c, on.Model())
		if err != nil {
			return err
		}
		shown, err := on.finding(c, r)
		f = &shown
		return err
	})
	return f, why, err
}

// path puts the path of a model together with every access made. If an execution takes it, is gets the questions about the path, of which the check has a model; if not, the answer says why; with
// no fields if the ones that will be tracked anyway show it.
func (q *Questions) path(ctx context.Context, s *Sliced, i int, m *solve.Model, more []int, is func(*Questions, encode.Check) error) (*Spurious, error) {
	seq, err := q.Formula.Trace(m, q.Formula.Checks[i].Assert.ID)
	if err != nil {
		return nil, err
	}
	t, err := q.work.BackTo("slice", seq)
	if err != nil {
		return nil, err
	}
	r, err := s.follow(ctx, t, slice.Exact)
	if err != nil {
		return nil, err
	}
	why := &Spurious{Terms: r.problem.Formula.B.NumTerms(), Path: r.Refuted}
	refuted := false // then it is the caller's
	defer func() {
		if !refuted {
			r.Close()
		}
	}()
	tracked := func(f int) bool { return s.tracked[f] }
	if len(more) > 0 {
		if refuted, err = r.by(ctx, func(f int) bool { return tracked(f) || slices.Contains(more, f) }); err != nil {
			return nil, err
		} else if refuted {
			return why, nil
		}
	}
	all := func(int) bool { return true }
	if refuted, err = r.by(ctx, all); err != nil {
		return nil, err
	}
	loops := s.whole.passed(r.path)
	if !refuted && len(loops) > 0 {
		return &Spurious{Loops: loops}, nil
	}
	if !refuted {
		if err := is(&Questions{Problem: r.problem, Session: r.session, Bounds: q.Bounds, Found: q.Found}, r.check); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrPath, err)
		}
		return nil, nil
	}
	among := all
	if s.asked.Raced != nil { // if locks can keep accesses apart, it will be they that do
		locks := func(f int) bool { return tracked(f) || s.fields.Ghost(f) }
		if enough, err := r.by(ctx, locks); err != nil {
			return nil, err
		} else if enough {
			among = locks
		}
	}
	if why.Fields, err = r.fewest(ctx, tracked, among); err != nil {
		refuted = false
		return nil, err
	}
	if len(why.Fields) > 0 {
		return why, nil
	}
	if err := s.elsewhere(ctx, t, why); err != nil {
		refuted = false
		return nil, err
	}
	if len(why.Fields) == 0 && len(loops) > 0 { // what the summaries left open may have led there
		refuted = false
		return &Spurious{Loops: loops}, nil
	}
	return why, nil
}

// trail is the path of a trace as a formula in which its check fails.
type trail struct {
	*Refuted
	path    *slice.Path
	problem *Problem
	check   encode.Check
}

// follow puts every access back along a trace.
func (s *Sliced) follow(ctx context.Context, t trace.Trace, fit slice.Fit) (*trail, error) {
	path, err := s.fields.Along(t, s.tracked, s.asked, fit)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrPath, err)
	}
	work, err := s.whole.Run(ctx, []transform.Pass{{Name: "path", Run: func(context.Context, *transform.Work) (*transform.Output, error) {
		return &transform.Output{Program: path.Program, Back: path.Back}, nil
	}}}, nil)
	if err != nil {
		return nil, err
	}
	p, err := s.whole.Encode(ctx, work)
	if err != nil {
		return nil, err
	}
	r := &trail{Refuted: &Refuted{bits: map[int]logic.Term{}}, path: path, problem: p}
	r.check = r.take(p, path)
	if r.session, err = p.task.Open(ctx, p.Formula.B); err != nil {
		return nil, err
	}
	for _, cond := range append(r.check.Path.Conds(), r.check.Fails) {
		if err := r.session.Assert(cond); err != nil {
			r.Close()
			return nil, err
		}
	}
	return r, nil
}

// elsewhere finds the fields that show of a trace that an access of it is elsewhere: in the slice it is of an object that is not there.
func (s *Sliced) elsewhere(ctx context.Context, t trace.Trace, why *Spurious) error {
	r, err := s.follow(ctx, t, slice.AsSliced)
	if err != nil {
		return err
	}
	all := func(int) bool { return true }
	refuted, err := r.by(ctx, all)
	if err == nil && refuted {
		why.Fields, err = r.fewest(ctx, func(f int) bool { return s.tracked[f] }, all)
	}
	if err != nil || len(why.Fields) == 0 {
		r.Close()
		return err
	}
	why.Path.Close()
	why.Path = r.Refuted
	return nil
}

// passed is the loops whose summaries a path leads through. If values come out of some of them, the others are left alone for now: they may not matter.
func (t *Threads) passed(path *slice.Path) (out []ir.ID) {
	var ends []ir.ID // of these nothing matters but that they end
	for in := range path.Program.Funcs[0].Instrs() {
		if _, ok := in.(*ir.Havoc); !ok || in.Base().ID >= t.Program.NextID {
			continue
		}
		head := t.Original(in.Base().ID)
		matters, ok := t.loops[head]
		switch {
		case !ok:
		case matters && !slices.Contains(out, head):
			out = append(out, head)
		case !slices.Contains(ends, head):
			ends = append(ends, head)
		}
	}
	if len(out) == 0 {
		return ends
	}
	return out
}
