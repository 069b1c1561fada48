package irexec

// Reusing the addresses of dead objects once no thread can name them: memory.go says why. This reads every live register and every word of live memory, so it
// is done only if there is a dead object to reuse and not too much memory.

// memorySize is how much memory there is.
type memorySize struct {
	words int // of live objects
	dead  int // objects
}

func (s *memorySize) add(o *object)  { s.count(o, 1) }
func (s *memorySize) drop(o *object) { s.count(o, -1) }

func (s *memorySize) count(o *object, n int) {
	switch o.state {
	case objLive:
		s.words += n * len(o.data)
	case objDead:
		s.dead += n
	}
}

// recycle finds the first dead object of a space that no thread can name any more and whose place fits, or -1.
func (m *machine) recycle(space int, size, align uint64) int {
	if m.memory.dead == 0 || m.memory.words > 1<<14 || m.hidden || m.customBases || !m.hasDead(space) {
		return -1
	}
	if cap(m.named) < len(m.spaces[space]) {
		m.named = make([]bool, len(m.spaces[space])*2)
	}
	m.named = m.named[:len(m.spaces[space])]
	clear(m.named)
	m.eachWord(func(w uint64) {
		if w >= fnBase {
			m.name(space, w)
		}
	})
	for i := range m.spaces[space] {
		o := &m.spaces[space][i]
		if o.state == objDead && !m.named[i] {
			if o.number || o.room < size || o.base%max(align, 1) != 0 {
				continue
			}
			return i
		}
	}
	return -1
}

func (m *machine) hasDead(space int) bool {
	for i := range m.spaces[space] {
		if m.spaces[space][i].state == objDead {
			return true
		}
	}
	return false
}

// name marks the objects of a space that an address is near: the one at or before it, and the next, if that is nearer. Bits above all addresses are tags.
func (m *machine) name(space int, w uint64) {
	w &= m.prog.layout.top() - 1
	s, k, ok := m.find(w)
	if s != space {
		return
	}
	objs := m.spaces[space]
	if ok {
		m.named[k] = true
	}
	if k+1 < len(objs) && (!ok || objs[k+1].base-w < w-objs[k].base-objs[k].room) {
		m.named[k+1] = true
	}
}

// eachWord calls f with every live word.
func (m *machine) eachWord(f func(uint64)) {
	for _, objs := range m.spaces {
		for i := range objs {
			if o := &objs[i]; o.state == objLive && o.sum != (hash128{}) || o.kind == kindGlobal {
				for _, w := range o.data {
					f(w)
					if m.prog.layout.narrow {
						f(w & mask(32))
						f(w >> 32)
					}
				}
			}
		}
	}
	for _, th := range m.threads {
		if th.status == ended {
			f(m.settled(th.result, int(th.width)).Lo)
			continue
		}
		f(th.waitOn)
		for i := range th.frames {
			r, set := th.regs[th.frames[i].base:], m.liveIn(th, i)
			for _, s := range set.slots {
				f(r[s])
			}
			for k := range set.open {
				switch o := &set.open[k]; {
				case !open(r, o):
					f(r[o.slot])
					if o.w > 64 {
						f(r[o.slot+1])
					}
				case r[o.slot] != 0:
					v := m.settled(value{sym: slice(r[o.slot])}, int(o.w))
					f(v.Lo)
					f(v.Hi)
				}
			}
		}
	}
}
