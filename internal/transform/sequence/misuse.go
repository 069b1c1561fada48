package sequence

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Misused locks, where deadlocks are looked for (docs/semantics.md#locks-that-are-misused). Neither kind ends an execution, so neither is a check in the
// code of the threads: both are judged at the end of the sequential program, like deadlocks.
//
// A release of what is not held is a bit that the release computes; it counts once the section it is in is done. That a lock is held at the end of a thread
// shows in the last state: the thread has come to its end by itself, it took the lock on its path, the lock's memory is there, and the word that says who holds
// the lock is still the one that was written then. The state right behind the end of the thread is the last one of some execution within the same rounds, so
// nothing is missed, and what others do to the lock afterwards need not be followed.
//
// The process must not have ended by a failure, nor the thread have been ended by another, nor any have come to something that is not modelled: executions
// without that are there too.

// misusing is a release that may be one of a lock that is not held.
type misusing struct {
	thread int
	opened ir.ID  // the section it is in
	bad    ir.Reg // it is
	done   ir.Reg // and it happened
	meta   ir.Meta
}

// holding is a lock that a thread may take.
type holding struct {
	*transform.Hold
	thread int
	obj    ir.Operand // its address, in registers of the sequential program
	got    ir.Reg     // flag: the thread's path takes it
	meta   ir.Meta
}

// noted looks at an instruction that gives a bit, which may say something about a lock.
func (s *finalPoints) noted(l *localPart, in ir.Instr, bit ir.Operand) {
	if s == nil {
		return
	}
	id := in.Base().ID
	if s.NotHeld[id] {
		m := &misusing{thread: l.t, opened: l.opened, bad: s.z.flag(), done: s.z.flag(), meta: *in.Base()}
		s.z.emit(&ir.Move{Dst: m.bad, X: bit}, note{})
		s.misuses = append(s.misuses, m)
	}
	if h := s.Taken[id]; h != nil {
		got := s.z.flag()
		s.z.emit(&ir.Move{Dst: got, X: bit}, note{})
		s.holds = append(s.holds, &holding{Hold: h, thread: l.t, obj: l.keep(h.Obj), got: got, meta: *in.Base()})
	}
}

// sectionDone is behind a section that began at opened. By now on says whether it was done.
func (s *finalPoints) sectionDone(t int, opened ir.ID) {
	if s == nil {
		return
	}
	for _, m := range s.misuses {
		if m.thread == t && m.opened == opened {
			s.z.emit(&ir.Binary{Dst: m.done, Op: ir.Or, X: ir.R(m.done, 1), Y: s.z.and(s.isOn(t), ir.R(m.bad, 1))}, note{})
		}
	}
}

// misuseAt is what a check is about.
type misuseAt struct {
	kind   verdict.Kind
	thread int
	at     place
}

// judgeMisuse collects, at the end, the misuses that happened.
func (s *finalPoints) judgeMisuse(last lastState, sound ir.Operand) {
	z := s.z
	s.bad = map[misuseAt]ir.Operand{}
	s.about = map[misuseAt]ir.Meta{}
	enter := func(kind verdict.Kind, t int, meta ir.Meta, c ir.Operand) {
		k := misuseAt{kind, t, z.source(&access{id: meta.ID, meta: meta})}
		if _, ok := s.bad[k]; !ok {
			s.bad[k], s.about[k] = ir.K(1, 0), meta
			s.badOrder = append(s.badOrder, k)
		}
		s.bad[k] = z.or(s.bad[k], z.and(sound, c))
	}
	for _, m := range s.misuses {
		enter(verdict.KindNotHeld, m.thread, m.meta, z.and(ir.R(m.done, 1), z.and(last.begun[m.thread], z.not(last.gone[m.thread]))))
	}
	for _, h := range s.holds {
		enter(verdict.KindLockLeak, h.thread, h.meta, s.stillHeld(h, last))
	}
	slices.SortStableFunc(s.badOrder, func(a, b misuseAt) int { return a.thread - b.thread })
}

// stillHeld is the condition that a thread has ended and the last state shows a lock in its hands.
func (s *finalPoints) stillHeld(h *holding, last lastState) ir.Operand {
	z := s.z
	out := z.flag()
	mem := ir.Mem{Region: last.region(h.Region), Addr: h.obj, Size: 4, Mark: ir.MarkAtomic}
	left := z.or(z.and(ir.R(s.left[h.thread], 1), z.not(last.gone[h.thread])), ir.R(s.halted[h.thread], 1))
	z.when(z.and(last.begun[h.thread], z.and(left, ir.R(h.got, 1))), func() {
		z.when(z.binary(ir.Eq, z.probeOf(mem, h.obj, nil), ir.K(2, ir.ProbeValid)), func() {
			word := z.pure(32, func(d ir.Reg) ir.Instr { return &ir.Load{Dst: d, Mem: mem} })
			mask := uint64(h.Still())
			is := z.binary(ir.Eq, z.binary(ir.And, word, ir.K(32, mask)), ir.K(32, uint64(h.Word)&mask))
			z.emit(&ir.Move{Dst: out, X: is}, note{})
		})
	})
	return ir.R(out, 1)
}

// misuseChecks has one check per thread, place and kind.
func (s *finalPoints) misuseChecks() {
	for _, k := range s.badOrder {
		if c := s.bad[k]; !c.IsConst(0) {
			a := &ir.Assert{Meta: s.about[k], Cond: s.z.not(c), Kind: string(k.kind), Msg: s.z.in.Funcs[k.thread].Display}
			s.z.emit(a, note{check: true, misuse: true, thread: k.thread})
		}
	}
}
