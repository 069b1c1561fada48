package check

import (
	"fmt"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/proof"
	"github.com/heddle-dev/heddle/internal/transform/pair"
)

// Where threads stand. A thread can be switched out before every operation that others can notice, can stay before an assumption, and ends somewhere: these are points of every proof. A proof may name more, outside of atomic sections; it has to
// where threads get into a loop that has none, since a step is what a thread does from a point to the next and must end.

// point is where a thread can stand.
type point struct {
	pos  proof.Position
	in   ir.Instr   // nil: where threads have ended
	inv  logic.Term // what holds there, of the thread that is looked at; false: no thread gets there
	inv2 logic.Term // of another
	step *step
}

// access is one that may race.
type access struct {
	*pair.Access
	plain bool
	addr  logic.Term // where, if that is known
	known bool
}

// findSections finds the positions inside atomic sections, which are one step from their beginning on.
func (t *kind) findSections() error {
	t.inside = map[proof.Position]bool{}
	depth := make([]int, len(t.f.Blocks)) // at the beginning, and one more; 0: not known
	depth[0] = 1
	for _, b := range t.f.Order() {
		d := depth[b]
		for i, in := range t.f.Blocks[b].Instrs {
			if d > 1 {
				t.inside[proof.Position{Block: int(b), At: i}] = true
				switch in.(type) {
				case *ir.Spawn, *ir.Join, *ir.Wait, *ir.Wake, *ir.Pass, *ir.Return, *ir.ThreadExit, *ir.Unsupported:
					return fmt.Errorf("%s: an atomic section that starts, waits or ends", in.Base().Pos.Pos)
				}
			}
			switch in.(type) {
			case *ir.AtomicBegin:
				d++
			case *ir.AtomicEnd:
				d--
			}
		}
		for _, next := range t.f.Next(b) {
			if depth[next] == 0 {
				depth[next] = d
			}
			if depth[next] != d {
				return fmt.Errorf("%s: an atomic section that is entered in the middle", t.f.Blocks[next].Instrs[0].Base().Pos.Pos)
			}
		}
	}
	return nil
}

// stops reports whether others can notice when an instruction is run, or the thread can stay before it.
func (m *model) stops(in ir.Instr) bool {
	switch in := in.(type) {
	case *ir.Assume, *ir.Return, *ir.ThreadExit, *ir.Unsupported:
		return true
	case *ir.Signal:
		return false // those who wait may wake at any time
	case *ir.Free:
		return !in.Stack
	}
	if a, _, _ := ir.AccessOf(in); a != nil && m.threads.Private(in.Base().ID) {
		if _, starts := in.(*ir.Spawn); !starts {
			return false
		}
	}
	return ir.Visible(in)
}

// findPoints finds the points of a kind: those of every proof, and those that this one names.
func (m *model) findPoints(t *kind, named []*proof.Place) error {
	t.at, t.points, t.end = map[proof.Position]*point{}, nil, &point{}
	put := func(pos proof.Position) { m.put(t, pos) }
	put(proof.Position{})
	for bi, b := range t.f.Blocks {
		for i, in := range b.Instrs {
			pos := proof.Position{Block: bi, At: i}
			if t.inside[pos] {
				continue
			}
			if m.stops(in) {
				put(pos)
			}
			if _, ok := in.(*ir.Spawn); ok { // what comes behind happens while the new thread lives
				put(proof.Position{Block: bi, At: i + 1})
			}
		}
	}
	seen := map[proof.Position]bool{}
	for _, pl := range named {
		switch {
		case pl.At.Block >= len(t.f.Blocks) || pl.At.At >= len(t.f.Blocks[pl.At.Block].Instrs):
			return bad("thread %s has no place %s", t.name, pl.At)
		case t.inside[pl.At]:
			return bad("thread %s: place %s is inside an atomic section", t.name, pl.At)
		case seen[pl.At]:
			return bad("thread %s: place %s is there twice", t.name, pl.At)
		}
		seen[pl.At] = true
		put(pl.At)
		if where := proof.Where(t.at[pl.At].in); where != pl.Where {
			return bad("thread %s: at place %s stands %q, not %q", t.name, pl.At, where, pl.Where)
		}
	}
	return m.cutLoops(t)
}

// put makes a point, at which nobody stands as long as nothing else is said.
func (m *model) put(t *kind, pos proof.Position) {
	if t.at[pos] == nil {
		p := &point{pos: pos, in: t.f.Blocks[pos.Block].Instrs[pos.At], inv: m.b.False(), inv2: m.b.False()}
		t.at[pos] = p
		t.points = append(t.points, p)
	}
}

// cutLoops makes points in loops that have none. The proof names none there, so it has to be that nobody gets to them.
func (m *model) cutLoops(t *kind) error {
	for i := 0; i < len(t.points); i++ { // cutting adds more
		for {
			r := &runner{m: m, t: t, from: t.points[i]}
			_, loop := r.order()
			if loop < 0 {
				break
			}
			head := proof.Position{Block: int(loop)}
			if t.inside[head] {
				return bad("thread %s: a loop in an atomic section, at %s", t.name, t.f.Blocks[loop].Instrs[0].Base().Pos.Pos)
			}
			m.put(t, head)
		}
	}
	return nil
}
