package rounds

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/decide"
	"github.com/heddle-dev/heddle/internal/transform/sequence"
	"github.com/heddle-dev/heddle/internal/transform/slice"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// What the report says about slices.

// sliced is what slicing did so far for a property.
type sliced struct {
	verdict.Slicing
	used   map[string]bool // fields that some slice tracks which decided something
	missed map[string]bool // fields that the user's set lacks
}

// begin takes note of the threads of a rung.
func (s *search) begin(fields *slice.Fields, threads *decide.Threads) {
	if s.added == nil {
		s.added, s.sliced, s.large = map[string][]string{}, map[verdict.Property]*sliced{}, map[verdict.Property]bool{}
	}
	points := sequence.Points(threads.Program, threads.Options())
	for _, p := range s.req.Properties {
		if s.sliced[p] == nil {
			s.sliced[p] = &sliced{used: map[string]bool{}, missed: map[string]bool{}}
		}
		s.sliced[p].Fields, s.sliced[p].Points, s.sliced[p].Left = fields.Count, points, 0
	}
}

// decided takes note of a slice that decided something.
func (s *sliced) decided(fields *slice.Fields, g *group) {
	for f, tracked := range g.tracked[:fields.Count] {
		if tracked {
			s.used[fields.Names[f]] = true
		}
	}
}

// misses takes note of the fields that the user's set lacks, and reports whether there are any.
func (s *sliced) misses(fields *slice.Fields, why *decide.Spurious) bool {
	for _, f := range why.Fields {
		s.missed[fields.Names[f]] = true
	}
	return len(why.Fields) > 0
}

// missing says what the user's set of fields lacks for a property; empty: nothing.
func (s *search) missing(p verdict.Property) string {
	sl := s.sliced[p]
	if sl == nil || len(sl.missed) == 0 {
		return ""
	}
	what := "an assertion fails"
	if p == verdict.Race {
		what = "a race shows"
	}
	return fmt.Sprintf("%s if only %s is tracked, and not in the program; --track lacks %s", what, strings.Join(s.req.Track, ", "), strings.Join(slices.Sorted(maps.Keys(sl.missed)), ", "))
}

// lacks reports whether the user's set lacks fields for some property.
func (s *search) lacks() bool {
	return slices.ContainsFunc(s.req.Properties, func(p verdict.Property) bool { return s.missing(p) != "" })
}

// report is what the report says; nil: nothing was sliced.
func (s *sliced) report() *verdict.Slicing {
	if s == nil || s.Iterations == 0 {
		return nil
	}
	out := s.Slicing
	out.Tracked = slices.Sorted(maps.Keys(s.used))
	return &out
}
