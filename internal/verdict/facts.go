package verdict

import "github.com/heddle-dev/heddle/internal/ir"

// Facts are what is known about a program, by instruction, that engines may rely on. Whoever adds one vouches for it in every execution without
// invalid operations: a wrong fact makes wrong verdicts.
type Facts struct {
	// Private is accesses to memory that no other thread accesses while it is there.
	Private map[ir.ID]bool
	// Apart is pairs of accesses that cannot race, the smaller ID first.
	Apart map[[2]ir.ID]bool
}

// IsPrivate reports whether no other thread can notice an access.
func (f *Facts) IsPrivate(id ir.ID) bool { return f != nil && f.Private[id] }

// CannotRace reports whether two accesses never race.
func (f *Facts) CannotRace(a, b ir.ID) bool {
	return f != nil && (f.Private[a] || f.Private[b] || f.Apart[[2]ir.ID{min(a, b), max(a, b)}])
}

// With is the facts of both.
func (f *Facts) With(g *Facts) *Facts {
	switch {
	case f == nil:
		return g
	case g == nil:
		return f
	}
	out := &Facts{Private: map[ir.ID]bool{}, Apart: map[[2]ir.ID]bool{}}
	for _, x := range []*Facts{f, g} {
		for id := range x.Private {
			out.Private[id] = true
		}
		for p := range x.Apart {
			out.Apart[p] = true
		}
	}
	return out
}
