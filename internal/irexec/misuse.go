package irexec

import (
	"fmt"

	"github.com/heddle-dev/heddle/internal/verdict"
)

// Locks that are used in a way that POSIX leaves undefined: released by a thread that does not hold them, or still held by a thread that has ended
// (docs/semantics.md#locks-that-are-misused). Both are findings about an execution that goes on: a mutex that is not held becomes free, as ever. So they are
// notes that a step leaves, and whoever keeps the step reports them.
//
// A leak is named by the place where the lock was taken, which the lock remembers: the place where a thread ends is often a line that all ways through its
// function share.

// misuse is one note.
type misuse struct {
	kind    verdict.Kind
	msg     string
	user    int32 // the place shown to people
	visible int   // operations of the step up to and including the one that did it
}

// misused adds a note to the step.
func (m *machine) misused(kind verdict.Kind, user int32, format string, args ...any) {
	if m.opts.misuse {
		m.step.misuses = append(m.step.misuses, misuse{kind, fmt.Sprintf(format, args...), user, m.step.visible})
	}
}

// unlock releases a lock and takes note if the thread did not hold it. A mutex that says so by its status is used as its type allows.
func (m *machine) unlock(t int, i int32) (st uint64, mine bool) {
	was := m.sync[i]
	st, mine = m.release(t, i)
	if mine || st != 0 || !m.opts.misuse {
		return st, mine
	}
	holder := "nobody does"
	switch {
	case was.owner > 0:
		holder = fmt.Sprintf("thread %d (%s) does", was.owner-1, m.threads[was.owner-1].name)
	case len(was.readers) > 0:
		holder = "others do, for reading"
	}
	m.misused(verdict.KindNotHeld, m.userPC(t), "thread %d (%s) unlocks %s and does not hold it: %s", t, m.threads[t].name, m.nameAt(was.addr), holder)
	return st, mine
}

// leaks takes note of the locks that a thread holds at its end.
func (m *machine) leaks(t int) {
	if !m.opts.misuse {
		return
	}
	for i := range m.sync {
		if at := m.sync[i].takenBy(t); at >= 0 {
			m.misused(verdict.KindLockLeak, at, "thread %d (%s) ends and still holds %s, which it took here", t, m.threads[t].name, m.nameAt(m.sync[i].addr))
		}
	}
}

// leaksIn takes note of the locks in an object on the stack of a thread that it holds when the object goes.
func (m *machine) leaksIn(t int, o *object) {
	if !m.opts.misuse {
		return
	}
	for i := range m.sync {
		if s := &m.sync[i]; s.addr >= o.base && s.addr-o.base < o.size {
			if at := s.takenBy(t); at >= 0 {
				m.misused(verdict.KindLockLeak, at, "thread %d (%s) leaves the function of %s and still holds it, which it took here", t, m.threads[t].name, m.nameAt(s.addr))
			}
		}
	}
}

// takenBy is where a thread took the lock that it holds; -1 if it does not hold it.
func (s *syncObject) takenBy(t int) int32 {
	me, at := int32(t)+1, int32(-1)
	if s.owner == me {
		at = s.at
	}
	for k, r := range s.readers {
		if r == me {
			at = s.readersAt[k]
		}
	}
	return at
}

// happened lists the notes of a step that ended with a result. An operation that did not come to its end did nothing: an atomic section that fails, say.
func (s *stepState) happened(res result, pending bool) []misuse {
	n := 0
	for _, u := range s.misuses {
		if res != resBlocked && (res != resEvent || pending || u.visible < s.visible) {
			s.misuses[n] = u
			n++
		}
	}
	return s.misuses[:n]
}

// failsBehind reports whether the event of a step lies behind its last visible operation, and could as well happen later.
func (m *machine) failsBehind(t int) bool {
	e := &m.step.event
	return (e.what == evFailure || e.what == evInvalid) && m.threads[t].atomic == 0 && !m.prog.code[e.pc].visible
}

// failure is what a note says.
func (m *machine) failure(u *misuse, t int) verdict.Failure {
	return verdict.Failure{Kind: u.kind, Message: u.msg, Location: m.posOf(u.user), Threads: []int{t}}
}
