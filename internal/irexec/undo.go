package irexec

// Undoing steps. machine.go says how the log works.

func (m *machine) mark() mark {
	return mark{
		log: len(m.log), symbols: len(m.symbols), symHash: m.symHash, memHash: m.memHash, memory: m.memory, syncHash: m.syncHash, alive: m.alive, halted: m.halted, aborted: m.aborted,
		spurious: m.spurious, hidden: m.hidden, exit: m.exit,
	}
}

// reached notes that a check was evaluated.
func (m *machine) reached(pc int32) {
	if m.asserts != nil {
		m.asserts[pc] = true
	}
}

// used notes that a thread was started or a pointer called at this place of the user's code.
func (m *machine) used(t int) {
	if m.sites != nil {
		m.sites[m.userPC(t)] = true
	}
}

// decided notes the checks that a branch decides.
func (m *machine) decided(in *inst) {
	for _, to := range [2]int32{in.to, in.to2} {
		if m.prog.fails(to) {
			m.reached(to)
		}
	}
}

// saveHeader logs the header of a thread before it changes.
func (m *machine) saveHeader(t int) {
	if m.undoing {
		m.log = append(m.log, undo{kind: undoHeader, index: int32(t), sum: m.threads[t].hash})
		m.hdrLog = append(m.hdrLog, m.threads[t].header)
	}
}

// saveFrame logs frame k of a thread, which is its top frame now, before it changes.
func (m *machine) saveFrame(t int, k int) {
	if !m.undoing {
		return
	}
	th := m.threads[t]
	fr := th.frames[k]
	m.log = append(m.log, undo{kind: undoFrame, index: int32(t), slot: int32(k)})
	m.frames = append(m.frames, fr)
	m.words = append(m.words, th.regs[fr.base:fr.base+m.prog.funcs[fr.fn].nslots]...)
}

// undoTo undoes everything since the mark.
func (m *machine) undoTo(k mark) {
	for i := len(m.log) - 1; i >= k.log; i-- {
		u := &m.log[i]
		switch u.kind {
		case undoWord:
			o := &m.spaces[u.space][u.slot]
			o.data[u.index] = u.data
			if o.undef != nil {
				o.undef[u.index] = u.undef
			}
			o.sum = u.sum
		case undoByte:
			m.spaces[u.space][u.slot].syms[u.index] = slice(u.data)
		case undoSymbol:
			n := len(m.symLog) - 1
			m.symbols[u.index] = m.symLog[n]
			m.symLog = m.symLog[:n]
		case undoObject:
			n := len(m.objLog) - 1
			m.spaces[u.space][u.slot] = m.objLog[n]
			m.objLog = m.objLog[:n]
		case undoEscape:
			m.spaces[u.space][u.slot].escaped = false
		case undoNumber:
			m.spaces[u.space][u.slot].number = false
		case undoPush:
			s := m.spaces[u.space]
			s[len(s)-1] = object{}
			m.spaces[u.space] = s[:len(s)-1]
		case undoSync:
			n := len(m.syncLog) - 1
			m.sync[u.index] = m.syncLog[n]
			m.syncLog = m.syncLog[:n]
		case undoSyncNew:
			n := len(m.sync) - 1
			delete(m.syncAt, m.sync[n].addr)
			m.sync = m.sync[:n]
		case undoHeader:
			n := len(m.hdrLog) - 1
			m.threads[u.index].header = m.hdrLog[n]
			m.threads[u.index].hash = u.sum
			m.hdrLog = m.hdrLog[:n]
		case undoSpawn:
			n := len(m.threads) - 1
			m.spare = append(m.spare, m.threads[n])
			m.threads = m.threads[:n]
			m.spaces = m.spaces[:n+1]
		case undoFrame:
			n := len(m.frames) - 1
			fr := m.frames[n]
			th := m.threads[u.index]
			size := int(m.prog.funcs[fr.fn].nslots)
			// Frames below were saved later, so they are restored already; the ones above are no longer needed.
			th.frames = append(th.frames[:u.slot], fr)
			th.regs = append(th.regs[:fr.base], m.words[len(m.words)-size:]...)
			m.words = m.words[:len(m.words)-size]
			m.frames = m.frames[:n]
		}
	}
	m.log = m.log[:k.log]
	m.symbols, m.symHash = m.symbols[:k.symbols], k.symHash
	m.memHash, m.memory, m.syncHash, m.alive, m.halted, m.aborted = k.memHash, k.memory, k.syncHash, k.alive, k.halted, k.aborted
	m.spurious, m.hidden, m.exit = k.spurious, k.hidden, k.exit
}
