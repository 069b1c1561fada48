package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/source"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Findings with one root cause. A lock that is missing in two functions shows as a race for every pair of lines in them; one trace explains all. So
// the text report shows the first finding of each kind about one object in the same functions, and names the others below it. JSON keeps every
// trace and says which belong together.

// leaders is, for each finding, the first one with the same cause: itself, if there is none before it.
func (r *Report) leaders() []int {
	first := map[string]int{}
	out := make([]int, len(r.Findings))
	for i := range r.Findings {
		f := &r.Findings[i]
		out[i] = i
		if f.Object == "" || f.Suppressed != nil {
			continue
		}
		key := strings.Join(append([]string{string(f.Kind), f.Object}, f.functions()...), "\x00")
		if j, ok := first[key]; ok {
			out[i] = j
		} else {
			first[key] = i
		}
	}
	return out
}

// functions are those that take part, sorted: of a race the two of its accesses, otherwise the one that fails.
func (f *Finding) functions() []string {
	places := []source.Pos{f.Location.Pos}
	if f.Kind == verdict.KindRace {
		for _, rel := range f.Related {
			places = append(places, rel.Location.Pos)
		}
	}
	var out []string
	for _, p := range places {
		for _, l := range slices.Backward(f.Lines) { // where the trace ends, if it goes there more than once
			if l.Pos.File == p.File && l.Pos.Line == p.Line {
				out = append(out, l.Func)
				break
			}
		}
	}
	slices.Sort(out)
	return out
}

// writeOthers names the findings that a shown one stands for.
func (r *Report) writeOthers(b *strings.Builder, leader int, leaders []int) {
	var others []*Finding
	for i := range r.Findings {
		if i != leader && leaders[i] == leader {
			others = append(others, &r.Findings[i])
		}
	}
	if len(others) == 0 {
		return
	}
	f := &r.Findings[leader]
	fmt.Fprintf(b, "\n  %d more with the same cause (%s in %s):\n", len(others), inline(f.Object), inline(strings.Join(slices.Compact(f.functions()), " and ")))
	for _, o := range others {
		text := fmt.Sprintf("%s: %s", o.Location.Pos, o.Message)
		if o.Kind == verdict.KindRace {
			for _, rel := range o.Related {
				text += fmt.Sprintf(", %s", rel.Location.Pos)
			}
		}
		fmt.Fprintf(b, "  %s\n", inline(text))
	}
}
