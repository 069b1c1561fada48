package decide

import (
	"context"
	"maps"
	"slices"

	"github.com/heddle-dev/heddle/internal/encode"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/solve"
	"github.com/heddle-dev/heddle/internal/transform/slice"
)

// Refuted is the path of a trace of sliced threads that no execution of the program takes, as a formula in which each field has a bit: whether its accesses are made. It is kept to be asked which fields show that.
type Refuted struct {
	session Session
	bits    map[int]logic.Term // by field; those that are tracked for good have none
}

// Close ends its solver.
func (r *Refuted) Close() error { return r.session.Close() }

// take reads the bits of a path off its formula, and gives its check.
func (r *Refuted) take(p *Problem, path *slice.Path) encode.Check {
	for f, id := range path.Bits {
		if id != 0 {
			r.bits[f] = p.Formula.Value(id)
		}
	}
	for _, c := range p.Formula.Checks {
		if c.Assert.ID == path.Check {
			return c
		}
	}
	return encode.Check{Assert: &ir.Assert{Meta: ir.Meta{ID: path.Check}}, Fails: p.Formula.B.False()}
}

// By reports whether the fields that are tracked show that no execution takes the path.
func (r *Refuted) By(ctx context.Context, tracked []bool) (bool, error) {
	return r.by(ctx, func(f int) bool { return tracked[f] })
}

func (r *Refuted) by(ctx context.Context, tracked func(field int) bool) (bool, error) {
	var made []logic.Term
	for _, f := range r.fields() {
		if tracked(f) {
			made = append(made, r.bits[f])
		}
	}
	st, err := r.session.Check(ctx, made...)
	return st == solve.Unsat, err
}

func (r *Refuted) fields() []int { return slices.Sorted(maps.Keys(r.bits)) }

// fewest is fields that have to be tracked besides others to show it, of which none can be left out, among some that do.
func (r *Refuted) fewest(ctx context.Context, tracked, among func(field int) bool) ([]int, error) {
	var rest []int // not known to be needed
	for _, f := range r.fields() {
		if !tracked(f) && among(f) {
			rest = append(rest, f)
		}
	}
	core := func() {
		core := r.session.Core()
		rest = slices.DeleteFunc(rest, func(f int) bool { return !slices.Contains(core, r.bits[f]) })
	}
	if _, err := r.by(ctx, func(f int) bool { return tracked(f) || slices.Contains(rest, f) }); err != nil {
		return nil, err
	}
	core()
	var needed []int
	for len(rest) > 0 {
		f := rest[0]
		rest = rest[1:]
		shown, err := r.by(ctx, func(g int) bool { return tracked(g) || slices.Contains(rest, g) || slices.Contains(needed, g) })
		switch {
		case err != nil:
			return nil, err
		case shown:
			core()
		default:
			needed = append(needed, f)
		}
	}
	slices.Sort(needed)
	return needed, nil
}
