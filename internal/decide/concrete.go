package decide

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/encode"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/solve"
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
	asked   func(*ir.Assert) bool
}

// Slice leaves out what is not tracked; asked says which checks stay. What executions reach cannot be asked of it.
func (t *Threads) Slice(ctx context.Context, s *slice.Fields, tracked []bool, asked func(*ir.Assert) bool, step func(string, *ir.Program) error) (*Sliced, error) {
	w, err := t.Run(ctx, []transform.Pass{slice.Pass(s, tracked, asked)}, step)
	if err != nil {
		return nil, err
	}
	c := *t
	c.Work, c.segments = w, nil
	return &Sliced{Threads: &c, whole: t, fields: s, tracked: slices.Clone(tracked), asked: asked}, nil
}

// Spurious says why a failure of sliced threads is none of the program: these fields, tracked, show it.
type Spurious struct{ Fields []int }

// Concrete decides one check of sliced threads. It finds a failure of the program, or fields to be tracked; neither says that the check cannot fail.
func (q *Questions) Concrete(ctx context.Context, s *Sliced, i int) (*verdict.Finding, *Spurious, error) {
	st, err := q.feasible(ctx, i)
	if err != nil || st != solve.Sat {
		return nil, nil, err
	}
	m := q.Model()
	f, why, err := q.along(ctx, s, i, m)
	if f == nil || err != nil {
		return nil, why, err
	}
	if short := q.shorten(ctx, i, m, nil); short != m {
		if better, _, err := q.along(ctx, s, i, short); better != nil && err == nil {
			f = better
		}
	}
	return f, nil, nil
}

// along looks for an execution of the program along the path of a model.
func (q *Questions) along(ctx context.Context, s *Sliced, i int, m *solve.Model) (*verdict.Finding, *Spurious, error) {
	seq, err := q.Formula.Trace(m, q.Formula.Checks[i].Assert.ID)
	if err != nil {
		return nil, nil, err
	}
	t, err := q.work.BackTo("slice", seq)
	if err != nil {
		return nil, nil, err
	}
	path, err := s.fields.Along(t, s.tracked, s.asked)
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %w", ErrPath, err)
	}
	work, err := s.whole.Run(ctx, []transform.Pass{{Name: "path", Run: func(context.Context, *transform.Work) (*transform.Output, error) {
		return &transform.Output{Program: path.Program, Back: path.Back}, nil
	}}}, nil)
	if err != nil {
		return nil, nil, err
	}
	p, err := s.whole.Encode(ctx, work)
	if err != nil {
		return nil, nil, err
	}
	return q.made(ctx, p, path)
}

// made asks whether the path with all its accesses can fail, and if not, why.
func (q *Questions) made(ctx context.Context, p *Problem, path *slice.Path) (*verdict.Finding, *Spurious, error) {
	c, bits, fields := checkOf(p, path)
	session, err := p.task.Open(ctx, p.Formula.B)
	if err != nil {
		return nil, nil, err
	}
	defer session.Close()
	for _, cond := range c.Path.Conds() {
		if err := session.Assert(cond); err != nil {
			return nil, nil, err
		}
	}
	if err := session.Assert(c.Fails); err != nil {
		return nil, nil, err
	}
	st, err := session.Check(ctx, bits...)
	if err != nil {
		return nil, nil, err
	}
	if st == solve.Sat {
		on := &Questions{Problem: p, Session: session, Bounds: q.Bounds, Found: q.Found}
		r, err := on.replay(c, session.Model())
		if err != nil {
			return nil, nil, fmt.Errorf("%w: %w", ErrPath, err)
		}
		f, err := on.finding(c, r)
		if err != nil {
			return nil, nil, fmt.Errorf("%w: %w", ErrPath, err)
		}
		return &f, nil, nil
	}
	core, err := smallest(ctx, session)
	if err != nil {
		return nil, nil, err
	}
	why := &Spurious{}
	for j, b := range bits {
		if slices.Contains(core, b) {
			why.Fields = append(why.Fields, fields[j])
		}
	}
	return nil, why, nil
}

// checkOf is the check of a path, and the bits of its fields.
func checkOf(p *Problem, path *slice.Path) (c encode.Check, bits []logic.Term, fields []int) {
	c = encode.Check{Assert: &ir.Assert{Meta: ir.Meta{ID: path.Check}}, Fails: p.Formula.B.False()}
	for _, k := range p.Formula.Checks {
		if k.Assert.ID == path.Check {
			c = k
		}
	}
	for f, id := range path.Bits {
		if id != 0 {
			bits, fields = append(bits, p.Formula.Value(id)), append(fields, f)
		}
	}
	return c, bits, fields
}

// smallest is a core of the last check of which nothing can be left out. What one core needs, a smaller one does.
func smallest(ctx context.Context, s Session) ([]logic.Term, error) {
	core := slices.Clone(s.Core())
	needed := map[logic.Term]bool{}
	for {
		i := slices.IndexFunc(core, func(t logic.Term) bool { return !needed[t] })
		if i < 0 {
			return core, nil
		}
		st, err := s.Check(ctx, slices.Delete(slices.Clone(core), i, i+1)...)
		switch {
		case err != nil:
			return nil, err
		case st == solve.Unsat:
			core = slices.Clone(s.Core())
		default:
			needed[core[i]] = true
		}
	}
}
