package irexec

import "github.com/heddle-dev/heddle/internal/ir"

// The operations on synchronization objects, on top of the objects themselves (sync.go).

// synchronize executes the operations on synchronization objects.
func (m *machine) synchronize(t int, th *thread, in *inst, pc int32, r []uint64) result {
	s := &m.step
	addr := m.get(r, &in.a)
	if res := m.valid(addr, pc); res != resNext {
		return res
	}
	if m.tracer != nil {
		m.tracer.origins.touch(addr, 1, in.op == opLock || in.op == opWake || in.op == opDown || in.op == opSemValue || in.op == opPass,
			in.op == opUnlock || in.op == opSignal || in.op == opUp || in.op == opArrive || in.op == opSyncInit, nil)
	}
	if in.op != opSyncInit && in.op != opSyncDestroy {
		if m.overwritten(addr) || m.scribbled(addr) || in.op == opWait && m.overwritten(m.get(r, &in.b)) {
			return m.fail(evUnsupported, "", pc, "use of a synchronization object that a plain write or a copy went over")
		}
	}
	sense := func(a uint64) { m.note(access{addr: a, size: 1, sync: true, senses: true, final: true}, t) }
	switch in.op {
	case opLock:
		if !in.try && !in.timed && m.holdsMid(th) {
			return resStop
		}
		i := m.syncObj(addr)
		was := m.sync[i].owner
		st, blocked := m.acquire(t, i, in.shared)
		switch {
		case (blocked || st == statusDeadlock) && in.try: // the owner of an error-checking mutex that only tries is told no more than others
			st = statusBusy
		case blocked && in.timed:
			st = statusTimedOut
		case blocked:
			return m.blocked(wait{kind: waitLock, addr: addr, pc: pc})
		}
		set(r, &in.dst, st)
		if in.try || in.timed || st != 0 || th.atomic > 0 {
			sense(addr) // a section that would have to wait does not begin
			m.ender()
			break
		}
		if s.mid == 0 && th.atomic == 0 && m.opts.reduced && !m.opts.racy[pc] && !s.solo && was == 0 {
			m.note(access{addr: addr, size: 1, sync: true}, t)
			s.mid, s.midPC, s.midShared = addr, pc, in.shared
			break
		}
		m.ender()
	case opUnlock:
		st, mine := m.unlock(t, m.syncObj(addr))
		if !mine {
			sense(addr)
		}
		set(r, &in.dst, st)
		m.ender()
	case opSyncInit:
		n := syncObject{addr: addr}
		arg := uint32(0)
		if in.b.set {
			arg = uint32(m.get(r, &in.b))
		}
		switch ir.SyncKind(in.sub) {
		case ir.SyncMutex:
			n.mutex = uint8(arg)
		case ir.SyncSem:
			n.value = arg
		case ir.SyncBarrier:
			n.need = arg
		}
		sense(addr)
		m.renew(t, n)
		m.ender()
	case opSyncDestroy:
		sense(addr)
		m.renew(t, syncObject{addr: addr})
		m.ender()
	case opWait:
		mutex := m.get(r, &in.b)
		if res := m.valid(mutex, pc); res != resNext {
			return res
		}
		if _, mine := m.unlock(t, m.syncObj(mutex)); !mine {
			sense(mutex)
		}
		m.touch(t)
		m.syncObj(addr) // a write over it finds it there
		th.waitOn, th.signalled = addr, false
		m.ender()
	case opWake:
		return m.wake(t, th, in, pc, r)
	case opSignal:
		w := m.waiters(addr)
		if !in.flag && len(w) > 1 {
			k := m.choices.pick(t, len(w))
			w = w[k : k+1]
		}
		for _, u := range w {
			m.touch(u)
			m.threads[u].signalled = true
		}
		m.ender()
	case opDown:
		if m.holdsMid(th) {
			return resStop
		}
		i := m.syncObj(addr)
		n := m.sync[i]
		st := uint64(0)
		switch {
		case n.value > 0:
			n.value--
			m.setSync(i, n)
		case in.try:
			st = statusAgain
		case in.timed:
			st = statusTimedOut
		default:
			return m.blocked(wait{kind: waitSem, addr: addr, pc: pc})
		}
		set(r, &in.dst, st)
		m.ender()
	case opUp:
		i := m.syncObj(addr)
		n := m.sync[i]
		n.value++
		m.setSync(i, n)
		m.ender()
	case opSemValue:
		set(r, &in.dst, uint64(m.sync[m.syncObj(addr)].value))
		m.ender()
	case opHolds:
		set(r, &in.dst, m.holding(t, m.syncObj(addr)))
		sense(addr)
		m.ender()
	case opArrive:
		i := m.syncObj(addr)
		if m.sync[i].need == 0 {
			return m.fail(evInvalid, "", pc, "barrier that was not initialized")
		}
		m.touch(t)
		ticket, last := m.arrive(t, i)
		set(r, &in.dst, uint64(ticket))
		set(r, &in.dst2, b2u(last))
		m.ender()
	case opPass:
		if m.holdsMid(th) {
			return resStop
		}
		i := m.syncObj(addr)
		if uint64(m.sync[i].phase) == m.get(r, &in.b) {
			return m.blocked(wait{kind: waitBarrier, addr: addr, pc: pc})
		}
		m.touch(t)
		th.barrier, th.ticket = 0, 0
		m.ender()
	}
	return resNext
}

func (m *machine) wake(t int, th *thread, in *inst, pc int32, r []uint64) result {
	s := &m.step
	st := uint64(0)
	if m.holdsMid(th) {
		return resStop
	}
	if th.waitOn == 0 {
		return m.fail(evUnsupported, "", pc, "wakeup of a thread that does not wait")
	}
	if in.timed && m.tracer != nil {
		m.tracer.asks(t) // whether it gave up is for the run to say
	}
	if !th.signalled {
		if m.late() || m.chose() {
			return resStop
		}
		w := wait{kind: waitSignal, addr: th.waitOn, pc: pc, user: m.userPC(t), done: s.visible - 1, caps: m.capsOf(t)}
		if in.timed && m.choices.flip(t) {
			st = statusTimedOut
		} else {
			if m.opts.trackSpurious {
				m.spurious = true
			}
			m.remark("wakes up although nobody signalled: a spurious wakeup")
			if !in.timed {
				s.wait = w // for deadlocks the thread counts as waiting
			}
		}
	}
	m.touch(t)
	th.waitOn, th.signalled = 0, false
	set(r, &in.dst, st)
	m.ender()
	return resNext
}
