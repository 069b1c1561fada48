package decide

import (
	"context"
	"fmt"
	"sort"
	"strings"

	"github.com/heddle-dev/heddle/internal/analysis/reach"
	"github.com/heddle-dev/heddle/internal/encode"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/solve"
	"github.com/heddle-dev/heddle/internal/transform"
	"github.com/heddle-dev/heddle/internal/transform/slice"
)

// Marks is what is known about the checks that passes added: which of them executions come to.
type Marks struct {
	Hit         []string // bounds that are hit
	Unsupported []string // unsupported constructs that are reached
	Ends        bool     // something comes to an end

	known map[string]bool // by name: some execution comes to it
}

// Perhaps follows the name of a bound of which it is not known whether it is hit.
const Perhaps = " (perhaps: there was no time to find out)"

// MarksOf is the marks of which only bounds are known that are hit.
func MarksOf(hit []string) *Marks {
	m := &Marks{known: map[string]bool{}}
	for _, h := range hit {
		name, _, _ := strings.Cut(h, Perhaps)
		m.known[transform.Bound+name] = true
	}
	return m
}

// cutName names what is asked about, once for all checks that are about the same.
func cutName(a *ir.Assert) string {
	switch a.Kind {
	case transform.Ended:
		return a.Kind
	case transform.Reached:
		return fmt.Sprintf("%s %s: %s", a.Kind, a.Pos.Pos, a.Msg)
	}
	return a.Kind + a.Msg
}

// reaching is the check that asks whether an assertion of the program is reached.
func reaching(a *ir.Assert) *ir.Assert {
	return &ir.Assert{Meta: a.Meta, Kind: transform.Reached, Msg: a.Msg}
}

// shown takes note of an internal check that can fail.
func (m *Marks) shown(a *ir.Assert) {
	if m.known[cutName(a)] {
		return
	}
	m.known[cutName(a)] = true
	switch a.Kind {
	case transform.Bound:
		m.Hit = append(m.Hit, a.Msg)
	case transform.Unsupported:
		m.Unsupported = append(m.Unsupported, fmt.Sprintf("%s: %s", a.Pos.Pos, a.Msg))
	case transform.Ended:
		m.Ends = true
	}
}

// asserted calls visit with the assertions of the user's code that are meant to be reached: one that always fails is not.
func asserted(p *ir.Program, visit func(*ir.Assert)) {
	for _, f := range p.Funcs {
		if f.Model {
			continue
		}
		for in := range f.Instrs() {
			if a, ok := in.(*ir.Assert); ok && !a.Cond.IsConst(0) {
				visit(a)
			}
		}
	}
}

// Missing lists the assertions of the user's code that are not known to be reached anywhere.
func (m *Marks) Missing(p *ir.Program) (out []string) {
	seen := map[string]bool{}
	asserted(p, func(a *ir.Assert) {
		if text := fmt.Sprintf("%s: %s", a.Pos.Pos, a.Msg); !seen[text] && !m.known[cutName(reaching(a))] {
			seen[text] = true
			out = append(out, text)
		}
	})
	sort.Strings(out)
	return out
}

// aim is what is still to be found out about a check of the threads.
func (m *Marks) aim(t *Threads, wanted map[string]bool, into *reach.Set, a *ir.Assert) slice.Aim {
	switch {
	case a.Kind == transform.Bound || a.Kind == transform.Unsupported:
		if !a.Cond.IsConst(1) && !m.known[cutName(a)] {
			return slice.Fails
		}
	case a.Kind == transform.Visited:
		if !into.Ends && t.ends[t.Origin(a.ID)] {
			return slice.Reached
		}
	case !transform.Internal(a.Kind):
		if name := cutName(reaching(a)); wanted[name] && !m.known[name] {
			return slice.Reached
		}
	}
	return slice.Nothing
}

// Open is the questions that are left: bounds and constructs that no execution is known to come to, assertions of the user's code, and the end of the process. false: there are none.
func (m *Marks) Open(t *Threads, into *reach.Set) (slice.Aims, bool) {
	wanted := map[string]bool{}
	asserted(t.task.Program, func(a *ir.Assert) { wanted[cutName(reaching(a))] = true })
	open := map[ir.ID]slice.Aim{}
	for _, f := range t.Program.Funcs[:t.count] {
		for in := range f.Instrs() {
			if a, ok := in.(*ir.Assert); ok {
				if aim := m.aim(t, wanted, into, a); aim != slice.Nothing {
					open[a.ID] = aim
				}
			}
		}
	}
	return func(a *ir.Assert) slice.Aim { return open[a.ID] }, len(open) > 0
}

// Cuts is those questions that are about bounds and unsupported constructs.
func (m *Marks) Cuts(t *Threads) (slice.Aims, bool) {
	open := map[ir.ID]bool{}
	for _, f := range t.Program.Funcs[:t.count] {
		for in := range f.Instrs() {
			if a, ok := in.(*ir.Assert); ok && (a.Kind == transform.Bound || a.Kind == transform.Unsupported) && m.aim(t, nil, nil, a) == slice.Fails {
				open[a.ID] = true
			}
		}
	}
	return func(a *ir.Assert) slice.Aim {
		if open[a.ID] {
			return slice.Fails
		}
		return slice.Nothing
	}, len(open) > 0
}

// BoundsOf is the bounds that threads have checks for, by the names that Hit has for them.
func BoundsOf(t *Threads) map[string]bool {
	out := map[string]bool{}
	for _, f := range t.Program.Funcs[:t.count] {
		for in := range f.Instrs() {
			if a, ok := in.(*ir.Assert); ok && a.Kind == transform.Bound {
				out[a.Msg] = true
			}
		}
	}
	return out
}

// Come finds out which marks executions of the program come to, by asking about sliced threads. It gives fields to be tracked; nil: nothing that is open can be come to. What the executions that
// it finds reach besides is added to a set.
func (q *Questions) Come(ctx context.Context, s *Sliced, m *Marks, into *reach.Set) (*Spurious, error) {
	b := q.Formula.B
	asked := map[int]*ir.Assert{} // of the threads
	for i, c := range q.Formula.Checks {
		if id := q.Seq.Back.Origin(c.Assert.ID); id != 0 && id < s.whole.Program.NextID && !b.IsFalse(c.Fails) {
			if a, ok := s.fields.At(id).(*ir.Assert); ok && s.asked.Aims(a) != slice.Nothing {
				asked[i] = a
			}
		}
	}
	for {
		any := b.False()
		for i := range q.Formula.Checks {
			if a := asked[i]; a != nil && m.isOpen(a, into) {
				any = b.Or(any, q.Formula.Checks[i].Fails)
			}
		}
		if b.IsFalse(any) {
			return nil, nil
		}
		st, err := q.Session.Check(ctx, any)
		if err != nil || st != solve.Sat {
			return nil, err
		}
		model := q.Model()
		for i, c := range q.Formula.Checks {
			a := asked[i]
			if a == nil || !m.isOpen(a, into) || !model.Bool(c.Fails) {
				continue
			}
			why, err := q.path(ctx, s, i, model, nil, func(on *Questions, c encode.Check) error { return on.cameBy(c, s, m, into) })
			if err != nil || why != nil {
				return why, err
			}
			break
		}
	}
}

// isOpen reports whether an execution is still to be found that comes to a check.
func (m *Marks) isOpen(a *ir.Assert, into *reach.Set) bool {
	switch a.Kind {
	case transform.Visited:
		return !into.Ends
	case transform.Bound, transform.Unsupported:
		return !m.known[cutName(a)]
	}
	return !m.known[cutName(reaching(a))]
}

// cameBy takes note of all that an execution along a path comes to.
func (q *Questions) cameBy(c encode.Check, s *Sliced, m *Marks, into *reach.Set) error {
	t, err := q.Formula.Trace(q.Model(), c.Assert.ID)
	if err != nil {
		return err
	}
	started := 0
	for _, step := range t.Steps {
		if step.Instr >= s.whole.Program.NextID {
			continue
		}
		switch in := s.fields.At(step.Instr).(type) {
		case *ir.Spawn:
			started++
		case *ir.Assert:
			if step.Instr == c.Assert.ID && transform.Internal(in.Kind) && !transform.IsMark(in) {
				m.shown(in)
			} else {
				m.passed(in, s.whole.Origin(in.ID), s.whole, into)
			}
		}
	}
	into.Threads = max(into.Threads, started)
	return nil
}

// passed takes note of a mark that an execution comes to, or an assertion of the program. from is what it was made of.
func (m *Marks) passed(a *ir.Assert, from ir.ID, t *Threads, into *reach.Set) {
	switch {
	case a.Kind == transform.Used:
		into.AddSite(from)
	case a.Kind == transform.Visited:
		t.segments.Add(into, from)
		into.Ends = into.Ends || t.ends[from]
	case !transform.Internal(a.Kind):
		m.shown(reaching(a))
	}
}
