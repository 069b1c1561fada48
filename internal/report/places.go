package report

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/source"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// shownPlace is a place of a finding and what is to be said of it.
type shownPlace struct {
	pos   source.Pos
	text  string
	calls []source.Range // that lead there, outermost first, if a thread of the trace is there
}

// places is where a finding happens, first, and what belongs to it. Where the trace ends at a place, it says who does what there, and with which locks.
func (f *Finding) places() (out []shownPlace) {
	var used []int
	ends := func(p source.Pos) (string, []source.Range) {
		for i := range f.Lines {
			l := &f.Lines[i]
			if f.fails(i) && l.Pos.File == p.File && l.Pos.Line == p.Line && !slices.Contains(used, i) {
				used = append(used, i)
				return f.ending(l), l.Stack
			}
		}
		return "", nil
	}
	first, calls := ends(f.Location.Pos)
	if first == "" && len(f.Accesses) > 0 {
		first = f.Accesses[0].What + " here"
	}
	out = append(out, shownPlace{f.Location.Pos, first, calls})
	for i, rel := range f.Related {
		text, calls := rel.Message, []source.Range(nil)
		if f.Kind == verdict.KindRace || f.Kind == verdict.KindDeadlock {
			if here, way := ends(rel.Location.Pos); here != "" {
				text, calls = here, way
			} else if i+1 < len(f.Accesses) {
				text = f.Accesses[i+1].What + " here"
			}
		}
		out = append(out, shownPlace{rel.Location.Pos, text, calls})
	}
	for _, h := range f.History {
		out = append(out, shownPlace{h.Location.Pos, h.Message, nil})
	}
	return out
}

// way is the calls that lead to a place, in a line. The names of the functions are those that the source has around the calls.
func (p *shownPlace) way(src *Sources) string {
	var parts []string
	for _, c := range p.calls {
		at := fmt.Sprintf("%s:%d", filepath.Base(c.File), c.Line)
		if s, ok := src.statementAt(c.Pos); ok && s.function != "" {
			at = fmt.Sprintf("%s (%s)", s.function, at)
		}
		parts = append(parts, at)
	}
	if len(parts) == 0 {
		return ""
	}
	return "called by " + strings.Join(parts, " > ")
}

// ending says what happens in a line where the trace ends.
func (f *Finding) ending(l *Line) string {
	who := fmt.Sprintf("thread %d (%s)", l.Thread, threadName(f.Trace, l.Thread))
	for _, n := range l.Notes {
		if what, ok := strings.CutPrefix(n, "about to "); ok {
			verb, _, _ := strings.Cut(what, " ")
			if strings.HasPrefix(what, "read and write ") {
				verb = "read and write"
			}
			return fmt.Sprintf("%s here, by %s, which %s", verb, who, l.held())
		}
		if strings.HasPrefix(n, "waits for ") {
			return fmt.Sprintf("%s %s; it %s", who, n, l.held())
		}
	}
	text := who + " fails here"
	if len(l.Locks) > 0 {
		text += "; it " + l.held()
	}
	return text
}

// Switches counts the context switches of the execution. Of a report that was read back only the lines are known; no switch is lost in them.
func (f *Finding) Switches() int {
	if len(f.Trace.Steps) > 0 || len(f.Lines) == 0 {
		return f.Trace.Switches()
	}
	return f.segments() - 1
}
