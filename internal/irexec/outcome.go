package irexec

import (
	"fmt"
	"sort"
	"strings"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/source"
	"github.com/heddle-dev/heddle/internal/trace"
	"github.com/heddle-dev/heddle/internal/verdict"
)

func sortFailures(list []*Found) {
	sort.SliceStable(list, func(i, j int) bool {
		a, b := list[i], list[j]
		if a.Location.Pos != b.Location.Pos {
			return a.Location.Before(b.Location.Pos)
		}
		return a.Key() < b.Key()
	})
}

// failureOf makes the failure of an event of thread t, whose program point is still there.
func (m *machine) failureOf(t int, e *event) verdict.Failure {
	f := verdict.Failure{Kind: e.kind, Message: e.msg, Location: m.posOf(m.userPC(t)), Threads: []int{t}}
	if e.addr != 0 {
		f.History = m.history(t, e.addr)
		if o, _ := m.lifeOf(e.addr); o != nil {
			f.Object = m.objectName(o)
		}
	}
	return f
}

func (m *machine) posOf(pc int32) source.Range { return m.prog.code[pc].src.Base().Pos }

// raceOf makes the failure of two racing accesses.
func (m *machine) raceOf(a, b *access, t, u int) verdict.Failure {
	pa, pb := m.posOf(a.user), m.posOf(b.user)
	// Two accesses of one copy may race with the same access: that is one race, whichever shows first.
	if !a.write && !a.copies || (b.write || b.copies) && (pb.Before(pa.Pos) || pb.Pos == pa.Pos && b.user < a.user) {
		a, b, pa, pb, t, u = b, a, pb, pa, u, t
	}
	object := ""
	if o, _ := m.lifeOf(max(a.addr, b.addr)); o != nil {
		object = m.objectName(o)
	}
	return verdict.Failure{
		Kind:     verdict.KindRace,
		Object:   object,
		Message:  fmt.Sprintf("data race on %s: %s and %s", m.accessName(a, b), describe(a), describe(b)),
		Location: pa,
		Related:  []verdict.Place{{Message: describe(b) + " of the other thread", Location: pb}},
		Threads:  []int{t, u},
	}
}

func describe(a *access) string {
	how := "plain"
	switch {
	case a.section:
		how = "in an atomic section"
	case !a.plain:
		how = "atomic"
	}
	what := "read"
	switch {
	case a.frees:
		return "free"
	case a.write && a.read:
		what = "read and write"
	case a.write:
		what = "write"
	}
	if a.section {
		return what + " " + how
	}
	return how + " " + what
}

// deadlockOf makes the failure of a deadlocked set.
func (m *machine) deadlockOf(ws []waiting, set []int) verdict.Failure {
	f := verdict.Failure{Kind: verdict.KindDeadlock, Location: m.posOf(ws[set[0]].wait.user), Threads: set}
	var parts []string
	for i, t := range set {
		what := m.waitText(ws, t)
		s := fmt.Sprintf("thread %d (%s) waits for %s", t, m.threads[t].name, what)
		parts = append(parts, s)
		src := m.prog.code[ws[t].wait.user].src.Base()
		f.Waits = append(f.Waits, trace.Step{
			Thread: t, Pos: src.Pos, Text: src.Text, Func: m.prog.funcs[m.prog.code[ws[t].wait.user].fn].src.Display, Does: "wait", Notes: []string{"waits for " + what}, Locks: m.locksOf(t), Stack: m.stackOf(t, ws[t].wait.user),
		})
		if i > 0 {
			f.Related = append(f.Related, verdict.Place{Message: s, Location: m.posOf(ws[t].wait.user)})
		}
	}
	f.Message = "deadlock: " + strings.Join(parts, ", ")
	return f
}

func (m *machine) waitText(ws []waiting, t int) string {
	w := &ws[t].wait
	switch w.kind {
	case waitJoin:
		if w.on >= len(ws) {
			return "the end of a thread that it would make in the same atomic section"
		}
		return fmt.Sprintf("the end of thread %d (%s)", w.on, m.threads[w.on].name)
	case waitSem:
		return "semaphore " + m.nameAt(w.addr)
	case waitSignal:
		return "a signal to condition " + m.nameAt(w.addr)
	case waitBarrier:
		return "barrier " + m.nameAt(w.addr)
	}
	text := "lock " + m.nameAt(w.addr)
	if i, ok := m.syncAt[w.addr]; ok {
		if o := int(m.sync[i].owner); o > 0 {
			if o-1 == t {
				return text + ", which it holds itself"
			}
			return fmt.Sprintf("%s, held by thread %d (%s)", text, o-1, m.threads[o-1].name)
		}
		if len(m.sync[i].readers) > 0 {
			return text + ", held for reading"
		}
	}
	return text
}

// assertText says that a condition fails; the message of a call that must not be reached says so itself.
func assertText(a *ir.Assert) string {
	switch {
	case a.Msg == "":
		return "an assertion fails"
	case strings.HasSuffix(a.Msg, " is called"):
		return a.Msg
	}
	return a.Msg + " fails"
}
