package rounds

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/decide"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform"
	"github.com/heddle-dev/heddle/internal/transform/sequence"
	"github.com/heddle-dev/heddle/internal/transform/slice"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// What refinement has to remember: the assertions that are decided together, the fields that they turned out to need, and figures for the report.

const (
	sliceAuto = "auto"
	sliceOn   = "on"
	sliceOff  = "off"
)

// manyFields is the number of fields above which --slice auto slices: with 54 slices do not pay at three rounds, with 104 they begin to (docs/engines/rounds.md).
const manyFields = 64

// group is assertions that are decided together.
type group struct {
	checks  map[ir.ID]bool // of the lowered threads
	key     string         // names the group at all bounds
	tracked []bool
}

// groups puts assertions together that read the same fields.
func (s *search) groups(p *ir.Program, fields *slice.Fields) (out []*group) {
	var asserts []*ir.Assert
	reads := map[string][]int{} // by place in the source: copies of one assertion belong together
	for _, f := range p.Funcs[:transform.Threads(p)] {
		for in := range f.Instrs() {
			a, ok := in.(*ir.Assert)
			if !ok || transform.Internal(a.Kind) || verdict.Kind(a.Kind).Property() != verdict.Assert || s.Found.Has(a) {
				continue
			}
			asserts = append(asserts, a)
			at := a.Pos.Pos.String()
			reads[at] = append(reads[at], fields.Read(a)...)
		}
	}
	at := map[string]*group{}
	for _, a := range asserts {
		of := slices.Clone(reads[a.Pos.Pos.String()])
		slices.Sort(of)
		of = slices.Compact(of)
		g := at[fmt.Sprint(of)]
		if g == nil {
			g = s.newGroup(fields, of)
			at[fmt.Sprint(of)] = g
			out = append(out, g)
		}
		g.checks[a.ID] = true
	}
	return out
}

// newGroup begins with the fields that assertions read, and what they needed at lower bounds.
func (s *search) newGroup(fields *slice.Fields, reads []int) *group {
	g := &group{checks: map[ir.ID]bool{}, tracked: make([]bool, len(fields.Names))}
	if len(s.req.Track) > 0 {
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
	var names []string
	for _, f := range reads {
		g.tracked[f] = true
		names = append(names, fields.Names[f])
	}
	g.key = strings.Join(names, " ")
	for _, name := range s.sliced.added[g.key] {
		for _, f := range fields.Lookup(name) {
			g.tracked[f] = true
		}
	}
	return g
}

// sliced is what slicing did so far.
type sliced struct {
	verdict.Slicing
	added  map[string][]string // what refinement added, by group
	used   map[string]bool     // fields that some slice tracks
	gaveUp []string            // why groups were decided on the whole threads
	missed map[string]bool     // fields that the user's set lacks
}

// begin takes note of the threads of a rung.
func (s *sliced) begin(fields *slice.Fields, threads *decide.Threads) {
	if s.used == nil {
		s.added, s.used, s.missed = map[string][]string{}, map[string]bool{}, map[string]bool{}
	}
	s.Fields, s.Points, s.Left = fields.Count, sequence.Points(threads.Program, threads.Options()), 0
}

// made takes note of a slice.
func (s *sliced) made(fields *slice.Fields, g *group, points int) {
	s.Iterations++
	s.Left = max(s.Left, points)
	for f, tracked := range g.tracked[:fields.Count] {
		if tracked {
			s.used[fields.Names[f]] = true
		}
	}
}

// track adds fields to those of a group, and reports whether any is new.
func (s *sliced) track(fields *slice.Fields, g *group, why *decide.Spurious) (more bool) {
	for _, f := range why.Fields {
		if !g.tracked[f] {
			g.tracked[f], more = true, true
			s.added[g.key] = append(s.added[g.key], fields.Names[f])
		}
	}
	return more
}

// misses takes note of the fields that the user's set lacks.
func (s *sliced) misses(fields *slice.Fields, why *decide.Spurious) {
	for _, f := range why.Fields {
		s.missed[fields.Names[f]] = true
	}
}

// missing says what the user's set of fields lacks; empty: nothing.
func (s *sliced) missing(track []string) string {
	if len(s.missed) == 0 {
		return ""
	}
	return fmt.Sprintf("an assertion fails if only %s is tracked, and not in the program; --track lacks %s", strings.Join(track, ", "), strings.Join(slices.Sorted(maps.Keys(s.missed)), ", "))
}

// report is what the report says; nil: nothing was sliced.
func (s *sliced) report() *verdict.Slicing {
	if s.Iterations == 0 {
		return nil
	}
	out := s.Slicing
	out.Tracked = slices.Sorted(maps.Keys(s.used))
	return &out
}
