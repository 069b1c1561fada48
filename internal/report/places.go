package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/source"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// shownPlace is a place of a finding and what is to be said of it.
type shownPlace struct {
	pos  source.Pos
	text string
}

// places is where a finding happens, first, and what belongs to it. Where the trace ends at a place, it says who does what there, and with which locks.
func (f *Finding) places() (out []shownPlace) {
	var used []int
	ends := func(p source.Pos) string {
		for i := range f.Lines {
			l := &f.Lines[i]
			if f.fails(i) && l.Pos.File == p.File && l.Pos.Line == p.Line && !slices.Contains(used, i) {
				used = append(used, i)
				return f.ending(l)
			}
		}
		return ""
	}
	first := ends(f.Location.Pos)
	if first == "" && len(f.Accesses) > 0 {
		first = f.Accesses[0].What + " here"
	}
	out = append(out, shownPlace{f.Location.Pos, first})
	for i, rel := range f.Related {
		text := rel.Message
		if f.Kind == verdict.KindRace || f.Kind == verdict.KindDeadlock {
			if here := ends(rel.Location.Pos); here != "" {
				text = here
			} else if i+1 < len(f.Accesses) {
				text = f.Accesses[i+1].What + " here"
			}
		}
		out = append(out, shownPlace{rel.Location.Pos, text})
	}
	for _, h := range f.History {
		out = append(out, shownPlace{h.Location.Pos, h.Message})
	}
	return out
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
