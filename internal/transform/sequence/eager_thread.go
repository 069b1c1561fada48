package sequence

import (
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform"
)

// The code of one thread in the eager sequentialization, once: see eager.go. What a thread does while it is off must have no
// effect on others and must not end the execution; every instruction that could is guarded here.

// mark says what an instruction tells about the schedule.
type mark struct {
	what   markKind
	thread int
	pos    *position
	round  int
	child  int
}

type markKind uint8

const (
	markOn    markKind = iota + 1 // whether the thread's steps count from here on
	markRound                     // whether a step runs in this round
	markSpawn                     // whether a thread is created
	markFails                     // whether a check fails here
)

// eagerPart is the thread being emitted. It uses the registers, operands and notes of a local part of Lazy.
type eagerPart struct {
	*localPart
	e      *eager
	chosen []ir.Reg // per round from 1: the current step runs in it
	// chosenIn is the same of the sections that are steps.
	chosenIn map[*position][]ir.Reg
	trial    ir.Reg // the current step is pending, and is tried at the end: see transform/waits.go
}

// thread emits the code of one thread.
func (e *eager) thread(t int) {
	l := &eagerPart{e: e, localPart: &localPart{lazy: e.lazy, t: t, f: e.in.Funcs[t]}, chosenIn: map[*position][]ir.Reg{}}
	for r := 1; r <= e.opt.Rounds && len(e.ranBy[t]) > 0; r++ {
		e.implies(e.ranBy[t][0][r], e.began[t][r])
	}
	l.setOn(e.began[t][e.opt.Rounds])
	if e.final != nil {
		l.trial = e.temp(1)
		e.final.begin(t, false)
	}
	l.code(func() { l.chosen = l.chosenIn[l.section] }, l.instr)
}

func (l *eagerPart) isOn() ir.Operand { return ir.R(l.e.on[l.t], 1) }

// tell emits an instruction that says something about the schedule.
func (l *eagerPart) tell(in ir.Instr, m mark) {
	m.thread = l.t
	l.e.emit(in, note{})
	l.e.marks[in.Base().ID] = m
}

func (l *eagerPart) setOn(c ir.Operand) {
	l.tell(&ir.Move{Dst: l.e.on[l.t], X: c}, mark{what: markOn})
}

// arrive begins a step: it runs in one of the rounds, or the thread stops before it.
func (l *eagerPart) arrive(pos *position) {
	k := l.e.opt.Rounds
	in := l.ranBy[l.t][pos.index]
	l.glue(pos)
	on := l.isOn()
	if l.e.races != nil {
		l.sees(pos)
	}
	if l.final != nil {
		pending := l.e.and(on, l.e.not(in[k]))
		l.final.arrive(l.t, pos, pending)
		if l.final.trying(pos) {
			l.e.emit(&ir.Move{Dst: l.trial, X: l.e.and(pending, l.final.blocked[l.t])}, note{})
		}
	}
	l.chosen = make([]ir.Reg, k+1)
	for r := 1; r <= k; r++ {
		l.chosen[r] = l.e.temp(1)
		now := l.e.and(on, l.e.and(in[r], l.e.not(in[r-1])))
		l.tell(&ir.Move{Dst: l.chosen[r], X: now}, mark{what: markRound, pos: pos, round: r})
	}
	l.setOn(l.e.and(on, in[k]))
	l.e.emit(&ir.Move{Dst: l.e.moved[l.t], X: ir.K(1, 1)}, note{})
}

// glue lets the end of a thread run with the step before it: on this path, the last of those that it is glued to.
func (l *eagerPart) glue(end *position) {
	z := l.e
	if r, ok := z.came[end]; ok {
		z.set(r)
	}
	later := ir.K(1, 0)
	for i := len(end.glued) - 1; i >= 0; i-- {
		q := end.glued[i]
		here := ir.K(1, 1)
		if r, ok := z.came[q]; ok && len(end.glued) > 1 {
			here = ir.R(r, 1)
		}
		last := z.and(l.isOn(), z.and(here, z.not(later)))
		for r := 1; r <= z.opt.Rounds; r++ {
			z.implies(z.and(last, l.ranBy[l.t][q.index][r]), l.ranBy[l.t][end.index][r])
		}
		later = z.or(later, here)
	}
}

// atRounds emits something once per round, to be done if the current step runs in it.
func (l *eagerPart) atRounds(body func(r int)) {
	for r := 1; r <= l.e.opt.Rounds; r++ {
		l.e.when(ir.R(l.chosen[r], 1), func() { body(r) })
	}
}

// require stops the thread unless c holds, where the instruction is. Inside a section nothing less than the whole section may not have happened.
func (l *eagerPart) require(in ir.Instr, c ir.Operand) {
	switch {
	case c.IsConst(1):
	case l.section != nil:
		l.e.assume(l.e.or(l.e.not(l.isOn()), c))
		l.tryOn(c)
	default:
		if l.final != nil {
			stops := l.e.and(l.isOn(), l.e.not(c))
			if _, ok := in.(*ir.Assume); ok {
				l.final.stopLast(l.t, stops)
			} else {
				l.final.invalid(l.t, in, l.depth > 0, stops)
			}
		}
		l.setOn(l.e.and(l.isOn(), c))
	}
}

// tryOn ends the trial of a step unless c holds.
func (l *eagerPart) tryOn(c ir.Operand) {
	if l.final != nil && l.section != nil && l.final.trying(l.section) {
		l.e.emit(&ir.Move{Dst: l.trial, X: l.e.and(ir.R(l.trial, 1), c)}, note{})
	}
}

// wait is an operation that may have to wait. Where a thread waits, the section that the operation is in is pending.
func (l *eagerPart) wait(in *ir.Assume, w *transform.Wait) {
	z, c := l.e, l.operand(in.Cond)
	switch {
	case l.solo(in):
		l.localPart.wait(in, w)
	case l.section == nil:
		waits := z.and(l.isOn(), z.not(c))
		l.final.stopLast(l.t, waits)
		l.final.wait(l.t, in, l.opened, l.keep(w.Obj), nil, waits)
		l.setOn(z.and(l.isOn(), c))
	default:
		z.assume(z.or(z.not(l.isOn()), c))
		l.final.wait(l.t, in, l.opened, l.keep(w.Obj), l.tried(), z.and(ir.R(l.trial, 1), z.not(c)))
		l.tryOn(c)
	}
}

// mustHold is a check: where c does not hold, the thread fails, or stops as by require. It gives the condition that it fails here. A step
// that began cannot stop in the middle.
func (l *eagerPart) mustHold(in ir.Instr, c ir.Operand, step bool) ir.Operand {
	z := l.e
	on := l.isOn()
	if step || l.section != nil {
		z.assume(z.or(z.not(on), z.or(c, l.e.fail[l.t])))
	}
	bad := z.temp(1)
	l.tell(&ir.Move{Dst: bad, X: z.and(on, z.and(z.not(c), l.e.fail[l.t]))}, mark{what: markFails, pos: l.section})
	l.notes[len(l.notes)-1] = l.note(in)
	if l.final != nil && !step && l.section == nil {
		stops := z.and(on, z.not(c))
		if a, ok := in.(*ir.Assert); ok {
			l.final.fail(l.t, a, l.depth > 0, stops)
		} else {
			l.final.invalid(l.t, in, l.depth > 0, stops)
		}
	}
	l.tryOn(c)
	l.setOn(z.and(on, c))
	if l.section != nil {
		for _, r := range l.chosen[1:] {
			z.emit(&ir.Move{Dst: r, X: z.and(ir.R(r, 1), c)}, note{})
		}
	}
	return ir.R(bad, 1)
}

// failsIf adds a check that fails if the condition held here.
func (l *eagerPart) failsIf(c ir.Operand, a *ir.Assert) {
	flag := l.e.flag()
	l.e.emit(&ir.Move{Dst: flag, X: c}, note{})
	l.fails = append(l.fails, failure{thread: l.t, assert: a, flag: flag})
}

// instr emits one instruction and reports whether the thread's code ends with it.
func (l *eagerPart) instr(in ir.Instr) bool {
	id := in.Base().ID
	if a := l.e.steps.access[id]; a != nil {
		l.access(in, a)
		return false
	}
	z := l.e
	switch in := in.(type) {
	case *ir.AtomicBegin:
		if l.depth++; l.depth == 1 {
			l.opened = id
			if l.section = z.steps.at[id]; l.section != nil {
				l.arrive(l.section)
				l.chosenIn[l.section] = l.chosen
			} else {
				l.final.pass(l.t, in)
			}
		}
		n := l.note(in)
		n.open = 1
		z.mark(n)
	case *ir.AtomicEnd:
		n := l.note(in)
		n.open = -1
		z.mark(n)
		if l.depth--; l.depth == 0 {
			l.final.done(l.t, l.section != nil)
			l.final.sectionDone(l.t, l.opened)
			l.section = nil
		}
	case *ir.Spawn:
		l.spawn(in)
	case *ir.Assert:
		if in.Kind == transform.Visited || in.Kind == transform.Used {
			l.visited(in)
			return false
		}
		return l.assert(in)
	case *ir.Assume:
		if w := l.final.waitingAt(in); w != nil {
			l.wait(in, w)
			return false
		}
		if l.solo(in) && !in.Cond.IsConst(0) {
			l.copy(in)
			return false
		}
		l.require(in, l.operand(in.Cond))
		if in.Cond.IsConst(0) {
			z.emit(&ir.Jump{To: z.endOf}, note{})
			return true
		}
	case *ir.Halt:
		l.halt(in)
	case *ir.Return, *ir.ThreadExit:
		l.ended(in)
	case *ir.Unsupported:
		panic("transform: Unsupported in an unfolded program")
	default:
		if l.depth == 0 && ir.Visible(in) && !l.solo(in) {
			l.final.pass(l.t, in)
		}
		l.own(in)
		ir.Defs(in, func(r *ir.Reg) {
			l.final.wake(l.t, in, ir.R(*r+l.base[l.t], 1))
			l.final.noted(l.localPart, in, ir.R(*r+l.base[l.t], 1))
		})
	}
	return false
}

// assert emits a check of the program and reports whether nothing gets past it.
func (l *eagerPart) assert(in *ir.Assert) bool {
	if l.solo(in) {
		l.localPart.assert(in)
		return in.Cond.IsConst(0)
	}
	if !transform.Internal(in.Kind) {
		l.failsIf(l.isOn(), reachedAt(in))
	}
	l.failsIf(l.mustHold(in, l.operand(in.Cond), false), in)
	if in.Cond.IsConst(0) {
		l.e.emit(&ir.Jump{To: l.e.endOf}, note{})
		return true
	}
	return false
}

// ended is the end of a thread, or of the process: see the kind Ended.
func (l *eagerPart) ended(in ir.Instr) {
	l.failsIf(l.isOn(), &ir.Assert{Meta: *in.Base(), Kind: transform.Ended, Msg: l.f.Display + " ends"})
	l.final.end(l.t, in)
	l.e.emit(&ir.Jump{To: l.e.endOf}, note{})
}

func (l *eagerPart) halt(in *ir.Halt) {
	open := l.depth > 0
	if l.closed(); l.section != nil {
		l.final.done(l.t, true)
		l.section = nil
	}
	if open {
		l.final.sectionDone(l.t, l.opened)
	}
	if pos := l.e.steps.at[in.ID]; pos != nil {
		l.arrive(pos)
		l.e.mark(note{thread: l.t, id: in.ID, pos: pos})
		l.e.halts = append(l.e.halts, halting{pos: pos, by: l.doneBy(pos)})
		l.final.done(l.t, true)
	}
	l.ended(in)
}

// doneBy makes flags that say that the current step was made in a round or before.
func (l *eagerPart) doneBy(pos *position) []ir.Operand {
	out := []ir.Operand{ir.K(1, 0)}
	for r := 1; r <= l.e.opt.Rounds; r++ {
		flag := l.e.flag()
		l.e.emit(&ir.Move{Dst: flag, X: l.e.and(l.isOn(), l.ranBy[l.t][pos.index][r])}, note{})
		out = append(out, ir.R(flag, 1))
	}
	return out
}

// spawn hands the arguments to the child, whose code comes later.
func (l *eagerPart) spawn(in *ir.Spawn) {
	z := l.e
	pos := l.section
	if pos == nil {
		pos = z.steps.at[in.Meta.ID]
		l.arrive(pos)
		defer l.final.done(l.t, true)
		z.mark(note{thread: l.t, id: in.Meta.ID, pos: pos})
	}
	child := int(in.Fn.Func)
	for i, r := range z.in.Funcs[child].Params {
		z.emit(&ir.Move{Dst: z.base[child] + r, X: l.operand(in.Args[i])}, note{})
	}
	for r := 1; r <= z.opt.Rounds; r++ {
		m := mark{}
		if r == z.opt.Rounds {
			m = mark{what: markSpawn, child: child}
		}
		l.tell(&ir.Move{Dst: z.began[child][r].Reg, X: z.and(l.isOn(), l.ranBy[l.t][pos.index][r])}, m)
	}
}
