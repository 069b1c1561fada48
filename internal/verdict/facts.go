package verdict

import (
	"maps"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Facts are what is known about a program, by instruction, that engines may rely on. Whoever adds one vouches for it in every execution without
// invalid operations: a wrong fact makes wrong verdicts.
type Facts struct {
	// Private is accesses to memory that no other thread accesses while it is there.
	Private map[ir.ID]bool
	// Apart is pairs of accesses that cannot race, the smaller ID first.
	Apart map[[2]ir.ID]bool
	// Alone is accesses outside atomic sections that race with nothing, and would not if every access to the same memory were plain: no thread is ever about to make one while
	// another is about to make an access that conflicts with it. So they commute with whatever other threads do next.
	Alone map[ir.ID]bool
}

// IsPrivate reports whether no other thread can notice an access.
func (f *Facts) IsPrivate(id ir.ID) bool { return f != nil && f.Private[id] }

// IsAlone reports whether an access commutes with what other threads do.
func (f *Facts) IsAlone(id ir.ID) bool { return f != nil && (f.Private[id] || f.Alone[id]) }

// CannotRace reports whether two accesses never race.
func (f *Facts) CannotRace(a, b ir.ID) bool {
	return f != nil && (f.IsAlone(a) || f.IsAlone(b) || f.Apart[[2]ir.ID{min(a, b), max(a, b)}])
}

// With is the facts of both.
func (f *Facts) With(g *Facts) *Facts {
	switch {
	case f == nil:
		return g
	case g == nil:
		return f
	}
	out := &Facts{Private: map[ir.ID]bool{}, Apart: map[[2]ir.ID]bool{}, Alone: map[ir.ID]bool{}}
	for _, x := range []*Facts{f, g} {
		maps.Copy(out.Private, x.Private)
		maps.Copy(out.Apart, x.Apart)
		maps.Copy(out.Alone, x.Alone)
	}
	return out
}
