package interleaved

import (
	"fmt"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/source"
)

// The variables. A variable of the input is a parameter of the harness, or a piece of the initial memory at an address that is itself a term: the same address and size
// is the same variable in all runs, so that the filters of one program share their terms. A variable of a choice is a place in the queue of a thread.

// input is a variable of the input.
type input struct {
	param   int // 0: memory; otherwise the parameter's number, from 1
	access  access
	pointer bool // it holds an address of external memory, or null
	chosen  bool // free choices decide where it lies (open.go)
	targets []ir.Extent
}

// drawn is a free choice: the value that a thread takes from its queue at a place.
type drawn struct {
	thread, place int
}

// choice is where a variable of a choice comes from.
type choice struct {
	drawn
	width int
	at    source.Range
}

// terms is what all runs of one program have in common, and the input of the present one.
type terms struct {
	b      *logic.Builder
	p      *ir.Program
	bases  []uint64 // of globals
	inputs map[logic.Term]*input
	memory map[[2]int]logic.Term // by address and size
	params map[ir.ID]int         // the Havocs that make parameters: their numbers from 1
	names  map[nameKey]name

	choices map[logic.Term]choice
	open    bool // reads at addresses that choices decide are followed
	// The present run.
	external map[uint64]byte
	given    []ir.Const // parameters
	values   map[drawn]ir.Const
}

type nameKey struct {
	base   logic.Term
	offset uint64
	size   int
}

func newTerms(p *ir.Program) *terms {
	t := &terms{
		b: logic.NewBuilder(logic.Options{}), p: p, bases: irexec.GlobalBases(p), inputs: map[logic.Term]*input{}, memory: map[[2]int]logic.Term{},
		params: map[ir.ID]int{}, names: map[nameKey]name{}, choices: map[logic.Term]choice{},
	}
	for i, in := range parameters(p) {
		t.params[in.ID] = i + 1
	}
	return t
}

// parameters are the numbers that the entry makes for the harness before it calls or starts anything that could draw values too.
func parameters(p *ir.Program) (out []*ir.Havoc) {
	for _, in := range p.Funcs[p.Entry].Blocks[0].Instrs {
		switch in := in.(type) {
		case *ir.Havoc:
			out = append(out, in)
		case *ir.Call, *ir.CallPtr:
			return out
		}
	}
	return out
}

func (t *terms) mask() uint64 {
	if t.p.PtrWidth() == 32 {
		return 1<<32 - 1
	}
	return ^uint64(0)
}

// constant is a value of a width; a Bool if that is 1.
func (t *terms) constant(width int, c ir.Const) logic.Term {
	switch {
	case width == 1:
		return t.b.Bool(!c.IsZero())
	case width <= 64:
		return t.b.BV(width, c.Lo)
	}
	return t.b.BVBig(width, c.Big())
}

// bits is a bit-vector, also of a Bool.
func (t *terms) bits(x logic.Term) logic.Term {
	if t.b.Sort(x).IsBool() {
		return t.b.FromBool(1, x)
	}
	return x
}

// choice is the variable of a place in a thread's queue, and its value in this run.
func (t *terms) choice(thread, k, width int, at source.Range) (logic.Term, ir.Const) {
	sort := logic.BoolSort
	if width > 1 {
		sort = logic.BVSort(width)
	}
	v := t.b.Var(fmt.Sprintf("choice.%d.%d.%d", thread, k, width), sort)
	key := drawn{thread, k}
	t.choices[v] = choice{key, width, at}
	return v, t.values[key].Truncate(width)
}

// parameter is the variable of a parameter of the harness, if that is what the instruction makes.
func (s *shadow) parameter(m *irexec.Moment) (v logic.Term, number int, ok bool) {
	n, ok := s.params[m.Instr.Base().ID]
	if !ok {
		return 0, 0, false
	}
	w := m.Func.Width(m.Instr.(*ir.Havoc).Dst)
	sort := logic.BoolSort
	if w > 1 {
		sort = logic.BVSort(w)
	}
	v = s.b.Var(fmt.Sprintf("param.%d", n), sort)
	if s.inputs[v] == nil {
		s.inputs[v] = &input{param: n}
	}
	return v, n, true
}

// input is the variable of a piece of the initial memory.
func (t *terms) input(a access) logic.Term {
	key := [2]int{int(a.term), a.size}
	if v, ok := t.memory[key]; ok {
		return v
	}
	v := t.b.FreshVar("input", logic.BVSort(8*a.size))
	in := &input{access: a}
	if 8*a.size == t.p.PtrWidth() {
		in.targets, in.pointer = t.leads(a)
	}
	t.memory[key], t.inputs[v] = v, in
	return v
}

// valueOf is what a variable of the input is in this run.
func (t *terms) valueOf(v logic.Term) uint64 { return t.constOf(v).Lo }

func (t *terms) constOf(v logic.Term) (c ir.Const) {
	in := t.inputs[v]
	if in.param > 0 {
		if in.param <= len(t.given) {
			return t.given[in.param-1]
		}
		return c
	}
	at := in.access.at
	if in.access.base != 0 {
		at = (t.valueOf(in.access.base) + in.access.offset) & t.mask()
	}
	for i := in.access.size - 1; i >= 0; i-- {
		c = ir.Const{Lo: c.Lo<<8 | uint64(t.external[at+uint64(i)]), Hi: c.Hi<<8 | c.Lo>>56}
	}
	return c
}

// globalAt finds the global at an address.
func (t *terms) globalAt(at uint64) (ir.GlobalID, bool) {
	for i, g := range t.p.Globals {
		if !g.ThreadLocal && at-t.bases[i] < uint64(max(1, g.Size)) {
			return ir.GlobalID(i), true
		}
	}
	return 0, false
}

// spread is where an access may lie, on any input: runs of addresses of globals. False: it is not known.
func (t *terms) spread(a *access) ([]ir.Extent, bool) {
	if a.base == 0 {
		g, ok := t.globalAt(a.at)
		if !ok {
			return nil, false
		}
		return []ir.Extent{{Object: ir.Object{Global: g}, Offset: int64(a.at - t.bases[g]), Count: 1}}, true
	}
	var out []ir.Extent
	for _, e := range t.inputs[a.base].targets {
		e.Offset += int64(a.offset)
		out = append(out, e)
	}
	return out, true
}

// leads is where the address leads to that external memory holds at a place, if it holds one there on every input.
func (t *terms) leads(a access) (targets []ir.Extent, ok bool) {
	at, ok := t.spread(&a)
	if !ok {
		return nil, false
	}
	for _, e := range at {
		found := false
		for _, in := range t.p.Globals[e.Object.Global].Incoming {
			if covers(&in, &e) {
				targets, found = append(targets, in.Targets...), true
				break
			}
		}
		if !found {
			return nil, false
		}
	}
	return targets, true
}

// covers reports whether each of a run of places holds one of the addresses.
func covers(in *ir.Incoming, e *ir.Extent) bool {
	off := e.Offset - in.Offset
	last := off + (e.Count-1)*e.Stride
	if off < 0 {
		return false
	}
	if in.Stride == 0 || in.Count == 1 {
		return off == 0 && (e.Count == 1 || e.Stride == 0)
	}
	return off%in.Stride == 0 && (e.Count == 1 || e.Stride%in.Stride == 0) && last/in.Stride < in.Count
}

// inside reports whether an access through a pointer is valid wherever the pointer leads.
func (t *terms) inside(a access) bool {
	at, ok := t.spread(&a)
	for _, e := range at {
		last := e.Offset + (e.Count-1)*e.Stride
		ok = ok && e.Offset >= 0 && last+int64(a.size) <= t.p.Globals[e.Object.Global].Size
	}
	return ok
}

// mayMeet reports whether two accesses may lie on the same bytes on some input.
func (t *terms) mayMeet(x, y *access) bool {
	xs, ok := t.spread(x)
	if !ok {
		return false // an object of the program's own: pointers from outside do not lead there
	}
	ys, ok := t.spread(y)
	if !ok {
		return false
	}
	for _, a := range xs {
		for _, b := range ys {
			if a.Object == b.Object {
				return true
			}
		}
	}
	return false
}

// alike reports whether two accesses go through pointers that lead to elements of the same arrays, each access inside of its element.
func (t *terms) alike(x, y *access) bool {
	if x.base == 0 || y.base == 0 {
		return false
	}
	for _, a := range t.inputs[x.base].targets {
		for _, b := range t.inputs[y.base].targets {
			if a.Object != b.Object {
				continue
			}
			n := uint64(a.Stride)
			if a.Stride <= 0 || b.Stride != a.Stride || (a.Offset-b.Offset)%a.Stride != 0 || x.offset+uint64(x.size) > n || y.offset+uint64(y.size) > n || x.offset > n || y.offset > n {
				return false
			}
		}
	}
	return true
}

// aligned reports whether an access lies at a multiple of its size on every input.
func (t *terms) aligned(a *access) bool {
	at, ok := t.spread(a)
	n := int64(a.size)
	for _, e := range at {
		ok = ok && (int64(t.bases[e.Object.Global])+e.Offset)%n == 0 && (e.Count == 1 || e.Stride%n == 0)
	}
	return ok
}
