package irexec

import (
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/source"
	"github.com/heddle-dev/heddle/internal/trace"
)

// The tracer records what people want to see of an execution: visible operations with what they read and wrote,
// assignments to named variables, checks and inputs. An instruction inside one of heddle's models is shown at the call in
// the user's code, and its private computations are left out.

type tracer struct {
	steps []trace.Step
	// unknown is the calls of functions that nothing defines.
	unknown []trace.Call
	origins *origins
	places  *elsewhere
	open    bool // the last step's register values are still to be read
	pc      int32
	depth   int

	models []model // by thread, the call of a model that it is in
	taken  []taken
	opened []opened
	rests  rests
	backs  []*callbacks // by thread
	kept   kept
}

// model is a call of a modelled function by the user's code.
type model struct {
	call  *trace.Call
	depth int  // the number of frames below it
	asked bool // it took something from outside
	holds *content
}

// content is what memory holds that a model made arbitrary: what a read brought in, or what new memory holds. It is known when somebody has looked at it.
type content struct{ bytes []byte }

// opened is a range of memory with such a content. Addresses are used once.
type opened struct {
	at, size uint64
	holds    *content
}

// taken is a value from outside, and how many steps were made before.
type taken struct {
	trace.Taken
	after int
	asked bool // it is a value from outside, and no result of an allocation
	holds *content
}

// enter notes which call of a model a thread is in.
func (tr *tracer) enter(m *machine, t int) {
	for len(tr.models) <= t {
		tr.models = append(tr.models, model{})
	}
	frames := m.threads[t].frames
	k := len(frames) - 1
	for k >= 0 && m.prog.funcs[frames[k].fn].model {
		k--
	}
	is := &tr.models[t]
	switch {
	case k == len(frames)-1 || k < 0:
		is.call = nil
	case is.call == nil || is.depth != k+1 || len(frames) == k+2 && frames[k+1].pc == m.prog.funcs[frames[k+1].fn].entry:
		*is = model{call: &trace.Call{Func: m.prog.funcs[frames[k+1].fn].src.Display, Pos: m.posOf(frames[k].pc)}, depth: k + 1}
	}
}

// took notes a value from outside.
func (tr *tracer) took(m *machine, t int, pc int32, v ir.Const) {
	if is := &tr.models[t]; is.call != nil {
		is.asked = true
		return
	}
	tr.taken = append(tr.taken, taken{Taken: trace.Taken{Thread: t, Pos: m.posOf(pc), Value: v}, after: len(tr.steps), asked: true})
}

// asks notes that a model takes something from outside.
func (tr *tracer) asks(t int) { tr.models[t].asked = true }

// mostContent is how many bytes of a range are kept.
const mostContent = 1 << 16

// opens notes that a model makes a range arbitrary. The first range of a call is what the call is about.
func (tr *tracer) opens(t int, at, size uint64) {
	if is := &tr.models[t]; is.call != nil && is.holds == nil && size > 0 {
		is.holds = &content{}
		tr.opened = append(tr.opened, opened{at, min(size, mostContent), is.holds})
	}
}

// settles notes what a byte that was arbitrary turns out to be.
func (tr *tracer) settles(at uint64, b byte) {
	for i := len(tr.opened) - 1; i >= 0; i-- {
		if o := &tr.opened[i]; at-o.at < o.size {
			if n := at - o.at; n < uint64(len(o.holds.bytes)) {
				o.holds.bytes[n] = b
			} else if b != 0 {
				o.holds.bytes = append(append(o.holds.bytes, make([]byte, n-uint64(len(o.holds.bytes)))...), b)
			}
			return
		}
	}
}

// inputs is what was taken, with what is known about it in the end. Of the calls at one place that took nothing but memory, those behind the last with a content are left out: the others count.
func (tr *tracer) inputs() (out []trace.Taken) {
	last := map[trace.Call]int{}
	for i := range tr.taken {
		if t := &tr.taken[i]; t.holds != nil {
			if t.Content = t.holds.bytes; len(t.Content) > 0 {
				last[trace.Call{Func: t.Func, Pos: t.Pos}] = i + 1
			}
		}
	}
	for i, t := range tr.taken {
		if t.asked || i < last[trace.Call{Func: t.Func, Pos: t.Pos}] {
			out = append(out, t.Taken)
		}
	}
	return out
}

// begin is called before each instruction; the values of the one before can be read now.
func (tr *tracer) begin(m *machine, t int, pc int32) {
	tr.close(m)
	tr.enter(m, t)
	tr.places.begin(m, t, pc)
	in := &m.prog.code[pc]
	tr.entrusts(m, t, pc, in)
	tr.says(m, t, pc, in)
	if fn := &m.prog.funcs[in.fn]; fn.src.Unknown && pc == fn.entry {
		call := trace.Call{Func: fn.src.Display, Pos: m.posOf(m.userPC(t))}
		if !slices.Contains(tr.unknown, call) {
			tr.unknown = append(tr.unknown, call)
		}
		tr.hands(m, t, fn, call)
	}
	if !tr.wanted(m, in) {
		tr.origins.begin(m, t, pc, -1, tr.gives(m, t, in))
		return
	}
	tr.origins.begin(m, t, pc, len(tr.steps), tr.gives(m, t, in))
	th := m.threads[t]
	user := m.userPC(t)
	src := m.prog.code[user].src.Base()
	st := trace.Step{
		Thread: t, Instr: in.src.Base().ID, Pos: src.Pos, Text: src.Text,
		Func:    m.prog.funcs[m.prog.code[user].fn].src.Display,
		Visible: in.visible && th.atomic == 0, Does: does(in), Locks: m.locksOf(t), Stack: m.stackOf(t, user), In: tr.models[t].call,
	}
	if mem, _, _ := ir.AccessOf(in.src); mem != nil {
		st.Atomic = mem.Mark == ir.MarkAtomic
	}
	tr.steps = append(tr.steps, st)
	tr.open, tr.pc, tr.depth = true, pc, len(th.frames)
}

// stackOf is the calls that led a thread to a place in the user's code, outermost first.
func (m *machine) stackOf(t int, user int32) (out []source.Range) {
	frames := m.threads[t].frames
	for _, fr := range frames[:max(len(frames)-1, 0)] {
		if m.prog.funcs[fr.fn].model || fr.pc == user {
			break
		}
		if !m.callsMain(&fr) {
			out = append(out, m.posOf(fr.pc))
		}
	}
	return out
}

// callsMain reports whether a frame is of the code that calls the user's first function.
func (m *machine) callsMain(fr *frame) bool {
	return m.prog.funcs[fr.fn].src.Name == m.prog.src.Funcs[m.prog.src.Entry].Name && strings.HasPrefix(m.prog.funcs[fr.fn].src.Name, "heddle.")
}

// doing is what operations do, in the words of a report.
var doing = map[opcode]string{
	opLoad: "read", opScan: "read", opStore: "write", opFill: "write", opCopy: "copy", opRMW: "update", opCAS: "update", opFree: "free", opSpawn: "start", opJoin: "join",
	opLock: "lock", opUnlock: "unlock", opWait: "wait", opWake: "wake", opSignal: "signal", opDown: "down", opUp: "up", opArrive: "arrive", opPass: "pass",
	opSyncInit: "initialize", opSyncDestroy: "destroy", opAtomicBegin: "atomic section", opHalt: "exit", opThreadExit: "end",
}

func does(in *inst) string {
	switch {
	case in.op == opLock && in.try:
		return "try to lock"
	case in.op == opTouch:
		if _, _, writes := ir.AccessOf(in.src); writes {
			return "write"
		}
		return "read"
	}
	return doing[in.op]
}

// locksOf names the locks that a thread holds.
func (m *machine) locksOf(t int) (out []string) {
	me := int32(t) + 1
	for i := range m.sync {
		s := &m.sync[i]
		_, reads := slices.BinarySearch(s.readers, me)
		switch {
		case s.owner == me:
			out = append(out, m.nameAt(s.addr))
		case reads:
			out = append(out, m.nameAt(s.addr)+" for reading")
		}
	}
	return out
}

func (tr *tracer) wanted(m *machine, in *inst) bool {
	if in.visible || in.op == opThreadExit {
		return true
	}
	if m.prog.funcs[in.fn].model {
		return false
	}
	switch in.op {
	case opAssert, opAssume, opHavoc, opUnsupported:
		return true
	case opAlloc, opCall, opCallPtr, opAtomicEnd, opJump, opBranch, opSwitch, opReturn, opNop:
		return false
	}
	named := false
	ir.Defs(in.src, func(r *ir.Reg) { named = named || m.prog.funcs[in.fn].src.Regs[*r].Name != "" })
	return named
}

// close reads the registers that the last step wrote.
func (tr *tracer) close(m *machine) {
	if !tr.open {
		return
	}
	tr.open = false
	st := &tr.steps[len(tr.steps)-1]
	st.From = tr.origins.from().inside()
	if n := len(st.From); n > 0 && st.From[n-1] >= len(tr.steps)-1 { // a step that was dropped is no origin
		st.From = slices.DeleteFunc(slices.Clone(st.From), func(i int) bool { return i >= len(tr.steps)-1 })
	}
	in := &m.prog.code[tr.pc]
	th := m.threads[st.Thread]
	if len(th.frames) < tr.depth {
		return
	}
	fr := th.frames[tr.depth-1]
	fn := &m.prog.funcs[in.fn]
	if fr.fn != in.fn || fn.model {
		return
	}
	ir.Defs(in.src, func(r *ir.Reg) {
		info := fn.src.Regs[*r]
		if info.Name == "" {
			return
		}
		slot := fr.base + fn.slots[*r]
		v := ir.Const{Lo: th.regs[slot]}
		if info.Width > 64 {
			v.Hi = th.regs[slot+1]
		}
		st.Values = append(st.Values, trace.Value{Name: info.Name, Value: m.format(v, info.Width, info.Show), Write: true})
	})
}

// cut takes back all steps after the first n: their operation blocked.
func (tr *tracer) cut(n int) {
	tr.steps = tr.steps[:n]
	tr.open = false
	for k := len(tr.taken); k > 0 && tr.taken[k-1].after >= n; k-- {
		tr.taken = tr.taken[:k-1]
	}
	tr.rests.cut(n)
}

// drop forgets an instruction that was begun and not executed.
func (tr *tracer) drop() {
	tr.places.now = movedInstr{}
	if tr.open {
		tr.cut(len(tr.steps) - 1)
	}
}

// returned shows the result of a call when it is assigned to a variable.
func (tr *tracer) returned(m *machine, t int, pc int32) {
	tr.close(m)
	tr.places.returned(m, t, pc)
	in := &m.prog.code[pc]
	fn := &m.prog.funcs[in.fn]
	if is := &tr.models[t]; in.dst.slot >= 0 && is.call != nil && (is.asked || is.holds != nil) && is.depth == len(m.threads[t].frames) {
		fr := m.threads[t].frames[is.depth-1]
		tr.taken = append(tr.taken, taken{trace.Taken{Thread: t, Func: is.call.Func, Pos: is.call.Pos, Value: ir.Const{Lo: m.threads[t].regs[fr.base+in.dst.slot]}}, len(tr.steps), is.asked, is.holds})
	}
	named := false
	if in.dst.slot >= 0 && !fn.model {
		ir.Defs(in.src, func(r *ir.Reg) { named = named || fn.src.Regs[*r].Name != "" })
	}
	if !named {
		tr.origins.returned(m, t, pc, -1)
		return
	}
	tr.origins.returned(m, t, pc, len(tr.steps))
	src := in.src.Base()
	st := trace.Step{Thread: t, Instr: src.ID, Pos: src.Pos, Text: src.Text, Func: fn.src.Display}
	th := m.threads[t]
	for _, fr := range th.frames[:len(th.frames)-1] {
		if !m.callsMain(&fr) {
			st.Stack = append(st.Stack, m.posOf(fr.pc))
		}
	}
	tr.steps = append(tr.steps, st)
	tr.open, tr.pc, tr.depth = true, pc, len(th.frames)
}

// traceMem adds a memory value to the current step.
func (m *machine) traceMem(in *inst, addr uint64, v ir.Const, write bool) {
	if m.tracer == nil || !m.tracer.open {
		return
	}
	mem, _, _ := ir.AccessOf(in.src)
	model := m.prog.funcs[in.fn].model
	if model && (mem == nil || mem.Name == "" || !write || !mem.Unsure && !mem.Excused) {
		return // the call is shown as the line; only effects of undefined functions on memory are added
	}
	st := &m.tracer.steps[len(m.tracer.steps)-1]
	name := m.nameAt(addr)
	show := ir.ShowUnsigned
	if mem != nil {
		show = mem.Show
		if !model && mem.Name != "" {
			name = mem.Name
		}
	}
	st.Values = append(st.Values, trace.Value{Name: name, Value: m.format(v, int(in.size)*8, show), Write: write})
}

func (m *machine) threadNames() []trace.Thread {
	list := make([]trace.Thread, len(m.threads))
	for i, th := range m.threads {
		list[i] = trace.Thread{Name: th.name, Ended: th.status == ended}
		if start := m.prog.funcs[th.start].src.Display; start != th.name {
			list[i].Start = start
		}
	}
	return list
}
