package irexec

import (
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/trace"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// What a failure rests on. The program does not contain all that runs: functions that nothing defines, variables that another file defines, assembly. A failure is a bug if it happens
// although all of that is friendly, and if none of it hands over the address, index or value that fails. So a traced execution notes two things.
//
// The hostile choices that it makes: a Havoc marked ir.Choice that is not 0, and a null pointer where a friendly outside has none.
//
// The data that its values come from. A number that the outside hands over is a source; so is memory that it was given and left unwritten. Sources are origins of values like the steps of
// the trace (origins.go), with negative numbers, and every instruction hands them on. What is loaded comes from memory, and not from the address: an object of the program stays one of the
// program's, whoever says which. Only data is followed: a branch on a number from the outside decides what is executed, and what is executed is the program's own.
//
// The exception is a check without a condition, as a call of reach_error or of a function that an assert macro calls. There the branch that leads straight to it is the condition.

// More things make a failure POSSIBLE, though no data of the outside is in its operands. An index that was counted in a loop that such data ends is data of that kind (counted.go). A function that
// nothing defines may be the one that ends the process where a test of what fails finds an error ("if (fd < 0) die()"): where it returned, the failure needs that; so does any failure behind one whose name says so. And equal questions to one
// function may be meant to have equal answers (answers.go): where they differ, the failure may need that. A function that was handed over may be for the one call alone (callbacks.go), and functions may do what their names say (kept.go).

// rests is what an execution has met of the outside.
type rests struct {
	choices []chosen
	tests   []tested
	answers told
	differ  []verdict.Need
	sources []handed // the number of a source is its index's complement
	handles []handle
	led     []led
	given   map[uint64]steps // the source of what an object holds that was handed over, by its base, where nobody has written
}

// handed is data that the outside hands over.
type handed struct {
	verdict.Need
	how handedHow
}

type handedHow uint8

const (
	isData    handedHow = iota
	isPointer           // it counts for the loops that it ends
	isPick              // an answer that one thread gets: it counts for the branches on it
)

// chosen is a hostile choice, and how many steps were made before.
type chosen struct {
	verdict.Need
	after int
}

// tested is a call of an undefined function that stands straight behind a test, and what the test looked at.
type tested struct {
	verdict.Need
	thread int
	from   steps
	dies   bool // by its name it does not come back
}

// led is an object of the outside that an address in its memory leads to, where the address is, and how many steps were made before.
type led struct {
	object [2]uint64
	from   uint64
	after  int
}

// friendly is the value of a choice of a friendly outside.
var friendly = []ir.Const{{}}

func (r *rests) cut(n int) {
	for k := len(r.choices); k > 0 && r.choices[k-1].after >= n; k-- {
		r.choices = r.choices[:k-1]
	}
	for k := len(r.handles); k > 0 && r.handles[k-1].after >= n; k-- {
		r.handles = r.handles[:k-1]
	}
	for k := len(r.led); k > 0 && r.led[k-1].after >= n; k-- {
		r.led = r.led[:k-1]
	}
}

// source is the origin of what the outside hands over, each once.
func (r *rests) source(n verdict.Need) steps { return r.from(handed{Need: n}) }

// pointer is the origin of a pointer that the outside hands over.
func (r *rests) pointer(n verdict.Need) steps { return r.from(handed{n, isPointer}) }

func (r *rests) from(s handed) steps {
	k := slices.Index(r.sources, s)
	if k < 0 {
		k = len(r.sources)
		r.sources = append(r.sources, s)
	}
	return steps{-k - 1}
}

// outsider is the part of the outside at whose hands thread t is, and where the user's code is then.
func (m *machine) outsider(t int, what string) verdict.Need {
	need := verdict.Need{Who: "code outside of the program", Text: what, Location: m.posOf(m.userPC(t))}
	frames := m.threads[t].frames
	outer := ""
	for k := len(frames) - 1; k >= 0; k-- {
		fn := m.prog.funcs[frames[k].fn].src
		if !fn.Model {
			if k == len(frames)-1 {
				need.Who = "assembly"
			} else if outer != "" {
				need.Who = outer
			}
			break
		}
		outer = fn.Display
		if fn.Unknown {
			need.Who = fn.Display
			break
		}
	}
	return need
}

// base is where the registers of a thread's running function are.
func (m *machine) base(t int) int32 {
	frames := m.threads[t].frames
	return frames[len(frames)-1].base
}

// gives is the data from the outside that an instruction makes, or a branch looks at.
func (tr *tracer) gives(m *machine, t int, in *inst) steps {
	switch src := in.src.(type) {
	case *ir.Havoc:
		if src.Outside == ir.Data {
			return tr.rests.source(m.outsider(t, givesValue)).with(tr.pick(m, t))
		}
	case *ir.Fill:
		if src.Outside {
			return tr.rests.source(m.outsider(t, givesValue))
		}
	case *ir.Branch:
		return tr.places.number(m, t, m.base(t), &in.a)
	case *ir.Switch:
		return tr.places.number(m, t, m.base(t), &in.a)
	}
	return tr.handsPointer(m, t, in)
}

// What the outside does, for people.
const (
	givesValue  = "gives such a value"
	givesMany   = "gives so many objects"
	leavesUnset = "leaves what it was given unset"
	leavesNull  = "leaves a pointer NULL that it was given"
	givesOpen   = "gives the number of a descriptor that is open"
	givesTwo    = "gives two answers for the same arguments"
	comesBack   = "returns"
)

// chose notes a hostile choice.
func (tr *tracer) chose(m *machine, t int, in *inst, v ir.Const) {
	if in.hostile && v != (ir.Const{}) {
		tr.rests.choices = append(tr.rests.choices, chosen{m.outsider(t, in.src.(*ir.Havoc).What), len(tr.steps)})
	}
}

// isNull notes a null pointer that a friendly outside does not have.
func (tr *tracer) isNull(m *machine, addr uint64) {
	t := m.step.thread
	tr.rests.choices = append(tr.rests.choices, chosen{verdict.Need{Text: fmt.Sprintf("%s is NULL", m.nameAt(addr)), Location: m.posOf(m.userPC(t))}, len(tr.steps)})
}

// leads notes an object that an address in the memory of the outside leads to. Who gives two objects to a program, each with what it points to, gives two of these as well: one that both lead to
// is a hostile choice, which a friendly run replaces by another object.
func (m *machine) leads(addr uint64, in *incoming, v uint64) uint64 {
	tr := m.tracer
	at := func(v uint64) int {
		key := m.objectAt(in, v)
		return slices.IndexFunc(tr.rests.led, func(l led) bool { return l.object == key })
	}
	if v == 0 {
		return v
	}
	k := at(v)
	if q, ok := m.choices.(*queues); ok && k >= 0 && m.opts.friendly {
		if free, ok := in.find(func(v uint64) bool { return at(v) < 0 }); ok {
			q.lead(addr, in.size, free)
			v, k = free, -1
		}
	}
	if k >= 0 {
		text := fmt.Sprintf("%s leads to what %s leads to", m.nameAt(addr), m.nameAt(tr.rests.led[k].from))
		tr.rests.choices = append(tr.rests.choices, chosen{verdict.Need{Text: text, Location: m.posOf(m.userPC(m.step.thread))}, len(tr.steps)})
	}
	tr.rests.led = append(tr.rests.led, led{m.objectAt(in, v), addr, len(tr.steps)})
	return v
}

// objectAt is the object of the outside that an address leads to, or to a part of which: a range, and the number of the object in it.
func (m *machine) objectAt(in *incoming, v uint64) [2]uint64 {
	space, slot, ok := m.find(v)
	if !ok {
		return [2]uint64{v}
	}
	base := m.spaces[space][slot].base
	for _, t := range in.targets {
		if off := v - t.first; t.stride > 0 && off%t.stride == 0 && off/t.stride < t.count {
			return [2]uint64{base, (v - base) / t.stride}
		}
	}
	return [2]uint64{base}
}

// textAt is the text at an address, as far as there is memory; a long one is cut.
func (m *machine) textAt(addr uint64) string {
	var text []byte
	for range 256 {
		o, _, _, fault := m.at(addr+uint64(len(text)), 1)
		if fault != faultNone {
			break
		}
		k := addr + uint64(len(text)) - o.base
		b := byte(o.data[k>>3] >> (8 * (k & 7)))
		if b == 0 {
			break
		}
		text = append(text, b)
	}
	return string(text)
}

// tests notes a call of an undefined function that gives nothing and stands straight behind a branch.
func (tr *tracer) tests(m *machine, t int, call trace.Call) {
	frames, me := m.threads[t].frames, tr.origins.threads[t]
	k := len(frames) - 2
	if k < 0 || k >= len(me.frames) || m.prog.code[frames[k].pc].dst.slot >= 0 {
		return
	}
	if d := tr.straightTo(m, t, k); d != nil {
		tr.rests.tests = append(tr.rests.tests, tested{verdict.Need{Who: call.Func, Text: comesBack, Location: call.Pos}, t, d.from, m.prog.funcs[frames[k+1].fn].src.Says.Dies})
	}
}

// hands notes what an undefined function is given.
func (tr *tracer) hands(m *machine, t int, fn *function, call trace.Call) {
	tr.tests(m, t, call)
	fr := m.threads[t].frames[len(m.threads[t].frames)-1]
	for _, p := range fn.params {
		if p.slot < 0 || int(p.w) != m.prog.src.PtrWidth() {
			continue
		}
		o, _, _, fault := m.at(m.threads[t].regs[fr.base+p.slot], 1)
		if fault != faultNone {
			continue
		}
		if tr.rests.given == nil {
			tr.rests.given = map[uint64]steps{}
		}
		if tr.rests.given[o.base] == nil {
			tr.rests.given[o.base] = tr.rests.source(verdict.Need{Who: call.Func, Text: leavesUnset, Location: call.Pos})
		}
		tr.nulls(m, o, tr.rests.source(verdict.Need{Who: call.Func, Text: leavesNull, Location: call.Pos}))
	}
}

// mostNulls is how many bytes of an object that is handed over are looked at for pointers that the function may set.
const mostNulls = 4096

// nulls marks the words of an object that may be null pointers. Null is what programs give a pointer that a function is to set, so it counts as unset; other values stay.
func (tr *tracer) nulls(m *machine, o *object, from steps) {
	size := uint64(m.prog.src.PtrWidth() / 8)
	for off := uint64(0); off+size <= min(o.size, mostNulls); off += size {
		zero := true
		for k := off; k < off+size && zero; k++ {
			zero = byte(o.data[k>>3]>>(8*(k&7))) == 0 && (o.undef == nil || !o.untouchedByte(k))
		}
		if zero {
			tr.origins.mark(o.base+off, size, from)
		}
	}
}

// unwritten is the source of what an object holds at an offset where nobody has written.
func (r *rests) unwritten(m *machine, o *object, space int, off uint64) steps {
	if space == 0 && o.site >= 0 && int(o.site) < len(m.prog.src.Globals) {
		if g := m.prog.src.Globals[o.site]; g.Outside {
			if in, _ := addressAt(m.prog.ins[o.site], off); in != nil {
				return r.pointer(verdict.Need{Text: g.Display + " leads to so many objects", Location: m.posOf(m.userPC(m.step.thread))})
			}
			return r.source(verdict.Need{Text: g.Display + " holds such a value", Location: m.posOf(m.userPC(m.step.thread))})
		}
		return nil
	}
	if o.undef == nil || !o.untouchedByte(off) {
		return nil
	}
	return r.given[o.base]
}

// Rests is what a failure of the execution needs of the outside: hostile choices on the way, in their order, then data in what fails. Nothing: it is a bug.
func (o *Outcome) Rests(f *verdict.Failure) (out []verdict.Need) {
	if o.traced == nil {
		return nil
	}
	for _, c := range o.traced.rests.choices {
		if !slices.Contains(out, c.Need) {
			out = append(out, c.Need)
		}
	}
	add := func(n verdict.Need) {
		if !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	for _, n := range o.traced.rests.differ {
		add(n)
	}
	for _, n := range o.traced.byName(o.m, f) {
		add(n)
	}
	for _, test := range o.traced.rests.tests {
		if test.dies {
			add(test.Need)
		}
	}
	for _, t := range f.Threads {
		if n, ok := o.traced.torn(o.m, t, f.Kind); ok {
			add(n)
		}
		from := o.traced.failing(o.m, t)
		for _, s := range from.outside() {
			if x := o.traced.rests.sources[-s-1]; x.how == isData && (x.Text != leavesNull || f.Kind == verdict.KindNullDeref) {
				add(x.Need)
			}
		}
		for _, test := range o.traced.rests.tests {
			if test.thread == t && slices.ContainsFunc(from, func(s int) bool {
				return (s >= 0 || o.traced.rests.sources[-s-1].how == isData) && slices.Contains(test.from, s)
			}) {
				add(test.Need)
			}
		}
	}
	return out
}

// failing is the origins of what fails of a thread: an address, a length, an asserted value.
func (tr *tracer) failing(m *machine, t int) steps {
	me, th := tr.origins.threads[t], m.threads[t]
	top := len(th.frames) - 1
	if top < 0 {
		return nil
	}
	tr.origins.enter(m, th, me) // of a function that has just been called nothing has run
	fr := &th.frames[top]
	in := &m.prog.code[fr.pc]
	if in.op == opAssert && in.a.slot < 0 {
		return tr.straight(m, t)
	}
	where := []operand{in.a}
	switch in.op {
	case opCopy:
		where = append(where, in.b, in.c)
	case opFill, opScan, opTouch:
		where = append(where, in.c)
	case opWait, opSpawn:
		where = append(where, in.b)
	}
	var out steps
	for i, x := range where {
		if x.set && x.slot >= 0 {
			out = out.with(me.get(fr.base + x.slot).from).with(tr.places.number(m, t, fr.base, &x))
			if i == 0 && in.op != opAssert {
				out = out.with(tr.places.strays(m, t, fr.base, &x))
			}
		}
	}
	return out
}

// straight is the data that the condition of a check without one rests on: of the branch from which control goes straight to it, through calls.
func (tr *tracer) straight(m *machine, t int) steps {
	th := m.threads[t]
	for k := len(th.frames) - 1; k >= 0; k-- {
		fr := &th.frames[k]
		if d := tr.straightTo(m, t, k); d != nil {
			return d.from
		}
		if !m.prog.leads(m.prog.funcs[fr.fn].entry, fr.pc) {
			return nil
		}
	}
	return nil
}

// straightTo is the branch of frame k of a thread from which control goes straight to where the frame is, nil: there is none.
func (tr *tracer) straightTo(m *machine, t, k int) *decision {
	fr, ds := &m.threads[t].frames[k], tr.origins.threads[t].frames[k].decisions
	for i := len(ds) - 1; i >= 0; i-- {
		if slices.ContainsFunc(m.prog.next(ds[i].branch), func(to int32) bool { return m.prog.leads(to, fr.pc) }) {
			return &ds[i]
		}
	}
	return nil
}

// leads reports whether control goes from one place to another without a branch.
func (p *program) leads(from, to int32) bool {
	for n := 0; n < len(p.code) && from >= 0; n++ {
		if from == to {
			return true
		}
		switch in := &p.code[from]; in.op {
		case opJump:
			from = in.to
		case opBranch, opSwitch, opReturn, opHalt, opThreadExit, opUnsupported:
			return false
		default:
			from++
		}
	}
	return false
}
