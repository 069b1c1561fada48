package lockset

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/transform/pair"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// fields says, of what is left and what is proved, which is which: by the names that memory has in the source. A name is proved if every pair of accesses that one of its own is
// in is, whatever the other goes by.
func (s *search) fields() (out []verdict.Field) {
	open := map[string]int{}
	given := map[string]bool{}
	seen := map[string]bool{}
	for _, l := range s.left {
		f := s.failure(l)
		for i, a := range []*pair.Access{l.first, l.second} {
			name := s.nameOf(a)
			if key := name + " " + f.Key(); l.kinds[i].Func != s.most.Memory && s.atCall(a) == "" && !seen[key] {
				seen[key] = true
				open[name]++
				given[name] = given[name] || l.kinds[1-i].Func == s.most.Memory
			}
		}
	}
	names := map[string]bool{}
	for i, x := range s.threads.Kinds {
		for _, y := range s.threads.Kinds[i:] {
			for _, a := range s.threads.Meeting(x, y) {
				if x.Func != s.most.Memory && s.atCall(a) == "" {
					names[s.nameOf(a)] = true
				}
			}
			for _, a := range s.threads.Meeting(y, x) {
				if y.Func != s.most.Memory && s.atCall(a) == "" {
					names[s.nameOf(a)] = true
				}
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		f := verdict.Field{Name: name, Status: verdict.ProvedApart, Races: open[name]}
		if open[name] > 0 {
			f.Status = verdict.NotProved
		}
		if given[name] {
			f.Reason = "within reach of " + strings.Join(s.most.Names, ", ") + ", which nothing defines"
		}
		out = append(out, f)
	}
	return out
}

// nameOf is what the memory of an access is called.
func (s *search) nameOf(a *pair.Access) string {
	switch {
	case a.Field != "":
		return a.Field
	case a.Name != "":
		return a.Name
	}
	return fmt.Sprintf("memory at %s:%d", filepath.Base(a.Pos.File), a.Pos.Line)
}
