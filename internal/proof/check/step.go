package check

import (
	"maps"
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/proof"
)

// A step as a formula: the code from a point to the next ones is run with terms for values, block by block, each once. Where ways join, a value is a choice between what it was on each. The terms are over the state before the step, and over
// values of its own that stand for everything arbitrary.

// env is the values of the variables that were written.
type env map[*variable]logic.Term

// way is one way to somewhere: under which condition it is gone, and with which values.
type way struct {
	when logic.Term
	vals env
}

// exit is the step's way to another point.
type exit struct {
	to *point
	way
	other way // the same, if another thread of the kind takes the step: values of shared variables alone
}

// start is a thread that the step starts.
type start struct {
	of   *kind
	args env        // parameters, and thread-local variables
	is   logic.Term // its number
	way
}

// failure is something that must not happen on the way.
type failure struct {
	in    ir.Instr
	when  logic.Term
	why   string
	fatal bool // whatever is proved: nothing is known behind it
}

// content is a value that the step reads from a large array, or writes to one.
type content struct {
	region ir.RegionID
	value  logic.Term
	when   logic.Term // of a write
}

// step is all that a thread does from a point to the next.
type step struct {
	exits    []exit
	starts   []start
	failures []failure
	accesses []access
	reads    []content
	writes   []content
}

// runner runs the code of a step.
type runner struct {
	m     *model
	t     *kind
	from  *point
	out   *step
	when  logic.Term
	vals  env
	ways  map[ir.BlockID][]way
	leads map[*point][]way
}

// begin is the number of the code that a step begins with, in front of the blocks.
const begin ir.BlockID = -1

// stepFrom makes the formula of a step.
func (m *model) stepFrom(t *kind, from *point) *step {
	r := &runner{m: m, t: t, from: from, out: &step{}, ways: map[ir.BlockID][]way{}, leads: map[*point][]way{}}
	order, _ := r.order()
	r.ways[begin] = []way{{m.b.True(), env{}}}
	for _, b := range order {
		r.when, r.vals = m.join(r.ways[b])
		r.block(b)
	}
	for _, to := range append(slices.Clone(t.points), t.end) {
		if ways := r.leads[to]; len(ways) > 0 {
			when, vals := m.join(ways)
			if !m.b.IsFalse(when) {
				r.out.exits = append(r.out.exits, exit{to: to, way: way{when, m.changed(vals)}})
			}
		}
	}
	return r.out
}

// changed leaves out what stays as it was.
func (m *model) changed(vals env) env {
	maps.DeleteFunc(vals, func(v *variable, x logic.Term) bool { return x == v.term[0] })
	return vals
}

// join makes one way of several, of which at most one is gone.
func (m *model) join(ways []way) (logic.Term, env) {
	when, vals := ways[0].when, maps.Clone(ways[0].vals)
	for _, w := range ways[1:] {
		for v := range w.vals {
			if _, ok := vals[v]; !ok {
				vals[v] = v.term[0]
			}
		}
		for v, x := range vals {
			y, ok := w.vals[v]
			if !ok {
				y = v.term[0]
			}
			vals[v] = m.b.Ite(w.when, y, x)
		}
		when = m.b.Or(when, w.when)
	}
	return when, vals
}

// order lists the code of the step such that what leads somewhere comes before it. If there is a loop without a point, it gives its head; otherwise -1.
func (r *runner) order() (out []ir.BlockID, loop ir.BlockID) {
	loop = -1
	const open, done = 1, 2
	mark := map[ir.BlockID]int{}
	var visit func(b ir.BlockID)
	visit = func(b ir.BlockID) {
		mark[b] = open
		block, at := r.code(b)
		stops := false
		for i := at; i < len(block.Instrs); i++ {
			stops = stops || !(b == begin && i == at) && r.pointAt(b, i) != nil
		}
		if !stops {
			for _, next := range block.Next() {
				switch {
				case r.t.at[proof.Position{Block: int(next)}] != nil:
				case mark[next] == open:
					loop = next
				case mark[next] == 0:
					visit(next)
				}
			}
		}
		mark[b] = done
		out = append(out, b)
	}
	visit(begin)
	slices.Reverse(out)
	return out, loop
}

// code is the instructions of a block from the one on that the step runs first.
func (r *runner) code(b ir.BlockID) (*ir.Block, int) {
	if b == begin {
		return r.t.f.Blocks[r.from.pos.Block], r.from.pos.At
	}
	return r.t.f.Blocks[b], 0
}

func (r *runner) pointAt(b ir.BlockID, i int) *point {
	if b == begin {
		b = ir.BlockID(r.from.pos.Block)
	}
	return r.t.at[proof.Position{Block: int(b), At: i}]
}

// block runs the code of a block up to its end or to a point.
func (r *runner) block(b ir.BlockID) {
	block, at := r.code(b)
	for i := at; ; i++ {
		first := b == begin && i == at
		if to := r.pointAt(b, i); to != nil && !first {
			r.lead(to, r.when)
			return
		}
		in := block.Instrs[i]
		pos := r.from.pos
		if b != begin {
			pos = proof.Position{Block: int(b), At: i}
		} else {
			pos.At = i
		}
		if first || r.t.inside[pos] {
			r.note(in, r.t.inside[pos])
		}
		if ir.IsTerm(in) {
			r.leave(in)
			return
		}
		r.effect(in)
	}
}

func (r *runner) lead(to *point, when logic.Term) {
	r.leads[to] = append(r.leads[to], way{when, maps.Clone(r.vals)})
}

// goTo goes on in a block, under a condition.
func (r *runner) goTo(b ir.BlockID, cond logic.Term) {
	when := r.m.b.And(r.when, cond)
	if to := r.t.at[proof.Position{Block: int(b)}]; to != nil {
		r.lead(to, when)
		return
	}
	r.ways[b] = append(r.ways[b], way{when, maps.Clone(r.vals)})
}

// leave runs the end of a block.
func (r *runner) leave(in ir.Instr) {
	b := r.m.b
	switch in := in.(type) {
	case *ir.Jump:
		r.goTo(in.To, b.True())
	case *ir.Branch:
		c := r.val(in.Cond)
		r.goTo(in.Then, c)
		r.goTo(in.Else, b.Not(c))
	case *ir.Switch:
		x, rest := r.wide(in.X), b.True()
		for _, c := range in.Cases {
			w := in.X.Width
			is := b.And(b.ULe(b.BVBig(w, c.Lo.Big()), x), b.ULe(x, b.BVBig(w, c.Hi.Big())))
			r.goTo(c.To, b.And(rest, is))
			rest = b.And(rest, b.Not(is))
		}
		r.goTo(in.Default, rest)
	case *ir.Return, *ir.ThreadExit:
		if v := r.m.ended[r.t]; v != nil {
			r.vals[v] = b.True()
		}
		r.lead(r.t.end, r.when)
	case *ir.Halt: // nobody goes on, or others do as if it had not come to that
	case *ir.Unsupported:
		r.refuse(in, "something unsupported is reached: "+in.What)
	default:
		r.refuse(in, "an instruction that is not followed")
	}
}

// refuse says that nothing is known once an instruction is run.
func (r *runner) refuse(in ir.Instr, why string) {
	r.out.failures = append(r.out.failures, failure{in: in, when: r.when, why: why, fatal: true})
}

// note notes what an instruction is about to access.
func (r *runner) note(in ir.Instr, section bool) {
	all := r.t.AccessesOf(in.Base().ID)
	if f, ok := in.(*ir.Free); ok && !f.Stack && len(all) == 0 && !r.m.threads.Private(f.ID) {
		r.refuse(in, "a free of what is accessed nowhere")
	}
	for _, a := range all {
		x := access{Access: a, plain: a.Plain && !section}
		if at, ok := addressed(in); ok && !section {
			x.addr, x.known = r.wide(at), true
		}
		r.out.accesses = append(r.out.accesses, x)
	}
}
