package sequence

import (
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform"
)

// The end of a sequentialization, where the guessed set is judged: see transform/waits.go for what is assumed of it and why.

// lastState is what the end of a sequentialization knows.
type lastState struct {
	begun  []ir.Operand // per thread
	gone   []ir.Operand // per thread: it ended with the process
	failed ir.Operand   // the process failed
	region func(ir.RegionID) ir.RegionID
}

// judge assumes of the guessed set that it is deadlocked.
func (s *finalPoints) judge(last lastState) {
	z := s.z
	live := make([]ir.Operand, z.threads)
	any, barred := ir.K(1, 0), last.failed
	for t := range z.threads {
		live[t] = z.and(last.begun[t], z.not(z.or(ir.R(s.ended[t], 1), last.gone[t])))
		any = z.or(any, s.member[t])
		barred = z.or(barred, z.and(last.begun[t], ir.R(s.lost[t], 1)))
	}
	s.judgeMisuse(last, z.not(barred))
	for t := range z.threads {
		if len(s.Unbidden) > 0 {
			barred = z.or(barred, z.and(last.begun[t], ir.R(s.woke[t], 1)))
		}
	}
	z.implies(any, z.not(barred))
	here := make([]ir.Operand, z.threads)
	for t := range here {
		here[t] = ir.K(1, 0)
	}
	for _, w := range s.places {
		here[w.thread] = z.or(here[w.thread], ir.R(w.here, 1))
		if len(w.before) > 0 {
			z.when(z.and(s.blocked[w.thread], ir.R(w.here, 1)), func() { s.try(w, last) })
		}
	}
	for t := range here {
		z.implies(s.blocked[t], z.and(live[t], here[t]))
		z.implies(s.member[t], s.blocked[t])
	}
	for _, w := range s.places {
		in := z.and(s.member[w.thread], ir.R(w.here, 1))
		z.when(in, func() { z.assume(s.unhelped(w, live, last)) })
		s.tell(in, note{thread: w.thread, waits: w})
	}
}

// try makes the step of a thread that waits, up to where it does, and takes it back.
func (s *finalPoints) try(w *waiting, last lastState) {
	z := s.z
	type written struct {
		mem  ir.Mem
		made ir.Operand
		old  ir.Reg
	}
	var undo []written
	for _, a := range w.before {
		if a.in != nil {
			continue // restrict gave up what waits behind an operation on a range
		}
		m := a.mem
		m.Addr, m.Region = a.addr, last.region(m.Region)
		made := ir.R(a.reached, 1)
		v := z.temp(8 * m.Size)
		z.when(made, func() {
			z.emit(&ir.Load{Dst: v, Mem: m}, note{})
			if a.write {
				z.emit(&ir.Store{Mem: m, Val: a.val}, note{})
			} else {
				z.assume(z.binary(ir.Eq, ir.R(v, 8*m.Size), a.val))
			}
		})
		if a.write {
			undo = append(undo, written{m, made, v})
		}
	}
	for i := len(undo) - 1; i >= 0; i-- {
		u := undo[i]
		z.when(u.made, func() { z.emit(&ir.Store{Mem: u.mem, Val: ir.R(u.old, 8*u.mem.Size)}, note{}) })
	}
}

// unhelped is the condition that nobody outside of the set ends a wait.
func (s *finalPoints) unhelped(w *waiting, live []ir.Operand, last lastState) ir.Operand {
	z := s.z
	switch w.Kind {
	case transform.WaitJoin:
		in := ir.K(1, 0)
		for u := range z.threads {
			if !s.member[u].IsConst(0) {
				in = z.or(in, z.and(s.member[u], z.binary(ir.Eq, w.obj, ir.K(w.obj.Width, uint64(u)+1))))
			}
		}
		return in
	case transform.WaitLock:
		load := func(r ir.RegionID) ir.Operand {
			return z.pure(32, func(d ir.Reg) ir.Instr {
				return &ir.Load{Dst: d, Mem: ir.Mem{Region: last.region(r), Addr: w.obj, Size: 4, Mark: ir.MarkAtomic}}
			})
		}
		owner := z.binary(ir.And, load(w.Owner), ir.K(32, transform.OwnerMask))
		member, held := ir.K(1, 0), ir.K(1, 0)
		for u := range z.threads {
			holds := z.binary(ir.Eq, owner, ir.K(32, uint64(u)+1))
			if r := w.Reads[u]; r != 0 {
				holds = z.or(holds, z.not(z.binary(ir.Eq, load(r), ir.K(32, 0))))
			}
			member = z.or(member, z.and(holds, s.member[u]))
			held = z.or(held, z.and(holds, live[u]))
		}
		return z.or(member, z.and(z.not(held), s.nobodyElse(w, live)))
	}
	return s.nobodyElse(w, live)
}

// nobodyElse is the condition that every other thread that may still do what ends a wait is a member.
func (s *finalPoints) nobodyElse(w *waiting, live []ir.Operand) ir.Operand {
	z := s.z
	i := slices.Index(s.asked, w.Kind.Needs())
	all := ir.K(1, 1)
	for u := range z.threads {
		if u != w.thread {
			all = z.and(all, z.or(s.member[u], z.not(z.and(live[u], ir.R(s.can[u][i], 1)))))
		}
	}
	return all
}

// checks has one check per thread and place of the source, which fails if the thread is a member and waits there.
func (s *finalPoints) checks() {
	if s == nil {
		return
	}
	type key struct {
		thread int
		at     place
	}
	fails := map[key]ir.Operand{}
	var order []key
	first := map[key]*waiting{}
	for _, w := range s.places {
		k := key{w.thread, s.z.source(&access{id: w.stop, meta: w.meta})}
		if first[k] == nil {
			first[k], fails[k] = w, ir.K(1, 0)
			order = append(order, k)
		}
		fails[k] = s.z.or(fails[k], ir.R(w.here, 1))
	}
	slices.SortStableFunc(order, func(a, b key) int { return a.thread - b.thread })
	for _, k := range order {
		bad := s.z.and(fails[k], s.member[k.thread])
		a := &ir.Assert{Meta: first[k].meta, Cond: s.z.not(bad), Kind: Deadlock, Msg: fmt.Sprintf("%s waits", s.z.in.Funcs[k.thread].Display)}
		s.z.emit(a, note{check: true, deadlock: true, thread: k.thread})
	}
	s.misuseChecks()
}

// Deadlock is the kind of the checks of deadlocks: each fails if its thread belongs to a deadlocked set and waits at its place.
const Deadlock = "deadlock"
