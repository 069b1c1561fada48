package irexec

import (
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// The visible operations, one case each, with the semantics that package ir gives them. A blocking operation that has to wait
// changes nothing and leaves in stepState.wait what it waits for.

type waitKind uint8

const (
	waitNone   waitKind = iota
	waitAssume          // an assumption in an atomic section: no thread provides it
	waitLock
	waitJoin
	waitSem
	waitSignal
	waitBarrier
)

type wait struct {
	kind waitKind
	addr uint64
	pc   int32
	user int32 // the position shown to people
	on   int   // waitJoin: the thread
	done int   // operations of the step before this one
	caps uint8 // what the thread may still provide
}

const resStop result = 100 // operate: the step ends before this operation

// holdsMid reports whether the block acquired a lock on its way. An operation that may block starts a new block then: otherwise no state between blocks would
// show a thread that waits while it holds that lock.
func (m *machine) holdsMid(th *thread) bool { return m.step.mid != 0 && th.atomic == 0 }

// late reports whether the step of the only live thread has done something already: a wait then begins a step of its own, from the state in which the thread is blocked.
func (m *machine) late() bool {
	return m.step.solo && m.step.visible > 1 && m.threads[m.step.thread].atomic == 0
}

// chose reports whether the block made a free choice on its way here. With another choice the thread might not block, so a wait begins a block of its own, from
// a state in which the choice is made.
func (m *machine) chose() bool {
	s, ok := m.choices.(*script)
	return ok && s.free > 0 && m.step.visible > 1 && m.threads[m.step.thread].atomic == 0
}

func (m *machine) blocked(w wait) result {
	if m.late() || m.chose() {
		return resStop
	}
	if m.step.wait.kind == waitSignal {
		return resBlocked // for deadlocks it already waits at an earlier place, a wakeup without a signal
	}
	w.user, w.done, w.caps = m.userPC(m.step.thread), m.step.visible-1, m.capsOf(m.step.thread)
	m.step.wait = w
	return resBlocked
}

// valid checks the address of a synchronization object.
func (m *machine) valid(addr uint64, pc int32) result {
	_, _, _, f := m.at(addr, 1)
	if f == faultNone {
		return resNext
	}
	return m.faulty(f, addr, pc, "synchronization on")
}

// faulty makes the event of an invalid access.
func (m *machine) faulty(f fault, addr uint64, pc int32, doing string) result {
	switch f {
	case faultNull:
		return m.fail(evFailure, verdict.KindNullDeref, pc, "%s a null pointer%s", doing, m.offsetText(addr))
	case faultFreed:
		res := m.fail(evFailure, verdict.KindUseFree, pc, "%s %s after the end of its life", doing, m.nameAt(addr))
		m.step.event.addr = addr
		return res
	}
	if m.beyond(addr) {
		return m.fail(evInvalid, "", pc, "%s an address beyond the part of the external memory that is looked at", doing)
	}
	return m.fail(evFailure, verdict.KindOutOfBounds, pc, "%s an address outside of every object%s", doing, m.nearText(addr))
}

// touchMemory checks an access, notes it for races and conflicts, and finds its object.
func (m *machine) touchMemory(t int, in *inst, pc int32, addr uint64, reads, writes bool) (*object, int, int, result) {
	return m.touchBytes(t, in, pc, addr, uint64(in.size), reads, writes)
}

func (m *machine) touchBytes(t int, in *inst, pc int32, addr, n uint64, reads, writes bool) (*object, int, int, result) {
	o, space, slot, f := m.at(addr, n)
	if f != faultNone {
		doing := "read of"
		if writes {
			doing = "write to"
		}
		if in.unsure {
			return nil, 0, 0, m.fail(evInvalid, "", pc, "%s memory that is not there, by a function that nothing defines", doing)
		}
		return nil, 0, 0, m.faulty(f, addr, pc, doing)
	}
	m.noteBytes(t, in, pc, o, space, access{addr: addr, size: n, read: reads, write: writes, excused: in.excused})
	if m.tracer != nil {
		m.tracer.origins.touch(addr, n, reads, writes, m.tracer.rests.unwritten(m, o, space, addr-o.base))
	}
	return o, space, slot, resNext
}

// noteBytes notes an access for races and conflicts, if others can know the object.
func (m *machine) noteBytes(t int, in *inst, pc int32, o *object, space int, a access) {
	if m.private(t, o, space) {
		return
	}
	a.final = !m.opts.reduced || m.threads[t].atomic > 0 || in.atomic || in.excused || in.op == opSpawn || m.opts.racy[pc]
	a.plain = !in.atomic && !(in.volatile && m.opts.volatileIsAtomic)
	a.torn, a.copies = in.c.set && a.size > 1 && (in.op == opFill || in.op == opCopy || in.op == opScan), in.op == opCopy
	a.moves = a.copies && a.read || in.op == opLoad && in.flag
	m.note(a, t)
	if a.final && m.threads[t].atomic == 0 {
		m.ender()
	}
}

// private reports whether no other thread can know the object.
func (m *machine) private(t int, o *object, space int) bool {
	if space == 0 {
		return m.opts.privateGlobal != nil && m.opts.privateGlobal[o.site]
	}
	return space == t+1 && (!o.escaped || o.kind != kindTLS && m.opts.private != nil && m.opts.private[o.site])
}

func (m *machine) operate(t int, th *thread, in *inst, pc int32, r []uint64) result {
	switch in.op {
	case opLoad:
		addr := m.get(r, &in.a)
		o, space, slot, res := m.touchMemory(t, in, pc, addr, true, false)
		if res != resNext {
			return res
		}
		v := m.fetch(t, o, space, slot, addr, uint8(in.size))
		if m.step.foreign {
			return m.foreign(pc)
		}
		if m.partOfAddress(o, addr-o.base, uint64(in.size)) && m.step.layout < 0 {
			m.step.layout = pc
		}
		m.put(r, &in.dst, v)
		m.traceMem(in, addr, v.Const, false)
	case opStore:
		addr := m.get(r, &in.a)
		v := m.carry(r, &in.b)
		o, space, slot, res := m.touchMemory(t, in, pc, addr, false, true)
		if res != resNext {
			return res
		}
		m.store(o, space, slot, addr, uint8(in.size), v)
		if !in.atomic && m.syncIn(addr, uint64(in.size)) {
			m.overwrite(in, o, addr, uint64(in.size))
		}
		if in.c.set {
			m.copyLocks(m.get(r, &in.c), addr, uint64(in.size))
		}
		m.traceMem(in, addr, v.Const, true)
	case opScan:
		return m.scan(t, in, pc, r)
	case opFill, opCopy, opTouch:
		return m.operateRange(t, in, pc, r)
	case opRMW:
		addr := m.get(r, &in.a)
		v := m.getWide(r, &in.b)
		o, space, slot, res := m.touchMemory(t, in, pc, addr, true, true)
		if res != resNext {
			return res
		}
		old := m.read(t, o, space, slot, addr, uint8(in.size))
		if m.step.foreign {
			return m.foreign(pc)
		}
		var nv ir.Const
		if w := uint8(in.size * 8); w <= 64 {
			nv.Lo = modify(ir.RMWOp(in.sub), old.Lo, v.Lo, w)
		} else {
			nv = modifyWide(ir.RMWOp(in.sub), old, v, w)
		}
		m.write(o, space, slot, addr, uint8(in.size), nv)
		setWide(r, &in.dst, old)
		m.traceMem(in, addr, old, false)
		m.traceMem(in, addr, nv, true)
	case opCAS:
		addr := m.get(r, &in.a)
		expected, nv := m.getWide(r, &in.b), m.getWide(r, &in.c)
		o, space, slot, res := m.touchMemory(t, in, pc, addr, true, true)
		if res != resNext {
			return res
		}
		old := m.read(t, o, space, slot, addr, uint8(in.size))
		if m.step.foreign {
			return m.foreign(pc)
		}
		ok := old == expected
		if ok && in.flag {
			ok = m.choices.flip(t)
		}
		m.traceMem(in, addr, old, false)
		if ok {
			m.write(o, space, slot, addr, uint8(in.size), nv)
			m.traceMem(in, addr, nv, true)
		}
		setWide(r, &in.dst, old)
		set(r, &in.dst2, b2u(ok))
	case opFree:
		return m.free(t, in, pc, r)
	case opHalt:
		return m.halt(t, in, r)
	case opSpawn:
		return m.spawn(t, in, pc, r)
	case opJoin:
		if m.holdsMid(th) {
			return resStop
		}
		u := int(m.get(r, &in.a)) - 1
		if u < 0 || u >= len(m.threads) {
			return m.fail(evInvalid, "", pc, "join of something that is no thread")
		}
		st := uint64(0)
		// A new thread that does nothing visible has run to its end, but not before the section that made it is over.
		if m.threads[u].status != ended || th.atomic > 0 && u >= m.step.before {
			switch {
			case in.try:
				st = statusBusy
			case in.timed:
				st = statusTimedOut
			default:
				return m.blocked(wait{kind: waitJoin, on: u, pc: pc})
			}
		}
		m.ender()
		set(r, &in.dst2, st)
		if st == 0 {
			m.put(r, &in.dst, m.resultOf(m.threads[u], int(in.dst.w)))
		}
	case opAtomicBegin:
		if m.holdsMid(th) || m.late() || m.chose() {
			return resStop
		}
		m.ender()
		if th.atomic == 0 {
			m.step.before = len(m.threads)
		}
		th.atomic++
	case opAtomicEnd:
		if th.atomic == 0 {
			return m.fail(evUnsupported, "", pc, "end of an atomic section that did not begin")
		}
		th.atomic--
	default:
		return m.synchronize(t, th, in, pc, r)
	}
	return resNext
}

func (m *machine) free(t int, in *inst, pc int32, r []uint64) result {
	addr := m.get(r, &in.a)
	if addr == 0 && !in.flag {
		return resNext
	}
	o, space, slot, f := m.at(addr, 0)
	switch {
	case f == faultNone && o.kind == kindExternal && m.prog.src.Globals[o.site].Range && !in.flag:
		return resNext
	case f == faultFreed && o.base == addr || f == faultBounds && o != nil && o.state == objDead && o.base == addr:
		res := m.fail(evFailure, verdict.KindDoubleFree, pc, "free of %s, which was freed before", m.nameAt(addr))
		m.step.event.addr = addr
		return res
	case f != faultNone || o.base != addr || (o.kind == kindHeap) == in.flag || o.kind != kindHeap && o.kind != kindStack:
		return m.fail(evFailure, verdict.KindInvalidFree, pc, "free of an address that no allocation gave%s", m.nearText(addr))
	}
	if !m.private(t, o, space) {
		m.note(access{addr: o.base, size: max(o.size, 1), write: true, plain: !in.flag, kill: in.flag, final: true, frees: true}, t)
		m.ender()
	}
	if in.flag && m.opts.stackLocks {
		m.leaksIn(t, o)
	}
	m.died(t, o, false)
	m.kill(space, slot)
	return resNext
}

func (m *machine) halt(t int, in *inst, r []uint64) result {
	m.aborted = !in.a.set
	if in.a.set {
		m.exit = int64(int32(m.carry(r, &in.a).Lo)) // never read
	}
	m.step.done = true
	if in.src.(*ir.Halt).Outside {
		m.leaks(t)
	}
	goOn := false
	for u, th := range m.threads {
		goOn = goOn || in.flag && u != t && th.status != ended && th.outlives
	}
	if !goOn {
		m.threads[t].atomic = 0 // the section it ends in is over, even after the step is undone
		m.halted = true
		return resHalted
	}
	m.note(access{halts: true, final: true}, t)
	for u, th := range m.threads {
		if u != t && th.status != ended && !th.outlives {
			m.endThread(u, value{}, 0, false)
		}
	}
	return m.endThread(t, value{}, 0, false)
}

// spawn makes a thread and runs it up to its first visible operation. If that part fails, the thread stays before the
// failing instruction: the failure happens when the thread is scheduled.
func (m *machine) spawn(t int, in *inst, pc int32, r []uint64) result {
	f, res := m.resolve(in, m.get(r, &in.b), pc)
	if f < 0 {
		return res
	}
	if !m.fits(in, f) {
		return m.fail(evUnsupported, "", pc, "thread function %s does not take these arguments", m.prog.funcs[f].src.Display)
	}
	if len(m.threads) >= m.prog.layout.threads() {
		return m.fail(evLimit, "", pc, "more than %d threads", m.prog.layout.threads())
	}
	args := make([]value, len(in.args))
	for i := range in.args {
		args[i] = m.carry(r, &in.args[i])
		m.leak(args[i], in.args[i].w/8, false)
	}
	handle := uint64(len(m.threads)) + 1
	if in.size > 0 {
		addr := m.get(r, &in.a)
		o, space, slot, res := m.touchMemory(t, in, pc, addr, false, true)
		if res != resNext {
			return res
		}
		m.write(o, space, slot, addr, uint8(in.size), ir.Const{Lo: handle})
		m.traceMem(in, addr, ir.Const{Lo: handle}, true)
	}
	m.step.done = true // even alone: there is another thread now
	set(r, &in.dst, handle)
	child := m.addThread(f, in.flag)
	m.used(t)
	fn := &m.prog.funcs[f]
	named := false
	for i, p := range fn.params {
		m.put(child.regs, &p, args[i])
		if g, ok := m.prog.addrFn[args[i].Lo]; ok && fn.model && !named {
			named = true
			child.name = m.prog.funcs[g].src.Display
		}
	}
	outer := m.step
	u := len(m.threads) - 1
	m.remark("starts thread %d (%s)", u, child.name)
	m.step.thread, m.step.prefix, m.step.done, m.step.fuel, m.step.low = u, true, true, stepFuel, 0
	m.step.touched = append(outer.touched, u)
	m.step.mid = 0
	res = m.exec(u)
	inner := m.step
	m.step = outer
	m.step.touched = inner.touched
	m.step.log = inner.log
	if m.step.layout < 0 {
		m.step.layout = inner.layout
	}
	if m.step.renewed < 0 {
		m.step.renewed = inner.renewed
	}
	if res == resStuck {
		child.status = stuck
	}
	if res == resEvent && inner.event.what == evLimit {
		m.step.event = inner.event
		return resEvent
	}
	return resNext
}
