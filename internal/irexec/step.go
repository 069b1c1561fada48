package irexec

import (
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// The interpreter. exec runs one thread from its program point until something stops it: the next visible operation after the step was done, a block, the end
// of the thread or the process, or an event (a failure or something that ends the
// execution). The instruction that stops has had no effect; it is still the program point of its thread.
//
// What counts as a step is decided here in one place: stepState.done is set by the operation that ends the step. Without
// reduction every visible operation does; block.go explains the reduction, where plain accesses and outermost locks
// do not.

type result uint8

const (
	resNext    result = iota // a visible operation is pending
	resBlocked               // could not make its step; see stepState.wait
	resStuck                 // an assumption does not hold
	resEnded                 // the thread ended
	resHalted                // the process ended
	resEvent                 // see stepState.event
	resCut                   // ran out of fuel in the middle of invisible code
)

// eventKind is what ends an execution.
type eventKind uint8

const (
	evFailure     eventKind = iota // a check failed, or an invalid access
	evInvalid                      // an invalid operation that has no kind of finding
	evUnsupported                  // UNKNOWN from here on
	evLimit                        // a limit of the interpreter
)

type event struct {
	what eventKind
	kind verdict.Kind // of an evFailure
	msg  string
	pc   int32
	addr uint64 // of the invalid access or free, if the event is one
}

type stepState struct {
	thread    int
	done      bool
	prefix    bool // the code of a new thread before its first visible operation
	solo      bool // no other thread lives
	visible   int  // operations executed
	given     int  // fuel at its beginning
	fuel      int
	low       int // the lowest frame that is saved
	before    int // threads there were when the atomic section began
	mid       uint64
	midPC     int32
	midShared bool
	event     event
	wait      wait
	misuses   []misuse
	log       []access
	logging   bool
	touched   []int
	foreign   bool  // the inputs put an address into external memory that cannot be there
	layout    int32 // code position of an operation that depended on addresses, or -1
	renewed   int32 // code position of a call that initialized or destroyed an object in use, or -1
}

const (
	stepFuel    = 200_000   // instructions before a step is cut
	sectionFuel = 2_000_000 // the same inside an atomic section, which cannot be cut
	maxFrames   = 20_000
	maxVisible  = 1024 // operations of one step, with reduction
)

// begin prepares a step of a thread.
func (m *machine) begin(t int) {
	s := &m.step
	m.executed += int64(s.given - s.fuel)
	s.thread, s.done, s.visible, s.given, s.fuel, s.mid = t, false, 0, stepFuel, stepFuel, 0
	s.prefix, s.wait = false, wait{}
	m.fresh = m.fresh[:0]
	s.solo = m.alive == 1 && m.opts.reduced
	s.log, s.misuses = s.log[:0], s.misuses[:0]
	s.touched = append(s.touched[:0], t)
	s.layout, s.renewed = -1, -1
	s.foreign = false
	th := m.threads[t]
	s.low = len(th.frames) - 1
	m.saveHeader(t)
	m.saveFrame(t, s.low)
}

// finish brings the hashes up to date after a step that is kept.
func (m *machine) finish() {
	for _, t := range m.step.touched {
		m.hashThread(t)
	}
}

func (m *machine) touch(t int) {
	if slices.Contains(m.step.touched, t) {
		return
	}
	m.saveHeader(t)
	m.step.touched = append(m.step.touched, t)
}

// ender notes that the step ends with this operation.
func (m *machine) ender() {
	if !m.step.solo || m.step.visible >= maxVisible {
		m.step.done = true
	}
}

func (m *machine) fail(what eventKind, kind verdict.Kind, pc int32, format string, args ...any) result {
	m.step.event = event{what: what, kind: kind, pc: pc, msg: fmt.Sprintf(format, args...)}
	return resEvent
}

// get reads an operand of at most 64 bits.
func (m *machine) get(r []uint64, o *operand) uint64 {
	if o.slot < 0 {
		return o.lo
	}
	if open(r, o) {
		m.lookReg(r, o)
	}
	return r[o.slot]
}

// getWide reads an operand of any width.
func (m *machine) getWide(r []uint64, o *operand) ir.Const {
	if o.slot < 0 {
		return ir.Const{Lo: o.lo, Hi: o.hi}
	}
	lo := m.get(r, o)
	if o.w <= 64 {
		return ir.Const{Lo: lo}
	}
	return ir.Const{Lo: lo, Hi: r[o.slot+1]}
}

// lookReg chooses the value of a register that holds a symbol or was never written.
func (m *machine) lookReg(r []uint64, o *operand) {
	v := m.know(m.carry(r, o), int(o.w))
	setWide(r, &target{slot: o.slot, bit: o.bit, w: o.w}, v)
}

func set(r []uint64, d *target, v uint64) {
	if d.slot >= 0 {
		r[d.slot] = v
		if d.w > 64 {
			r[d.slot+1] = 0
		}
		if d.bit >= 0 {
			r[d.bit>>6] &^= 1 << (d.bit & 63)
		}
	}
}

func setWide(r []uint64, d *target, v ir.Const) {
	if d.slot >= 0 {
		set(r, d, v.Lo)
		if d.w > 64 {
			r[d.slot+1] = v.Hi
		}
	}
}

// exec runs a step of thread t. A check that would fail, or an operation that would be invalid, behind the step's visible operation is no part of it: it stays
// pending like a visible operation, because other threads may go first. Otherwise what they do in the meantime would be missed, as the failure ends the process.
func (m *machine) exec(t int) result {
	res := m.interpret(t)
	s := &m.step
	if res != resEvent || s.event.what != evFailure && s.event.what != evInvalid || !s.done || s.visible == 0 ||
		m.threads[t].atomic > 0 || m.prog.code[s.event.pc].visible {
		return res
	}
	if m.tracer != nil {
		m.tracer.drop()
	}
	if m.watcher != nil {
		m.watcher.Undone()
	}
	return resNext
}

// interpret runs thread t. Its state is consistent at every return.
func (m *machine) interpret(t int) result {
	th := m.threads[t]
	code := m.prog.code
	s := &m.step
	top := len(th.frames) - 1
	pc := th.frames[top].pc
	r := th.regs[th.frames[top].base:]
	for {
		in := &code[pc]
		th.frames[top].pc = pc
		if in.visible && th.atomic == 0 {
			if s.done {
				return resNext
			}
			s.visible++
			if !m.opts.reduced {
				s.done = true
			} else if s.visible >= maxVisible {
				s.done = true
			}
		}
		if s.fuel--; s.fuel <= 0 {
			if th.atomic == 0 {
				if in.visible {
					s.visible--
				}
				return resCut
			}
			if s.fuel < -sectionFuel {
				return m.fail(evLimit, "", pc, "an atomic section takes more than %d instructions", sectionFuel)
			}
		}
		if m.tracer != nil {
			m.tracer.begin(m, t, pc)
		}
		if m.watcher != nil {
			m.watch(t, top, pc, r)
		}
		if m.passed != nil && !m.passed[pc] {
			m.passed[pc] = true
			m.firsts++
			m.fresh = append(m.fresh, pc)
		}
		if m.by != nil {
			m.by(t, pc)
		}
		switch in.op {
		case opMove:
			if in.dst.w <= 64 && !open(r, &in.a) {
				set(r, &in.dst, m.get(r, &in.a))
			} else {
				m.put(r, &in.dst, m.carry(r, &in.a))
			}
			pc++
		case opBinary:
			if open(r, &in.a) || open(r, &in.b) {
				if yes, ok := m.compare(r, in); ok {
					set(r, &in.dst, b2u(yes))
					pc++
					continue
				}
			}
			if in.a.w <= 64 {
				x, y := m.get(r, &in.a), m.get(r, &in.b)
				v, ok := binary64(ir.BinOp(in.sub), x, y, in.a.w)
				if !ok {
					return m.fail(evInvalid, "", pc, "%s", divisionText(y))
				}
				if s.layout < 0 && (in.flag && m.differentObjects(x, y) || in.number && m.looks(ir.BinOp(in.sub), x, y)) {
					s.layout = pc
				}
				set(r, &in.dst, v)
			} else {
				x, y := m.getWide(r, &in.a), m.getWide(r, &in.b)
				v, ok := binaryWide(ir.BinOp(in.sub), x, y, in.a.w)
				if !ok {
					return m.fail(evInvalid, "", pc, "%s", divisionText(y.Lo|y.Hi))
				}
				setWide(r, &in.dst, v)
			}
			pc++
		case opExact:
			x, y := m.get(r, &in.a), m.get(r, &in.b)
			v, ok := exact64(ir.BinOp(in.sub), x, y, in.a.w)
			if !ok {
				return m.fail(evInvalid, "", pc, "pointer arithmetic that leaves the address space")
			}
			if s.layout < 0 && in.number && m.looks(ir.BinOp(in.sub), x, y) {
				s.layout = pc
			}
			set(r, &in.dst, v)
			pc++
		case opUnary:
			op := ir.UnOp(in.sub)
			if op == ir.Trunc && open(r, &in.a) {
				m.put(r, &in.dst, part(m.carry(r, &in.a), 0, &in.dst))
				pc++
				continue
			}
			x := m.getWide(r, &in.a)
			v, ok := unary(op, x, in.a.w, in.dst.w)
			if !ok {
				return m.fail(evInvalid, "", pc, "conversion of a float that does not fit the integer type")
			}
			if op == ir.PtrToInt && m.liesAt(x.Lo) {
				s.layout = pc
				m.numbers(x.Lo)
			}
			setWide(r, &in.dst, v)
			pc++
		case opExtract:
			m.put(r, &in.dst, part(m.carry(r, &in.a), uint(in.size), &in.dst))
			pc++
		case opConcat:
			if open(r, &in.a) && open(r, &in.b) {
				if v, ok := joined(m.carry(r, &in.a), m.carry(r, &in.b), uint(in.b.w)); ok {
					m.put(r, &in.dst, v)
					pc++
					continue
				}
			}
			hi, lo := m.getWide(r, &in.a), m.getWide(r, &in.b)
			w := uint(in.b.w)
			v := lo
			if w >= 64 {
				v.Hi |= hi.Lo << (w - 64)
			} else {
				v.Lo |= hi.Lo << w
				v.Hi |= hi.Hi<<w | hi.Lo>>(64-w)
			}
			setWide(r, &in.dst, v.Truncate(int(in.dst.w)))
			pc++
		case opIte:
			c := m.get(r, &in.a)
			x, y := m.carry(r, &in.b), m.carry(r, &in.c)
			if c == 0 {
				x = y
			}
			m.put(r, &in.dst, x)
			pc++
		case opJump:
			pc = in.to
		case opBranch:
			if in.flag {
				m.decided(in)
			}
			if m.get(r, &in.a) != 0 {
				pc = in.to
			} else {
				pc = in.to2
			}
		case opSwitch:
			pc = m.switchTo(r, in)
		case opNop:
			pc++
		case opHavoc:
			if in.dst.slot >= 0 {
				classes := in.classes
				if m.opts.friendly && in.hostile {
					classes = friendly
				}
				v := m.arbitrary(t, int(in.dst.w), classes, pc)
				if q, ok := m.choices.(*queues); ok && m.opts.friendly && in.hostile {
					v = value{}
					q.befriend(t)
				}
				if in.data || in.asks {
					v = m.sameAnswer(t, pc, v)
				}
				if in.handle {
					v = m.newHandle(t, int(in.dst.w), v)
				}
				m.put(r, &in.dst, v)
				if m.tracer != nil {
					m.tracer.took(m, t, pc, v.Const)
					m.tracer.chose(m, t, in, v.Const)
					if in.data || in.asks {
						m.tracer.answered(m, t, pc, v.Const)
					}
				}
			}
			pc++
		case opAssume:
			if m.get(r, &in.a) == 0 {
				if th.atomic > 0 {
					return m.blocked(wait{kind: waitAssume, pc: pc})
				}
				return resStuck
			}
			pc++
		case opAssert:
			m.reached(pc)
			if m.get(r, &in.a) == 0 {
				a := in.src.(*ir.Assert)
				return m.fail(evFailure, verdict.Kind(a.Kind), pc, "%s", assertText(a))
			}
			pc++
		case opUnsupported:
			return m.fail(evUnsupported, "", pc, "%s", in.src.(*ir.Unsupported).What)
		case opSelf:
			set(r, &in.dst, uint64(t)+1)
			pc++
		case opTLSAddr:
			set(r, &in.dst, m.spaces[t+1][in.size].base)
			pc++
		case opObjSize:
			a := m.get(r, &in.a)
			v := uint64(0)
			if o, _, _, f := m.at(a, 0); f == faultNone && o.kind == kindHeap && o.base == a {
				v = o.size
			}
			set(r, &in.dst, v)
			pc++
		case opProbe:
			n := uint64(in.size)
			if in.c.set {
				n = m.get(r, &in.c)
			}
			_, _, _, f := m.at(m.get(r, &in.a), n)
			if f == faultNone && in.b.set {
				_, _, _, f = m.at(m.get(r, &in.b), n)
			}
			set(r, &in.dst, b2u(f == faultNone || in.c.set && n == 0))
			pc++
		case opSameObject:
			_, s1, o1, f1 := m.at(m.get(r, &in.a), 1)
			_, s2, o2, f2 := m.at(m.get(r, &in.b), 1)
			inside := func(f fault) bool { return f == faultNone || f == faultFreed }
			set(r, &in.dst, b2u(inside(f1) && inside(f2) && s1 == s2 && o1 == o2))
			pc++
		case opAlloc:
			kind := kindHeap
			if in.flag {
				kind = kindStack
			}
			src := in.src.(*ir.Alloc)
			size := m.get(r, &in.a)
			base, ok := m.newObject(t, size, uint64(src.Align), kind, src.Zero, pc)
			if !ok {
				return m.fail(evLimit, "", pc, "no room for an object of %d bytes", size)
			}
			set(r, &in.dst, base)
			m.born(t, base, kind == kindHeap)
			if m.tracer != nil && kind == kindHeap {
				m.tracer.opens(t, base, size)
			}
			pc++
		case opCall, opCallPtr:
			callee := in.to
			if in.op == opCallPtr {
				f, res := m.resolve(in, m.get(r, &in.a), pc)
				if f < 0 {
					return res
				}
				callee = f
				m.used(t)
			}
			if len(th.frames) >= maxFrames {
				return m.fail(evLimit, "", pc, "recursion deeper than %d calls", maxFrames)
			}
			fn := &m.prog.funcs[callee]
			caller := th.frames[top].base
			for i := range in.args { // operands are read before anything is written
				m.carry(r, &in.args[i])
			}
			th.push(fn, callee)
			from := th.regs[caller:]
			top++
			r = th.regs[th.frames[top].base:]
			for i := range in.args {
				m.put(r, &fn.params[i], m.carry(from, &in.args[i]))
			}
			pc = fn.entry
		case opReturn:
			var v value
			if in.a.set {
				v = m.carry(r, &in.a)
			}
			if in.handle && m.tracer != nil {
				m.tracer.hasOpened(m, t, int(in.a.w), v.Const)
			}
			if top == 0 {
				return m.endThread(t, v, in.a.w, true)
			}
			th.regs = th.regs[:th.frames[top].base]
			th.frames = th.frames[:top]
			top--
			if top < s.low {
				m.saveFrame(t, top)
				s.low = top
			}
			r = th.regs[th.frames[top].base:]
			pc = th.frames[top].pc
			if d := &code[pc].dst; d.slot >= 0 {
				m.put(r, d, v)
			}
			if m.tracer != nil {
				m.tracer.returned(m, t, pc)
			}
			pc++
		case opThreadExit:
			var v value
			if in.a.set {
				v = m.carry(r, &in.a)
			}
			return m.endThread(t, v, in.a.w, true)
		default:
			if res := m.operate(t, th, in, pc, r); res == resStop {
				s.visible--
				return resNext
			} else if res != resNext {
				return res
			}
			pc++
		}
	}
}

// switchTo finds the target of a Switch.
func (m *machine) switchTo(r []uint64, in *inst) int32 {
	v := m.carry(r, &in.a)
	asks := m.splits(v, in.a.w)
	if !asks {
		v.Const = m.know(v, int(in.a.w))
	}
	for i := 0; i < len(in.args); i += 2 {
		lo, hi := &in.args[i], &in.args[i+1]
		if asks && m.ask(v.sym.symbol(), domain{{lo.lo, hi.lo}}) || !asks && lessEq(lo.hi, lo.lo, v.Hi, v.Lo) && lessEq(v.Hi, v.Lo, hi.hi, hi.lo) {
			return lo.slot
		}
	}
	return in.to
}

func lessEq(ahi, alo, bhi, blo uint64) bool { return ahi < bhi || ahi == bhi && alo <= blo }

func divisionText(y uint64) string {
	if y == 0 {
		return "division by zero"
	}
	return "division overflows"
}
