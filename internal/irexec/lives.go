package irexec

import (
	"fmt"
	"path/filepath"

	"github.com/heddle-dev/heddle/internal/source"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// The lives of objects, for people: where a heap object came from, which is its name, and where and why an object died. They are recorded only together with a
// trace and are not part of states, so they cost an exploration nothing. An address that is used again belongs to its latest object.

type life struct {
	made, ended end
	name        string
	how         string // why it ended, as in "start returned"
}

// end is one end of a life.
type end struct {
	at     source.Range
	thread int
}

type lives struct {
	of    map[uint64]*life // by base address
	sites map[string]int   // how many heap objects a place has made
}

// born notes a new object.
func (m *machine) born(t int, base uint64, heap bool) {
	if m.tracer == nil {
		return
	}
	user := m.userPC(t)
	l := &life{made: end{m.posOf(user), t}}
	if heap {
		// The function that the user called, so that it reads malloc@a.c:12.
		by := "heap"
		frames := m.threads[t].frames
		for k := range frames {
			if fr := frames[k]; m.prog.funcs[fr.fn].model && k > 0 && frames[k-1].pc == user {
				by = m.prog.funcs[fr.fn].src.Display
			}
		}
		l.name = fmt.Sprintf("%s@%s:%d", by, filepath.Base(l.made.at.File), l.made.at.Line)
		m.lives.sites[l.name]++
		if n := m.lives.sites[l.name]; n > 1 {
			l.name = fmt.Sprintf("%s#%d", l.name, n)
		}
	}
	m.lives.of[base] = l
}

// died notes the end of an object, by free, at the end of its block or with its thread.
func (m *machine) died(t int, o *object, thread bool) {
	if m.tracer == nil {
		return
	}
	l := m.lives.of[o.base]
	if l == nil {
		return
	}
	user := m.userPC(t)
	fn := m.prog.funcs[m.prog.code[user].fn].src.Display
	l.ended = end{m.posOf(user), t}
	if o.kind == kindHeap {
		l.how = "freed"
		m.remark("frees %s", m.objectName(o))
		return
	}
	frames := m.threads[t].frames
	switch {
	case thread && m.prog.code[frames[len(frames)-1].pc].op != opHalt:
		l.how = fn + " ended its thread"
	case thread || m.returns(user):
		l.how = fn + " returned"
	default:
		l.how = fn + " left a block"
	}
	if o.escaped {
		m.remark("ends the life of %s", m.objectName(o))
	}
}

// returns reports whether what follows in the block ends the function.
func (m *machine) returns(pc int32) bool {
	for ; int(pc) < len(m.prog.code); pc++ {
		switch m.prog.code[pc].op {
		case opReturn, opThreadExit, opHalt:
			return true
		case opFree:
			continue
		}
		return false
	}
	return false
}

// remark adds a remark to the current step.
func (m *machine) remark(format string, args ...any) {
	if m.tracer != nil && m.tracer.open {
		st := &m.tracer.steps[len(m.tracer.steps)-1]
		st.Notes = append(st.Notes, fmt.Sprintf(format, args...))
	}
}

// lifeOf is what is known about the object at an address, nil if nothing.
func (m *machine) lifeOf(addr uint64) (*object, *life) {
	s, i, ok := m.find(addr)
	if !ok {
		return nil, nil
	}
	o := &m.spaces[s][i]
	return o, m.lives.of[o.base]
}

// history is the places that tell what became of an object that thread t still uses.
func (m *machine) history(t int, addr uint64) (list []verdict.Place) {
	o, l := m.lifeOf(addr)
	if l == nil || l.how == "" {
		return nil
	}
	who := func(t int) string { return fmt.Sprintf("thread %d (%s)", t, m.threads[t].name) }
	if o.kind == kindHeap {
		return []verdict.Place{
			{Message: "allocated here by " + who(l.made.thread), Location: l.made.at},
			{Message: "freed here by " + who(l.ended.thread), Location: l.ended.at},
		}
	}
	text := fmt.Sprintf("%s here and took its variable %s with it", l.how, m.objectName(o))
	if t != l.ended.thread {
		text += fmt.Sprintf("; %s still has its address", who(t))
	}
	return []verdict.Place{{Message: text, Location: l.ended.at}}
}
