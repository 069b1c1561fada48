package irexec

// What a plain write does to a synchronization object. Its state is kept apart from its bytes, which no operation on it touches. So where a program writes the bytes itself, the state has to follow:
//
//   - Zeros over an object that nobody holds or waits for make it one that was never initialized: so does clearing a struct before its lock is initialized.
//   - Anything else, and any write over one that is in use, leaves an object of which nothing is known (POSIX, pthread_mutex_init: only the mutex itself may be used, and the result of
//     copies is undefined). To use it makes the execution UNKNOWN, until it is initialized or its memory dies.
//   - So does a copy of an object in use, which is no harm if the copy is never used: a struct is often copied whole, under the lock in it.
//
// A call that initializes or destroys an object in use makes the execution UNKNOWN at once (renew).
//
// A write counts if it is not atomic and covers the address of the object: that of a model's own lock may be the address of an atomic variable (pthread_once). A copy is a Copy, or a Load and the Store that writes what it read.

// syncBit is the part of a filter that an address belongs to.
func syncBit(addr uint64) uint64 { return 1 << (addr >> 4 & 63) }

// syncIn reports whether a synchronization object may lie in a range that plain writes change; mostly there is none.
func (m *machine) syncIn(addr, n uint64) bool {
	if m.prog.src.KeepsLocks {
		return false
	}
	if n > 16 {
		return len(m.sync) > 0
	}
	return m.syncBits&(syncBit(addr)|syncBit(addr+n-1)) != 0
}

// overwritten reports an object of which nothing is known.
func (m *machine) overwritten(addr uint64) bool {
	i, ok := m.syncAt[addr]
	return ok && m.sync[i].mutex == mutexOverwritten
}

// scribbled reports an object that nobody has used yet, and whose bytes are neither zeros nor what it was initialized with: a write went over it before anybody knew that it is one.
func (m *machine) scribbled(addr uint64) bool {
	if _, used := m.syncAt[addr]; used || m.prog.src.KeepsLocks {
		return false
	}
	space, slot, ok := m.find(addr)
	if !ok {
		return false
	}
	o := &m.spaces[space][slot]
	off := addr - o.base
	n := min(8-off&7, o.size-off, 4)
	if !o.constants(off, n) {
		return false
	}
	is, was := o.bytes(off, uint8(n)).Lo, uint64(0)
	if o.kind != kindHeap && o.kind != kindStack {
		init := m.prog.src.Globals[o.site].Init
		for i := off; i < min(off+n, uint64(len(init))); i++ {
			was |= uint64(init[i]) << (8 * (i - off))
		}
	}
	return is != 0 && is != was
}

// overwrite makes the objects in a range that was just written what its bytes say.
func (m *machine) overwrite(in *inst, o *object, addr, n uint64) {
	for i := range m.sync {
		s := m.sync[i]
		if s.addr < addr || s.addr-addr >= n {
			continue
		}
		off := s.addr - o.base
		k := min(8-off&7, addr+n-s.addr, 4)
		known := o.constants(off, k)
		zero := known && o.data[off>>3]>>(off&7*8)&(1<<(8*k)-1) == 0
		unset := !known && in.excused // a declaration without an initializer that is reached again: a new object, as before
		now := syncObject{addr: s.addr}
		switch {
		case m.busy(&s):
			now = s // who uses it is still there
			now.mutex = mutexOverwritten
		case !zero && !unset:
			now.mutex = mutexOverwritten
		}
		m.setSync(int32(i), now)
	}
}

// busy reports whether a thread holds an object or waits for it, or would miss what its bytes say.
func (m *machine) busy(s *syncObject) bool {
	return s.need != 0 || s.mutex == mutexOverwritten || m.inUse(s, false)
}

// inUse reports whether a thread holds an object, waits for it, or is on its way out of waiting: a call may find it there (POSIX, pthread_cond_destroy), a write may not.
func (m *machine) inUse(s *syncObject, byCall bool) bool {
	if s.owner != 0 || len(s.readers) > 0 || s.arrived > 0 {
		return true
	}
	for _, th := range m.threads {
		if th.status == ended {
			continue
		}
		if th.waitOn == s.addr && (!th.signalled || !byCall) || th.barrier == s.addr && !byCall {
			return true
		}
		top := th.frames[len(th.frames)-1]
		in := &m.prog.code[top.pc]
		waits := in.op == opDown && s.value == 0 || in.op == opLock && s.mutex == mutexOverwritten
		if waits && !in.try && m.get(th.regs[top.base:], &in.a) == s.addr {
			return true
		}
	}
	return false
}

// renew makes an object what a call that initializes or destroys it says. POSIX does not define that for one in use: the execution goes on as in
// glibc, where the object is a new one for all who come later, and the place is noted, since those that wait may never be woken.
func (m *machine) renew(t int, s syncObject) {
	i := m.syncObj(s.addr)
	if m.step.renewed < 0 && m.inUse(&m.sync[i], true) {
		m.step.renewed = m.userPC(t)
	}
	m.setSync(i, s)
}

// copyLocks notes that the content of one range was written to another: a copy of an object in use is none.
func (m *machine) copyLocks(from, to, n uint64) {
	if from == to || !m.syncIn(from, n) {
		return
	}
	for i := range m.sync {
		s := &m.sync[i]
		if s.addr < from || s.addr-from >= n || !m.busy(s) && s.mutex == 0 && s.value == 0 {
			continue
		}
		at := to + (s.addr - from)
		m.setSync(m.syncObj(at), syncObject{addr: at, mutex: mutexOverwritten})
	}
}
