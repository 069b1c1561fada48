package sequence

import (
	"fmt"
	"math"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform"
)

// local emits the code of one thread: see lazy.go.
func (z *lazy) local(t int) {
	z.final.begin(t, true)
	l := &localPart{lazy: z, t: t, f: z.in.Funcs[t]}
	l.code(func() {}, l.instr)
}

type localPart struct {
	*lazy
	t        int
	f        *ir.Func
	ids      []ir.BlockID
	depth    int
	section  *position // the step that the current code is part of
	opened   ir.ID     // where the outermost section began
	last     *position // the last step before this point in the text
	sections map[ir.BlockID]*position
	openedAt map[ir.BlockID]ir.ID
}

// operand moves an operand of the thread into the program.
func (l *localPart) operand(o ir.Operand) ir.Operand {
	if o.Kind == ir.KindReg {
		o.Reg += l.base[l.t]
	}
	return o
}

// note marks an instruction as one of the lowered program.
func (l *localPart) note(in ir.Instr) note {
	return note{thread: l.t, id: in.Base().ID, pos: l.section}
}

// code emits the blocks of the thread and a jump to the first: enter is called at the start of each, instr with its instructions until one says that the
// thread's code ends there. What follows comes behind the last.
func (l *localPart) code(enter func(), instr func(ir.Instr) bool) {
	first := &ir.Jump{}
	l.emit(first, note{})
	blocks := make([]*ir.Block, len(l.f.Blocks))
	l.ids = make([]ir.BlockID, len(l.f.Blocks))
	for i, b := range l.f.Blocks {
		blocks[i] = l.newBlock(fmt.Sprintf("t%d.%s", l.t, b.Name))
		l.ids[i] = l.blockID()
	}
	end := l.newBlock(fmt.Sprintf("t%d.over", l.t))
	l.endOf = l.blockID()
	first.To = l.ids[0]
	for _, b := range l.steps.order[l.t] {
		l.cur, l.opened, l.section = blocks[b], l.openedAt[b], nil
		if l.depth = l.steps.depth[l.t][b]; l.depth > 0 {
			l.section = l.sections[b]
		}
		enter()
		l.block(b, instr)
	}
	for _, b := range blocks {
		if len(b.Instrs) == 0 { // unreachable in the input
			l.cur = b
			l.emit(&ir.Jump{To: l.endOf}, note{})
		}
	}
	l.cur = end
}

func (l *localPart) block(b ir.BlockID, instr func(ir.Instr) bool) {
	for _, in := range l.f.Blocks[b].Instrs {
		if instr(in) {
			return
		}
	}
	l.leave(b)
}

// leave notes for the blocks behind which section they are in.
func (l *localPart) leave(b ir.BlockID) {
	if l.sections == nil {
		l.sections, l.openedAt = map[ir.BlockID]*position{}, map[ir.BlockID]ir.ID{}
	}
	for _, t := range l.f.Next(b) {
		if l.section != nil {
			l.sections[t] = l.section
		}
		if l.depth > 0 {
			l.openedAt[t] = l.opened
		}
	}
}

// solo reports whether the code runs while the thread is alone: then whatever ends it ends the whole.
func (l *localPart) solo(in ir.Instr) bool { return l.t == 0 && l.steps.solo[in.Base().ID] }

// instr emits one instruction and reports whether the thread's local part ends with it.
func (l *localPart) instr(in ir.Instr) bool {
	id := in.Base().ID
	if a := l.steps.access[id]; a != nil {
		l.visible(in, a)
		return false
	}
	switch in := in.(type) {
	case *ir.AtomicBegin:
		if l.depth++; l.depth == 1 {
			l.opened = id
			if l.section = l.steps.at[id]; l.section != nil {
				l.last = l.section
				l.glue(l.section)
				l.arrive(l.section)
			} else {
				l.final.pass(l.t, in)
			}
		}
		n := l.note(in)
		n.open = 1
		l.mark(n)
	case *ir.AtomicEnd:
		n := l.note(in)
		n.open = -1
		l.mark(n)
		if l.depth--; l.depth == 0 {
			if l.section != nil {
				l.set(l.section.reached)
				l.made(l.section)
			} else {
				l.final.done(l.t, false)
			}
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
		l.assert(in)
		return in.Cond.IsConst(0)
	case *ir.Assume:
		if in.Cond.IsConst(0) {
			l.blocks()
			l.endsAt(func(on ir.Operand) { l.final.stopLast(l.t, on) })
			l.emit(&ir.Jump{To: l.endOf}, note{})
			return true
		}
		if w := l.final.waitingAt(in); w != nil {
			l.wait(in, w)
			return false
		}
		if l.solo(in) {
			l.copy(in)
			return false
		}
		l.orStop(l.operand(in.Cond), func(on ir.Operand) { l.final.stopLast(l.t, on) })
	case *ir.Halt:
		open := l.depth > 0
		if l.closed(); l.section != nil {
			l.set(l.section.reached)
			l.made(l.section)
			l.section = nil
		}
		if open {
			l.final.sectionDone(l.t, l.opened)
		}
		if pos := l.steps.at[id]; pos != nil {
			l.last = pos
			l.glue(pos)
			l.arrive(pos)
			l.set(pos.reached)
			l.mark(note{thread: l.t, id: id, pos: pos})
			l.made(pos)
		}
		l.ended(in)
	case *ir.Return, *ir.ThreadExit:
		l.ended(in)
	case *ir.Unsupported:
		panic("transform: Unsupported in an unfolded program")
	default:
		if l.depth == 0 && ir.Visible(in) && !l.solo(in) {
			l.final.pass(l.t, in)
		}
		l.guardInvalid(in)
		l.copy(in)
		ir.Defs(in, func(r *ir.Reg) {
			l.final.wake(l.t, in, ir.R(*r+l.base[l.t], 1))
			l.final.noted(l, in, ir.R(*r+l.base[l.t], 1))
		})
	}
	return false
}

// closed notes that the end of the process ends the sections that are open. It is glued to the outermost one (steps.go).
func (l *localPart) closed() {
	if l.depth > 0 {
		l.mark(note{thread: l.t, pos: l.section, open: -l.depth})
		l.depth = 0
	}
}

// arrive and made are before and behind a step, for deadlocks.
func (l *localPart) arrive(pos *position) {
	if l.final != nil {
		l.final.arrive(l.t, pos, l.lazy.and(l.final.isOn(l.t), l.not(l.ranBy[l.t][pos.index][l.opt.Rounds])))
	}
}

func (l *localPart) made(pos *position) {
	if l.final != nil {
		l.emit(&ir.Move{Dst: l.final.on[l.t], X: l.ranBy[l.t][pos.index][l.opt.Rounds]}, note{})
		l.final.done(l.t, true)
	}
}

// endsAt says at which program point a thread is whose path ends here, for deadlocks.
func (l *localPart) endsAt(where func(on ir.Operand)) {
	if l.final != nil {
		where(l.final.isOn(l.t))
	}
}

// wait is an operation that may have to wait: the thread's path ends there if it has to.
func (l *localPart) wait(in *ir.Assume, w *transform.Wait) {
	br := &ir.Branch{Cond: l.operand(in.Cond)}
	l.emit(br, note{})
	l.cur = l.newBlock(fmt.Sprintf("t%d.waits", l.t))
	br.Else = l.blockID()
	l.blocks()
	on := l.final.isOn(l.t)
	l.final.stopLast(l.t, on)
	l.final.wait(l.t, in, l.opened, l.keep(w.Obj), l.tried(), on)
	l.emit(&ir.Jump{To: l.endOf}, note{})
	l.cur = l.newBlock(fmt.Sprintf("t%d.on", l.t))
	br.Then = l.blockID()
}

// tried is what the section did so far that others can notice: accesses of other paths through it were not made.
func (l *localPart) tried() (out []*access) {
	if l.section != nil {
		for _, a := range l.section.accesses {
			if a.addr.IsSet() {
				out = append(out, a)
			}
		}
	}
	return out
}

// keep copies an operand of the thread to where the end of the program finds it.
func (l *localPart) keep(o ir.Operand) ir.Operand {
	o = l.operand(o)
	if o.Kind != ir.KindReg {
		return o
	}
	return l.pure(o.Width, func(d ir.Reg) ir.Instr { return &ir.Move{Dst: d, X: o} })
}

// glue lets the end of the thread run with the step before it: on this path, the last of those that it is glued to.
func (l *localPart) glue(end *position) {
	later := ir.K(1, 0)
	for i := len(end.glued) - 1; i >= 0; i-- {
		q := end.glued[i]
		here := ir.R(q.reached, 1)
		if len(end.glued) == 1 {
			here = ir.K(1, 1)
		}
		for r := 1; r <= l.opt.Rounds; r++ {
			l.implies(l.lazy.and(l.lazy.and(here, l.not(later)), l.ranBy[l.t][q.index][r]), l.ranBy[l.t][end.index][r])
		}
		later = l.or(later, here)
	}
}

// copy emits an instruction that is the thread's own business.
func (l *localPart) copy(in ir.Instr) {
	c := ir.Clone(in)
	if t, ok := c.(*ir.Touch); ok && t.Mem.Also.IsSet() && l.steps.shared[t.Mem.AlsoIn] {
		t.Mem.Also, t.Mem.AlsoIn = ir.Operand{}, 0
	}
	if b, ok := c.(*ir.Binary); ok && !l.solo(in) {
		b.Exact = false // its guard stands before it
	}
	ir.Uses(c, func(o *ir.Operand) { *o = l.operand(*o) })
	ir.Defs(c, func(r *ir.Reg) { *r += l.base[l.t] })
	ir.Targets(c, func(b *ir.BlockID) { *b = l.ids[*b] })
	l.emit(c, l.note(in))
}

// orStop goes on if c holds and ends the thread's local part if not; where says at which program point it is then.
func (l *localPart) orStop(c ir.Operand, where func(on ir.Operand)) {
	if c.IsConst(1) {
		return
	}
	br := &ir.Branch{Cond: c, Else: l.endOf}
	l.emit(br, note{})
	if l.final != nil || l.mayFault() {
		l.cur = l.newBlock(fmt.Sprintf("t%d.stops", l.t))
		br.Else = l.blockID()
		l.blocks()
		l.endsAt(where)
		l.emit(&ir.Jump{To: l.endOf}, note{})
	}
	l.cur = l.newBlock(fmt.Sprintf("t%d.on", l.t))
	br.Then = l.blockID()
}

// guardInvalid ends the thread's local part where an operation would be invalid.
func (l *localPart) guardInvalid(in ir.Instr) {
	if m, _, _ := ir.AccessOf(in); l.opt.Memory && !(m != nil && m.Unsure) {
		switch in := in.(type) {
		case *ir.Load:
			l.localFaults(in, in.Mem, l.operand(in.Mem.Addr), nil)
			return
		case *ir.Store:
			l.localFaults(in, in.Mem, l.operand(in.Mem.Addr), nil)
			return
		case *ir.Touch:
			l.localFaults(in, l.rangeMem(in.Mem), l.operand(in.Mem.Addr), nil)
			return
		case *ir.Free:
			l.localFaults(in, ir.Mem{}, l.operand(in.Addr), in)
			return
		}
	}
	if l.solo(in) {
		return
	}
	where := func(on ir.Operand) { l.final.invalid(l.t, in, l.depth > 0, on) }
	switch in := in.(type) {
	case *ir.Unary:
		if in.Op == ir.FToS || in.Op == ir.FToU {
			l.orStop(l.converts(in.Op, l.operand(in.X), l.f.Width(in.Dst)), where)
		}
	case *ir.Binary:
		x, y := l.operand(in.X), l.operand(in.Y)
		if in.Exact {
			l.orStop(l.fits(in.Op, x, y), where)
		}
		if in.Op != ir.UDiv && in.Op != ir.URem && in.Op != ir.SDiv && in.Op != ir.SRem {
			return
		}
		w := x.Width
		ok := l.not(l.binary(ir.Eq, y, ir.K(w, 0)))
		if in.Op == ir.SDiv || in.Op == ir.SRem {
			least := ir.KConst(w, ir.Const{Lo: 1}.Shifted(w-1))
			minus := ir.KConst(w, ir.SignedConst(w, -1))
			ok = l.lazy.and(ok, l.not(l.lazy.and(l.binary(ir.Eq, x, least), l.binary(ir.Eq, y, minus))))
		}
		l.orStop(ok, where)
	case *ir.Load:
		l.orStop(l.valid(in.Mem, in.Mem.Addr, nil), where)
	case *ir.Store:
		l.orStop(l.valid(in.Mem, in.Mem.Addr, nil), where)
	case *ir.Touch: // a Fill or Copy comes behind one
		l.orStop(l.valid(l.rangeMem(in.Mem), in.Mem.Addr, nil), where)
	case *ir.Free:
		if !in.Stack && len(in.Objects) > 0 {
			l.orStop(l.valid(ir.Mem{}, in.Addr, in), where)
		}
	}
}

// converts is the condition that a float, cut towards zero, fits an integer. The bounds are powers of two and so floats; the one below
// the least number is one only if the format has as many digits, and otherwise the least number itself bounds.
func (z *lazy) converts(op ir.UnOp, x ir.Operand, bits int) ir.Operand {
	digits := 53
	constant := func(v float64) ir.Operand { return ir.K(64, math.Float64bits(v)) }
	if x.Width == 32 {
		digits = 24
		constant = func(v float64) ir.Operand { return ir.K(32, uint64(math.Float32bits(float32(v)))) }
	}
	if op == ir.FToU {
		return z.and(z.binary(ir.FLt, constant(-1), x), z.binary(ir.FLt, x, constant(math.Ldexp(1, bits))))
	}
	above := z.binary(ir.FLt, x, constant(math.Ldexp(1, bits-1)))
	least := -math.Ldexp(1, bits-1)
	if bits-1 < digits {
		return z.and(z.binary(ir.FLt, constant(least-1), x), above)
	}
	return z.and(z.binary(ir.FLe, constant(least), x), above)
}

// valid is the condition that an access would be valid.
func (l *localPart) valid(m ir.Mem, addr ir.Operand, free *ir.Free) ir.Operand {
	return l.binary(ir.Eq, l.probeOf(m, l.operand(addr), free), ir.K(2, ir.ProbeValid))
}

// visible notes an access for the merge.
func (l *localPart) visible(in ir.Instr, a *access) {
	if l.section == nil {
		l.last = a.pos
		l.arrive(a.pos)
		l.set(a.pos.reached)
		defer l.made(a.pos)
	}
	l.set(a.reached)
	n := l.note(in)
	n.pos = a.pos
	keep := l.keep
	switch in := in.(type) {
	case *ir.Load:
		a.addr = keep(in.Mem.Addr)
		v := l.temp(8 * in.Mem.Size)
		l.emit(&ir.Havoc{Dst: v}, n)
		a.val = ir.R(v, 8*in.Mem.Size)
		l.emit(&ir.Move{Dst: in.Dst + l.base[l.t], X: a.val}, note{})
	case *ir.Store:
		a.addr, a.val = keep(in.Mem.Addr), keep(in.Val)
		l.mark(n)
	case *ir.Free:
		a.addr = keep(in.Addr)
		l.mark(n)
	case *ir.Scan:
		l.keepRange(a, keep)
		v := l.temp(in.Mem.Len.Width)
		l.emit(&ir.Havoc{Dst: v}, n)
		a.val = ir.R(v, in.Mem.Len.Width)
		l.emit(&ir.Move{Dst: in.Dst + l.base[l.t], X: a.val}, note{})
	case *ir.Touch, *ir.Fill, *ir.Copy:
		l.keepRange(a, keep)
		l.mark(n)
	default:
		panic(fmt.Sprintf("transform: %T is no lowered access", in))
	}
}

// spawn hands the arguments to the child, whose local part comes later.
func (l *localPart) spawn(in *ir.Spawn) {
	pos := l.section
	if pos == nil {
		pos = l.steps.at[in.Meta.ID]
		l.last = pos
		l.arrive(pos)
		defer l.made(pos)
		l.set(pos.reached)
		l.mark(note{thread: l.t, id: in.Meta.ID, pos: pos})
	}
	child := int(in.Fn.Func)
	for i, r := range l.in.Funcs[child].Params {
		l.emit(&ir.Move{Dst: l.base[child] + r, X: l.operand(in.Args[i])}, note{})
	}
	for i := range pos.spawns {
		if pos.spawns[i].instr == in {
			l.set(pos.spawns[i].reached)
		}
	}
}

// assert notes a failure and ends the thread's local part there.
func (l *localPart) assert(in *ir.Assert) {
	if !transform.Internal(in.Kind) {
		got := l.flag()
		l.set(got)
		l.fails = append(l.fails, failure{thread: l.t, assert: reachedAt(in), flag: got, after: l.last})
	}
	flag := l.flag()
	c := l.operand(in.Cond)
	if !c.IsConst(0) {
		br := &ir.Branch{Cond: c}
		l.emit(br, l.note(in))
		bad := l.newBlock(fmt.Sprintf("t%d.fails", l.t))
		br.Else = l.blockID()
		good := l.newBlock(fmt.Sprintf("t%d.holds", l.t))
		br.Then = l.blockID()
		l.cur = bad
		l.failed(in, flag)
		l.cur = good
		return
	}
	l.failed(in, flag)
}

// reachedAt is the check of kind Reached for an assertion of the program.
func reachedAt(in *ir.Assert) *ir.Assert {
	return &ir.Assert{Meta: ir.Meta{Pos: in.Pos}, Kind: transform.Reached, Msg: in.Msg}
}

// ended is the end of a thread, or of the process: see the kind Ended.
func (l *localPart) ended(in ir.Instr) {
	flag := l.flag()
	l.set(flag)
	l.fails = append(l.fails, failure{thread: l.t, assert: &ir.Assert{Meta: *in.Base(), Kind: transform.Ended, Msg: l.f.Display + " ends"}, flag: flag, after: l.last})
	l.final.end(l.t, in)
	l.emit(&ir.Jump{To: l.endOf}, note{})
}

// failed is the end of a thread at an assertion. Inside a section, what the section did up to here counts.
func (l *localPart) failed(in *ir.Assert, flag ir.Reg) {
	n := l.note(in)
	n.fails = true
	l.mark(n)
	l.set(flag)
	if l.section != nil {
		l.set(l.section.reached)
	}
	l.fails = append(l.fails, failure{thread: l.t, assert: in, flag: flag, after: l.last, fatal: l.section != nil})
	l.endsAt(func(on ir.Operand) { l.final.fail(l.t, in, l.depth > 0, on) })
	l.emit(&ir.Jump{To: l.endOf}, note{})
}
