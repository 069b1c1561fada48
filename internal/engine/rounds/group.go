package rounds

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/decide"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform"
	"github.com/heddle-dev/heddle/internal/transform/slice"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// What refinement has to remember: the assertions that are decided together, the fields that they turned out to need, and figures for the report.

const (
	sliceAuto = "auto"
	sliceOn   = "on"
	sliceOff  = "off"
)

// With --slice auto programs of more fields than this are sliced, from two rounds on, as long as a slice has not more than one switch point in worth of all of them: from there on the whole program takes no longer than a few slices
// (docs/engines/rounds.md). Nor more than half of the instructions: refinement takes two slices at least; nor all slices of a group together worth times the instructions. With one round it has no switches to choose, and is decided fast.
//
// The whole takes tens of seconds from manyPoints switch points on. There the last alone counts as long as groups are refined in one round: a failure that shows in one round shows in a few seconds.
const (
	manyFields = 16
	worth      = 4
	manyPoints = 800
)

// choosy reports whether to slice only what it pays for.
func (s *search) choosy() bool { return s.req.Slice == sliceAuto && len(s.req.Track) == 0 }

// size is the instructions of threads.
func size(p *ir.Program) (n int) {
	for _, f := range p.Funcs[:transform.Threads(p)] {
		for _, b := range f.Blocks {
			n += len(b.Instrs)
		}
	}
	return n
}

// group is checks that are decided together.
type group struct {
	property verdict.Property
	checks   map[ir.ID]bool       // assertions of the threads: true as long as they may fail
	places   map[string]bool      // of these, in the source
	regions  map[ir.RegionID]bool // in which races are looked for: true as long as there may be others than those found
	freed    map[ir.Object]bool   // of which races of two frees are looked for
	raced    int                  // how many accesses may race
	made     int                  // instructions of all its slices so far
	asked    slice.Asked
	key      string // names the group at all bounds
	tracked  []bool
	added    []int             // of these, what traces added in this refinement, in order
	dropped  map[int]bool      // what was added and then dropped
	seen     []*decide.Refuted // those traces
}

// assertions puts assertions together that read the same fields, but for those that are decided.
func (s *search) assertions(of *part, decided map[string]bool) (out []*group) {
	p, fields := of.threads.Program, of.fields
	var asserts []*ir.Assert
	reads := map[string][]int{} // by place in the source: copies of one assertion belong together
	for _, f := range p.Funcs[:transform.Threads(p)] {
		for in := range f.Instrs() {
			a, ok := in.(*ir.Assert)
			if !ok || transform.Internal(a.Kind) || verdict.Kind(a.Kind).Property() != verdict.Assert || s.Found.Has(a) || decided[placeOf(a)] {
				continue
			}
			asserts = append(asserts, a)
			reads[placeOf(a)] = append(reads[placeOf(a)], fields.Read(a)...)
		}
	}
	at := map[string]*group{}
	for _, a := range asserts {
		of := slices.Clone(reads[placeOf(a)])
		slices.Sort(of)
		of = slices.Compact(of)
		g := at[fmt.Sprint(of)]
		if g == nil {
			g = s.newGroup(fields, verdict.Assert, of)
			at[fmt.Sprint(of)] = g
			out = append(out, g)
		}
		g.checks[a.ID] = true
		g.places[placeOf(a)] = true
	}
	return out
}

// placeOf is where an assertion stands in the source.
func placeOf(a *ir.Assert) string { return a.Pos.Pos.String() }

// races makes a group of each field in which two threads may race, and one of the objects that two may free. all is false if there are regions that are no field.
func (s *search) races(threads *decide.Threads, fields *slice.Fields) (out []*group, all bool, err error) {
	regions, frees, err := threads.RaceRegions()
	if err != nil {
		return nil, false, err
	}
	all = true
	of := map[int]*group{}
	for _, r := range regions {
		f := fields.Of(r)
		if f < 0 {
			all = false
			continue
		}
		if of[f] == nil {
			of[f] = s.newRaces(fields, fields.Accesses(f))
			of[f].tracked[f] = fields.Scanned(f)
			out = append(out, of[f])
		}
		of[f].regions[r] = true
	}
	if len(frees) > 0 {
		g := s.newRaces(fields, len(frees))
		for _, fr := range frees {
			for _, o := range fr.Objects {
				g.freed[o] = true
			}
		}
		out = append(out, g)
	}
	return out, all, nil
}

// newRaces begins a group of accesses that may race. All such groups share what they turn out to need: most of it is pointers that lead to what is accessed, and locks.
func (s *search) newRaces(fields *slice.Fields, accesses int) *group {
	g := s.newGroup(fields, verdict.Race, nil)
	g.key, g.raced, g.freed = "races", accesses, map[ir.Object]bool{}
	g.asked.Freed, g.asked.Races = g.freed, true
	return g
}

// fewRaced is how many accesses are looked at together for races, whatever else a slice has.
const fewRaced = 64

// absorb takes some of the groups that follow a group of races into it, and gives the others. The paths of the threads and what is tracked are in each slice; with about as many accesses more it takes little longer. But what the solver has to do grows faster
// than their number, so not all are looked at together.
func (g *group) absorb(groups []*group, fields *slice.Fields) []*group {
	room := fewRaced - g.raced
	for f, tracked := range g.tracked[:fields.Count] {
		if tracked {
			room += fields.Accesses(f)
		}
	}
	for len(groups) > 0 && groups[0].raced <= room {
		more := groups[0]
		groups, room = groups[1:], room-more.raced
		g.join(more)
	}
	return groups
}

// join takes another group into this one, with what its refinement remembers.
func (g *group) join(more *group) {
	g.raced, g.made = g.raced+more.raced, max(g.made, more.made)
	maps.Copy(g.regions, more.regions)
	maps.Copy(g.freed, more.freed)
	for f, tracked := range more.tracked {
		g.tracked[f] = g.tracked[f] || tracked
	}
	for _, f := range more.added {
		if !slices.Contains(g.added, f) {
			g.added = append(g.added, f)
		}
	}
	if g.dropped == nil {
		g.dropped = map[int]bool{}
	}
	maps.Copy(g.dropped, more.dropped)
	g.seen, more.seen = append(g.seen, more.seen...), nil
}

// intertwined reports whether slices for races are not worth it: what says where accesses are made is too much of the program by itself.
func (s *search) intertwined(fields *slice.Fields, races []*group) bool {
	if !s.choosy() || len(races) == 0 {
		return false
	}
	g := s.newRaces(fields, 0)
	for _, r := range races {
		maps.Copy(g.regions, r.regions)
		maps.Copy(g.freed, r.freed)
	}
	s.lead(fields, g, 0)
	n, all := 0, 0
	for f, tracked := range g.tracked[:fields.Count] {
		if all += fields.Accesses(f); tracked {
			n += fields.Accesses(f)
		}
	}
	return n > all/worth
}

// manyCells is from how many cells on a region is an array. An access that may be anywhere in one makes a formula larger than the whole; of a few cells it does not.
const manyCells = 8

// lead tracks the fields that say where accesses of a group are made, in regions of at least so many cells, and reports whether any is new.
func (s *search) lead(fields *slice.Fields, g *group, cells int64) bool {
	if len(s.req.Track) > 0 {
		return false
	}
	g.look(fields)
	before := slices.Clone(g.tracked)
	fields.Lead(g.tracked, g.asked, cells)
	return !slices.Equal(before, g.tracked)
}

// left is what a slice did not decide.
type left struct {
	checks  map[ir.ID]bool
	regions map[ir.RegionID]bool
}

func newLeft() *left { return &left{map[ir.ID]bool{}, map[ir.RegionID]bool{}} }

// add takes note of a check of a slice that may fail.
func (l *left) add(q *decide.Questions, a *ir.Assert) {
	if a.Kind != string(verdict.KindRace) {
		l.checks[q.Seq.Back.Origin(a.ID)] = true
		return
	}
	for _, r := range q.Seq.Races.Regions(a.ID) {
		l.regions[r] = true
	}
}

// decides takes note of what is left, and reports whether anything was decided.
func (g *group) decides(l *left) (some bool) {
	if l == nil {
		return false
	}
	for c, open := range g.checks {
		g.checks[c] = open && l.checks[c]
		some = some || open && !l.checks[c]
	}
	for r, open := range g.regions {
		g.regions[r] = open && l.regions[r]
		some = some || open && !l.regions[r]
	}
	return some
}

// look takes note of the fields whose races are left to look for.
func (g *group) look(fields *slice.Fields) {
	g.asked.Raced = make([]bool, len(fields.Names))
	for r, open := range g.regions {
		if open {
			g.asked.Raced[fields.Of(r)] = true
		}
	}
	g.asked.Added = make([]bool, len(fields.Names))
	for _, f := range g.added {
		g.asked.Added[f] = true
	}
}

// newGroup begins with the fields that checks read, and what they needed at lower bounds.
func (s *search) newGroup(fields *slice.Fields, p verdict.Property, reads []int) *group {
	g := &group{property: p, checks: map[ir.ID]bool{}, places: map[string]bool{}, regions: map[ir.RegionID]bool{}, tracked: make([]bool, len(fields.Names))}
	g.asked = slice.Asked{Aims: func(a *ir.Assert) slice.Aim {
		if g.checks[a.ID] {
			return slice.Fails
		}
		return slice.Nothing
	}}
	var names []string
	for _, f := range reads {
		g.tracked[f] = true
		names = append(names, fields.Names[f])
	}
	g.key = strings.Join(names, " ")
	if len(s.req.Track) == 0 {
		s.again(fields, g)
		return g
	}
	if p == verdict.Assert {
		clear(g.tracked)
	}
	for _, name := range s.req.Track {
		for _, f := range fields.Lookup(name) {
			g.tracked[f] = true
			if all, ok := fields.Everywhere(f); ok {
				g.tracked[all] = true
			}
		}
	}
	return g
}

// again tracks what a group needed at lower bounds.
func (s *search) again(fields *slice.Fields, g *group) {
	for _, name := range s.added[g.key] {
		for _, f := range fields.Lookup(name) {
			g.tracked[f] = true
		}
	}
}

// track adds fields to those of a group, and reports whether any is new.
func (s *search) track(fields *slice.Fields, g *group, why *decide.Spurious) (more bool) {
	for _, f := range why.Fields {
		if !g.tracked[f] {
			g.tracked[f], more = true, true
			s.added[g.key] = append(s.added[g.key], fields.Names[f])
		}
	}
	return more
}
