package irexec

import "slices"

// Synchronization objects, keyed by address and apart from the object's bytes (overwrite.go says when these matter). One that was never initialized and one
// that is back in its first state are the same to the hash. A condition needs no state of its own: its waiters are the
// threads whose waitOn names it.

const (
	mutexNormal = iota
	mutexRecursive
	mutexErrorCheck
	mutexOverwritten // what it is now is unknown (overwrite.go)
)

// Status values of POSIX, as package ir fixes them.
const (
	statusPerm     = 1
	statusAgain    = 11
	statusBusy     = 16
	statusDeadlock = 35
	statusTimedOut = 110
)

type syncObject struct {
	addr    uint64
	mutex   uint8 // type
	owner   int32 // thread + 1 that holds it exclusively, 0: none
	count   int32 // how often
	at      int32 // where the owner took it first, in the user's code; 0 unless misuse is looked for
	readers []int32
	// readersAt is, beside each reader, where that thread first took it.
	readersAt []int32
	value     uint32 // semaphore
	need      uint32 // barrier: threads per phase
	arrived   uint32
	phase     uint32
}

func (s *syncObject) hash() hash128 {
	if s.owner == 0 && s.mutex == 0 && len(s.readers) == 0 && s.value == 0 && s.need == 0 && s.arrived == 0 && s.phase == 0 {
		return hash128{}
	}
	h := newHasher(s.addr ^ 0x73796e63)
	h.word(uint64(s.owner) | uint64(s.count)<<32)
	h.word(uint64(s.mutex) | uint64(len(s.readers))<<8)
	for k, r := range s.readers {
		h.word(uint64(r) | uint64(s.readersAt[k])<<32)
	}
	if s.at > 0 {
		h.word(uint64(s.at))
	}
	h.word(uint64(s.value) | uint64(s.need)<<32)
	h.word(uint64(s.arrived) | uint64(s.phase)<<32)
	return h.sum()
}

// syncObj finds the object at an address, making it if there is none yet.
func (m *machine) syncObj(addr uint64) int32 {
	if i, ok := m.syncAt[addr]; ok {
		return i
	}
	i := int32(len(m.sync))
	m.sync = append(m.sync, syncObject{addr: addr})
	m.syncAt[addr] = i
	m.syncBits |= syncBit(addr)
	if m.undoing {
		m.log = append(m.log, undo{kind: undoSyncNew})
	}
	return i
}

// setSync replaces an object.
func (m *machine) setSync(i int32, s syncObject) {
	old := &m.sync[i]
	if m.undoing {
		m.log = append(m.log, undo{kind: undoSync, index: i})
		m.syncLog = append(m.syncLog, *old)
	}
	m.syncHash.sub(old.hash())
	m.syncHash.add(s.hash())
	*old = s
}

// dropSync forgets the objects inside memory that dies.
func (m *machine) dropSync(base, size uint64) {
	for i := range m.sync {
		if a := m.sync[i].addr; a >= base && a-base < size {
			m.setSync(int32(i), syncObject{addr: a})
		}
	}
}

// acquire tries to lock; it gives the status, or blocked.
func (m *machine) acquire(t int, i int32, shared bool) (st uint64, blocked bool) {
	s := m.sync[i]
	me := int32(t) + 1
	switch {
	case s.owner == me && s.mutex == mutexRecursive && !shared:
		s.count++
	case s.owner == me && s.mutex == mutexErrorCheck && !shared:
		return statusDeadlock, false
	case s.owner != 0 || !shared && len(s.readers) > 0:
		return 0, true
	case shared:
		k, again := slices.BinarySearch(s.readers, me)
		at := m.takenAt(t)
		if again {
			at = s.readersAt[k]
		}
		s.readers = slices.Insert(slices.Clone(s.readers), k, me)
		s.readersAt = slices.Insert(slices.Clone(s.readersAt), k, at)
	default:
		s.owner, s.count, s.at = me, 1, m.takenAt(t)
	}
	m.setSync(i, s)
	return 0, false
}

// holding says how a thread holds a lock: 0 not, 1 shared, 2 exclusively.
func (m *machine) holding(t int, i int32) uint64 {
	s, me := m.sync[i], int32(t)+1
	if s.owner == me {
		return 2
	}
	if _, reads := slices.BinarySearch(s.readers, me); reads {
		return 1
	}
	return 0
}

// release unlocks; mine tells whether the thread held it.
func (m *machine) release(t int, i int32) (st uint64, mine bool) {
	s := m.sync[i]
	me := int32(t) + 1
	if s.owner == me {
		if s.count--; s.count == 0 {
			s.owner, s.at = 0, 0
		}
		m.setSync(i, s)
		return 0, true
	}
	if k, holds := slices.BinarySearch(s.readers, me); holds {
		s.readers = slices.Delete(slices.Clone(s.readers), k, k+1)
		s.readersAt = slices.Delete(slices.Clone(s.readersAt), k, k+1)
		m.setSync(i, s)
		return 0, true
	}
	if s.mutex != mutexNormal {
		return statusPerm, false
	}
	if s.owner != 0 {
		s.owner, s.count, s.at = 0, 0, 0
		m.setSync(i, s)
	}
	return 0, false
}

// takenAt is the place of a thread that takes a lock, where that matters.
func (m *machine) takenAt(t int) int32 {
	if !m.opts.misuse {
		return 0
	}
	return m.userPC(t)
}

// waiters lists the threads that wait on a condition and have no signal yet.
func (m *machine) waiters(cond uint64) []int {
	var w []int
	for t, th := range m.threads {
		if th.status != ended && th.waitOn == cond && !th.signalled {
			w = append(w, t)
		}
	}
	return w
}

// arrive counts a thread at a barrier. A phase is named by the smallest number that no thread still on its way holds as a
// ticket, and not by counting, so that a barrier in a loop returns to earlier states.
func (m *machine) arrive(t int, i int32) (ticket uint32, last bool) {
	s := m.sync[i]
	th := m.threads[t]
	ticket = s.phase
	th.barrier, th.ticket = s.addr, ticket
	if s.arrived++; s.arrived >= s.need {
		s.arrived, last = 0, true
		for s.phase = 0; m.onTheWay(s.addr, s.phase); {
			s.phase++
		}
	}
	m.setSync(i, s)
	return ticket, last
}

// onTheWay reports whether a thread that arrived in a phase has not passed yet.
func (m *machine) onTheWay(barrier uint64, phase uint32) bool {
	for _, th := range m.threads {
		if th.status != ended && th.barrier == barrier && th.ticket == phase {
			return true
		}
	}
	return false
}
