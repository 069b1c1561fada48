package rounds

import (
	"context"
	"slices"

	"github.com/heddle-dev/heddle/internal/transform/slice"
)

// Each trace that is none of the program adds the fewest fields that show it. But what one trace adds may be needed no more once another has added its own: the first trace is ruled out by those, too. So all traces of a refinement are
// kept, and whenever fields were added, others are dropped if without them every trace seen so far stays ruled out. The slice that decides has what is left. Locks stay, as they are what keeps accesses apart: dropped, they come back.
//
// It still ends: every trace adds a field, and what was dropped once and is added again stays. Nothing hangs on it but the size of slices; a slice with fewer fields has more executions.

// drop takes note of what a trace added, and stops tracking what is needed no more.
func (s *search) drop(ctx context.Context, fields *slice.Fields, g *group, more []int) error {
	for _, f := range more {
		if !slices.Contains(g.added, f) {
			g.added = append(g.added, f)
		}
	}
	for _, f := range slices.Clone(g.added) {
		if g.dropped[f] || f >= fields.Count || fields.Ghost(f) {
			continue
		}
		g.tracked[f] = false
		needed, err := g.needs(ctx)
		if err != nil {
			return err
		}
		if g.tracked[f] = needed; needed {
			continue
		}
		if g.dropped == nil {
			g.dropped = map[int]bool{}
		}
		g.dropped[f] = true
		g.added = slices.DeleteFunc(g.added, func(a int) bool { return a == f })
		s.added[g.key] = slices.DeleteFunc(s.added[g.key], func(name string) bool { return name == fields.Names[f] })
	}
	return nil
}

// needs reports whether some trace is not ruled out by what is tracked.
func (g *group) needs(ctx context.Context) (bool, error) {
	for _, r := range g.seen {
		if shown, err := r.By(ctx, g.tracked); err != nil || !shown {
			return true, err
		}
	}
	return false, nil
}

// forget ends the refinement of groups.
func forget(groups []*group) {
	for _, g := range groups {
		for _, r := range g.seen {
			r.Close()
		}
		g.seen, g.added, g.dropped = nil, nil, nil
	}
}
