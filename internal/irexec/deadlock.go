package irexec

import "sort"

// Deadlocks. A state has one if there is a set of threads each of which waits for something that only the set could
// provide. The largest such set is a greatest fixpoint: begin with all threads that wait for a lock, a join, a semaphore, a
// barrier or a signal, and take out whoever waits for something that a thread outside could provide. What is reported
// are the smallest ones: the strongly connected parts of "waits for" that nothing leaves, so that a main that joins two
// deadlocked workers does not hide where they wait.
//
// Who provides: a held lock, its holders; a lock whose holder has ended, anybody who may still unlock something; a join, the
// thread; a semaphore, a signal, a barrier, anybody who may still do such an operation (caps.go) or end the process: a
// worker that waits for more work while main is on its way out is no deadlock. A thread blocked at an assumption is no member and counts as able to go on: its
// execution is assumed away.

// waiting is a thread as deadlock detection sees it.
type waiting struct {
	blocked bool
	wait    wait
	caps    uint8
	live    bool
}

// capsOf is what a thread may still provide.
func (m *machine) capsOf(t int) uint8 {
	caps := uint8(0)
	for _, fr := range m.threads[t].frames {
		caps |= m.prog.code[fr.pc].caps
	}
	return caps
}

// providers lists the threads that could end the wait of t.
func (m *machine) providers(ws []waiting, t int) []int {
	w := &ws[t].wait
	able := func(c uint8) []int {
		var list []int
		for u := range ws {
			if u != t && ws[u].live && ws[u].caps&(c|capHalt) != 0 {
				list = append(list, u)
			}
		}
		return list
	}
	switch w.kind {
	case waitJoin:
		if w.on >= len(ws) {
			return nil // created by the section that waits for it: the section did not begin, so the thread does not exist
		}
		return []int{w.on}
	case waitSem:
		return able(capUp)
	case waitSignal:
		return able(capSignal)
	case waitBarrier:
		return able(capArrive)
	}
	i, ok := m.syncAt[w.addr]
	if !ok {
		return able(capUnlock)
	}
	s := &m.sync[i]
	var holders []int
	for _, h := range append([]int32{s.owner}, s.readers...) {
		if h > 0 && ws[h-1].live {
			holders = append(holders, int(h-1))
		}
	}
	if len(holders) == 0 {
		return able(capUnlock)
	}
	return holders
}

// deadlocks gives the smallest deadlocked sets, each sorted, in order of their lowest threads.
func (m *machine) deadlocks(ws []waiting) [][]int {
	in := make([]bool, len(ws))
	any := false
	for t := range ws {
		in[t] = ws[t].live && ws[t].blocked
		any = any || in[t]
	}
	if !any {
		return nil
	}
	prov := make([][]int, len(ws))
	for t := range ws {
		if in[t] {
			prov[t] = m.providers(ws, t)
		}
	}
	for changed := true; changed; {
		changed = false
		for t := range ws {
			if !in[t] {
				continue
			}
			// A lock needs all of its holders to release it, so one that never will is enough. Anything else needs one provider outside of the set.
			lock := ws[t].wait.kind == waitLock && len(prov[t]) > 0 && m.isHolder(ws[t].wait.addr, prov[t][0])
			free := len(prov[t]) > 0
			if lock {
				for _, u := range prov[t] {
					free = free && !in[u]
				}
			} else {
				free = false
				for _, u := range prov[t] {
					free = free || !in[u]
				}
			}
			if free {
				in[t], changed = false, true
			}
		}
	}
	var sets [][]int
	for t := range ws {
		if !in[t] {
			continue
		}
		set := m.closure(prov, in, t)
		if set[0] != t {
			continue // found from its lowest thread
		}
		smallest := true
		for _, u := range set {
			smallest = smallest && len(m.closure(prov, in, u)) == len(set)
		}
		if smallest {
			sets = append(sets, set)
		}
	}
	return sets
}

// closure is all that a thread of the deadlocked set waits for, directly or not, and itself.
func (m *machine) closure(prov [][]int, in []bool, t int) []int {
	seen := map[int]bool{t: true}
	work := []int{t}
	for i := 0; i < len(work); i++ {
		for _, u := range prov[work[i]] {
			if in[u] && !seen[u] {
				seen[u] = true
				work = append(work, u)
			}
		}
	}
	sort.Ints(work)
	return work
}

func (m *machine) isHolder(addr uint64, t int) bool {
	i, ok := m.syncAt[addr]
	if !ok {
		return false
	}
	s := &m.sync[i]
	if int(s.owner) == t+1 {
		return true
	}
	for _, r := range s.readers {
		if int(r) == t+1 {
			return true
		}
	}
	return false
}
