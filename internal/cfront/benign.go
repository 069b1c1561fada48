package cfront

import (
	"fmt"

	"github.com/heddle-dev/heddle/internal/diag"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/source"
)

// Races that the programmer calls benign: /* heddle: benign REASON */ on the line of an access excuses it, as data_race()
// does. The reason is listed among the assumptions, once per place, because a verdict rests on it. A comment without a
// reason excuses nothing: a race is not to be silenced by accident.
//
// It is done when a function is finished: what was lowered for a line is all there then, and dead code is gone.

// excuseBenign excuses the accesses on lines with such a comment.
func (f *fn) excuseBenign() {
	if f.u == nil || f.u.model {
		return
	}
	for in := range f.f.Instrs() {
		m, _, _ := ir.AccessOf(in)
		if m == nil {
			continue
		}
		pos := in.Base().Pos
		c, ok := f.u.Benign(pos.File, pos.Line)
		if !ok || c.Reason == "" {
			continue
		}
		m.Excused = true
		if src := ir.SourceOf(in); src != nil {
			src.Excused = true
		}
		f.c.benign[c.Pos.Pos] = true
		f.c.assume(pos, fmt.Sprintf("benign race at %s:%d: %s", pos.File, pos.Line, c.Reason), false)
	}
}

// noteBenign remarks on the comments that excuse nothing.
func (c *compiler) noteBenign() {
	seen := map[source.Pos]bool{}
	for _, u := range c.units {
		if u.model {
			continue
		}
		for _, b := range u.BenignComments() {
			if seen[b.Pos.Pos] || c.benign[b.Pos.Pos] {
				continue
			}
			seen[b.Pos.Pos] = true
			d := diag.Diagnostic{Severity: diag.Warning, Range: b.Pos}
			if b.Reason == "" {
				d.Summary = "a benign race needs a reason; this comment excuses nothing"
				d.Detail = "write why the race does no harm: /* heddle: benign <reason> */"
			} else {
				d.Severity = diag.Note
				d.Summary = "this comment excuses nothing: no access that the program can reach is on its line"
			}
			c.notes = append(c.notes, d)
		}
	}
}
