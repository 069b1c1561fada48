package check

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/proof"
)

// Rules about large arrays. A rule is a condition on one value that all cells of a region have at all times: it holds of what they start with, every store keeps it, so loads may assume it. Only a region that is accessed in whole cells, that no
// range of memory is written to, and whose first content is known has rules. If an execution broke one there would be a first store that does; up to it all loads gave what the rules say, so the step that makes it was asked about.

// array is a region that may have rules.
type array struct {
	region ir.RegionID
	cell   logic.Term
	typ    typ
	starts []logic.Term // what the cells hold at first
	rules  []logic.Term
}

// mostStarts is how many different values an array may start with.
const mostStarts = 64

// findArray makes an array of a region, if what it starts with is known.
func (m *model) findArray(r ir.RegionID) {
	region := m.p.Regions[r]
	width := 8 * region.Width
	a := &array{region: r, typ: word(width)}
	add := func(x logic.Term) {
		if !slices.Contains(a.starts, x) {
			a.starts = append(a.starts, x)
		}
	}
	for _, e := range region.Cells {
		if e.Object.Alloc != 0 {
			if !m.zeroed(e.Object.Alloc) {
				return
			}
			add(m.b.BV(width, 0))
			continue
		}
		g := m.p.Globals[e.Object.Global]
		if g.ThreadLocal || g.External || len(g.Relocs) > 0 {
			return
		}
		for i := int64(0); i < e.Count && len(a.starts) <= mostStarts; i++ {
			at := e.Offset + i*e.Stride
			x, known := m.startOf(e.Object.Global, at, width)
			if !known {
				return
			}
			add(x)
			if at >= int64(len(g.Init)) {
				break // the rest is zero
			}
		}
	}
	if n := len(a.starts); n == 0 || n > mostStarts {
		return
	}
	if slices.ContainsFunc(m.threads.Info.Objects[r], func(o ir.Object) bool { return m.unlisted(o) && !m.zeroed(o.Alloc) }) {
		return
	}
	a.cell = m.b.FreshVar(proof.Cell, a.typ.sort())
	m.large[r] = a
}

// unlisted reports whether an object has cells besides those that regions list: its size is not known.
func (m *model) unlisted(o ir.Object) bool {
	for _, in := range m.p.Instrs() {
		if a, ok := in.(*ir.Alloc); ok && a.ID == o.Alloc {
			return a.Size.Kind != ir.KindConst
		}
	}
	return false
}

// zeroed reports whether an allocation makes objects of zeros.
func (m *model) zeroed(id ir.ID) bool {
	for _, in := range m.p.Instrs() {
		if a, ok := in.(*ir.Alloc); ok && a.ID == id {
			return a.Zero
		}
	}
	return false
}

// holds is the rules of an array about a value.
func (m *model) holds(a *array, value logic.Term) logic.Term {
	out := m.b.True()
	for _, r := range a.rules {
		out = m.b.And(out, m.b.Subst(r, map[logic.Term]logic.Term{a.cell: value}))
	}
	return out
}

// given is what rules say about what a step reads.
func (m *model) given(s *step) logic.Term {
	out := m.b.True()
	for _, c := range s.reads {
		out = m.b.And(out, m.holds(m.large[c.region], c.value))
	}
	return out
}
