package irexec

// Blocks: which interleavings are enough.
//
// Without reduction, threads can be switched before every visible operation. With it, a step of a thread is a block: a
// run of accesses that no other thread can notice, then one operation that others can (the ender), then invisible code. Enders are all synchronization operations
// except the acquisition of an outermost lock, all atomic and excused accesses, all atomic sections, Free, Spawn, the end of the thread, and the accesses and
// locks that were seen to conflict (racy).
// The rest of a block are plain accesses, and perhaps one lock acquired on the way, which the ender, its unlock, releases; a second blocking operation under
// that lock starts a new block, so that deadlocks stay visible, and so
// does one that blocks after a free choice.
//
// Claim: if in no state between blocks two threads have conflicting blocks, then every execution of the unreduced
// program, up to any point, is a sequence of whole blocks followed by, for each thread, a beginning of its next
// block, and these beginnings do not conflict with each other. By induction over the execution. Let the next operation be
// thread t's.
//   - It does not end t's block. Then it does not conflict with the beginnings of the others, because the blocks do not.
//   - It ends t's block. t's block does not conflict with the beginnings of the others, so it can be moved before
//     them: plain accesses commute with accesses to other memory and with all synchronization; an acquired lock of
//     another thread's beginning commutes with everything t does, unless t tests that lock (try, timed, init, destroy, unlock by
//     a thread that does not hold it, free of its memory), which counts as a conflict. The ender blocks there if and only if it blocks before the others'
//     beginnings, because these release nothing.
//
// The end of main while some threads outlive it is special: it ends the other threads in the middle of their blocks, and what they did so far remains visible.
// So it conflicts with everything in their blocks.
//
// Two accesses under one lock that both blocks acquire on their way do not conflict: the two beginnings exclude each other.
//
// So failing checks, invalid accesses and waiting threads of the unreduced program show in some state between blocks: run
// each thread's block from there. Races show as conflicts: thread t is brought to just before access x, thread u to just
// before y, by the beginnings of their blocks, which is possible if these do not conflict with each other. A conflict
// between accesses inside blocks makes them enders, and the search starts again; at the end every conflict is between two
// enders, so all racing pairs were seen. Where a block is cut otherwise (after many operations, to see that a loop comes
// back to a state) is free: the argument holds for any cut.
//
// Every thread's block is run in every state, so no thread is postponed forever and there is no ignoring problem.
//
// Rejected: sleep sets alone (they save transitions and no states); dynamic partial-order reduction (with visited states
// it has to remember, per state, the accesses below it, and loops make that a fixpoint of its own); persistent sets from a
// points-to analysis (the interpreter would then trust an analysis that it is there to check).

// access is one entry of a block's log.
type access struct {
	addr, size uint64
	pc         int32  // of the instruction
	user       int32  // of the instruction or, in a model, of the call in the user's code
	before     int    // visible operations of the block before this one
	lock       uint64 // acquired on the way and held
	lockShared bool
	read       bool
	write      bool
	plain      bool
	excused    bool
	kill       bool // the end of a life: conflicts, never races
	frees      bool // Free of a heap object
	sync       bool // on a synchronization object: no data
	senses     bool // would notice whether a lock is held
	section    bool // inside an atomic section
	final      bool // belongs to the ender
	torn       bool // part of a range: one step here, several on a real machine
	copies     bool // of an operation that reads one range and writes another
	moves      bool // a read of what is written elsewhere
	halts      bool // ends threads that do not outlive main, at whatever program point
}

// note adds an access to the log of the step.
func (m *machine) note(a access, t int) {
	s := &m.step
	if !s.logging || s.solo || s.prefix {
		return
	}
	th := m.threads[t]
	top := len(th.frames) - 1
	a.pc = th.frames[top].pc
	a.user = m.userPC(t)
	a.before = s.visible - 1
	a.lock, a.lockShared = s.mid, s.midShared
	a.section = th.atomic > 0
	// A loop makes the same accesses again and again; the first one stands for all.
	for i := len(s.log) - 1; i >= 0 && i >= len(s.log)-64; i-- {
		if b := &s.log[i]; b.addr == a.addr && b.pc == a.pc && b.user == a.user && b.size == a.size && b.lock == a.lock && b.write == a.write &&
			b.final == a.final && b.section == a.section && b.sync == a.sync {
			return
		}
	}
	s.log = append(s.log, a)
}

// userPC is the code position shown to people: the innermost one outside of heddle's models.
func (m *machine) userPC(t int) int32 {
	th := m.threads[t]
	for k := len(th.frames) - 1; k >= 0; k-- {
		if fr := th.frames[k]; !m.prog.funcs[fr.fn].model {
			return fr.pc
		}
	}
	return th.frames[len(th.frames)-1].pc
}

func (a *access) overlaps(b *access) bool {
	return a.addr < b.addr+b.size && b.addr < a.addr+a.size
}

// excludes reports whether a lock that both blocks acquire keeps the two apart.
func (a *access) excludes(b *access) bool {
	return a.lock != 0 && a.lock == b.lock && !(a.lockShared && b.lockShared)
}

// conflicts reports whether the order of two accesses of different threads can matter.
func (a *access) conflicts(b *access) bool {
	if !a.overlaps(b) || a.excludes(b) {
		return false
	}
	switch {
	case a.sync && b.sync:
		return a.senses || b.senses
	case a.sync: // a plain write ends what the object was, and a copy of its bytes tells whether it is in use
		return b.kill || b.frees || b.write || b.moves
	case b.sync:
		return a.kill || a.frees || a.write || a.moves
	}
	return a.write || b.write
}

// races reports whether two accesses that can be next at the same time race.
func (a *access) races(b *access) bool {
	if a.sync || b.sync || a.kill || b.kill || a.excused || b.excused || !a.overlaps(b) || !(a.write || b.write) {
		return false
	}
	// One of them is plain and outside of atomic sections.
	return a.plain && !a.section || b.plain && !b.section
}
