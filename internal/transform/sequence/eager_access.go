package sequence

import (
	"fmt"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Accesses in the eager sequentialization: those of shared memory choose their copy by the round; the others are made in
// place, if they are valid. Where memory errors are looked for, an invalid access fails like an assertion; else it stops the
// thread, or, if others could have noticed it, it belongs to no execution, for the thread could as well have stopped before.

// access makes one access to shared memory.
func (l *eagerPart) access(in ir.Instr, a *access) {
	z := l.e
	if l.section == nil {
		l.arrive(a.pos)
		defer l.final.done(l.t, true)
	}
	n := l.note(in)
	n.pos = a.pos
	keep := func(o ir.Operand) ir.Operand {
		o = l.operand(o)
		if o.Kind != ir.KindReg {
			return o
		}
		return z.pure(o.Width, func(d ir.Reg) ir.Instr { return &ir.Move{Dst: d, X: o} })
	}
	switch in := in.(type) {
	case *ir.Load:
		a.addr = keep(in.Mem.Addr)
	case *ir.Store:
		a.addr, a.val = keep(in.Mem.Addr), keep(in.Val)
	case *ir.Free:
		a.addr = keep(in.Addr)
	case *ir.Touch:
		l.keepRange(a, keep)
	default:
		panic(fmt.Sprintf("transform: %T is no lowered access", in))
	}
	made := l.makeShared(in, a)
	if z.races != nil {
		l.runs(a) // unless it was invalid
	}
	if ld, ok := in.(*ir.Load); ok {
		z.emit(&ir.Move{Dst: ld.Dst + z.base[l.t], X: made}, n)
	} else {
		z.mark(n)
	}
}

// makeShared makes an access in the copy of its round and gives the value that a load finds.
func (l *eagerPart) makeShared(in ir.Instr, a *access) (value ir.Operand) {
	z := l.e
	if a.free == nil && !a.write && a.in == nil {
		value = z.pure(8*a.mem.Size, func(d ir.Reg) ir.Instr { return &ir.Move{Dst: d, X: ir.K(8*a.mem.Size, 0)} })
	}
	look := z.opt.Memory && !a.mem.Unsure && !(a.free != nil && (a.free.Stack || len(a.free.Objects) == 0))
	if !look {
		l.atRounds(func(r int) { l.makeIn(r, a, value) })
		l.try(a, value)
		return value
	}
	code := z.pure(2, func(d ir.Reg) ir.Instr { return &ir.Move{Dst: d, X: ir.K(2, ir.ProbeValid)} })
	l.atRounds(func(r int) {
		z.emit(&ir.Move{Dst: code.Reg, X: l.probeIn(r, a)}, note{})
		z.when(z.binary(ir.Eq, code, ir.K(2, ir.ProbeValid)), func() { l.makeIn(r, a, value) })
	})
	l.try(a, value)
	l.faults(in, code, a.mem.Name, a.free != nil, true)
	return value
}

// try lets an access of a step that is tried at the end give a guessed value.
func (l *eagerPart) try(a *access, value ir.Operand) {
	if l.final == nil || l.section == nil || !l.final.trying(l.section) {
		return
	}
	z, trial := l.e, ir.R(l.trial, 1)
	a.reached = z.flag()
	z.emit(&ir.Move{Dst: a.reached, X: trial}, note{})
	if a.free != nil || a.write || a.in != nil {
		return
	}
	guess := z.temp(value.Width)
	z.emit(&ir.Havoc{Dst: guess}, note{})
	z.emit(&ir.Ite{Dst: value.Reg, Cond: trial, X: ir.R(guess, value.Width), Y: value}, note{})
	a.val = value
}

// makeIn makes an access in the copy of one round.
func (l *eagerPart) makeIn(r int, a *access, value ir.Operand) {
	z := l.e
	m := a.mem
	m.Addr = a.addr
	switch {
	case a.free != nil:
		z.emit(&ir.Free{Addr: a.addr, Stack: a.free.Stack, Objects: append([]ir.Object(nil), a.free.Objects...), Lives: z.livesIn(r)}, note{})
		if z.alsoPrivate(a.free) {
			z.emit(&ir.Free{Addr: a.addr, Stack: a.free.Stack, Objects: append([]ir.Object(nil), a.free.Objects...)}, note{})
		}
	case a.in != nil:
		z.makeRange(a, ir.Meta{}, func(id ir.RegionID) ir.RegionID { return z.inRound(id, r) })
	case a.write:
		m.Region = z.copyOf[m.Region][r]
		z.emit(&ir.Store{Mem: m, Val: a.val}, note{})
	default:
		m.Region = z.copyOf[m.Region][r]
		z.emit(&ir.Load{Dst: value.Reg, Mem: m}, note{})
	}
}

// alsoPrivate reports whether a Free may end something that no other thread can tell: those lives are kept in the thread's order, apart from those of the rounds. If no life has rounds, they are kept there anyway, and a second Free would be invalid.
func (e *eager) alsoPrivate(fr *ir.Free) bool {
	if e.lives == nil {
		return false
	}
	for _, o := range fr.Objects {
		if !e.mortal[o] {
			return true
		}
		for _, r := range e.steps.objects[o] {
			if !e.steps.shared[r] {
				return true
			}
		}
	}
	return false
}

// probeIn asks what an access would meet in the copy of a round.
func (l *eagerPart) probeIn(r int, a *access) ir.Operand {
	z := l.e
	if a.free == nil {
		m := a.memory()
		m.Region, m.Within, m.AlsoIn = z.inRound(m.Region, r), z.inRound(m.Within, r), z.inRound(m.AlsoIn, r)
		return z.probeOf(m, a.addr, nil)
	}
	p := &ir.Probe{Mem: ir.Mem{Region: z.livesIn(r), Addr: a.addr, Size: 1}, Frees: append([]ir.Object(nil), a.free.Objects...)}
	shared := z.pure(2, func(d ir.Reg) ir.Instr { p.Dst = d; return p })
	if !z.alsoPrivate(a.free) {
		return shared
	}
	private := z.probeOf(ir.Mem{}, a.addr, a.free)
	return z.pure(2, func(d ir.Reg) ir.Instr {
		return &ir.Ite{Dst: d, Cond: z.binary(ir.Eq, shared, ir.K(2, ir.ProbeValid)), X: private, Y: shared}
	})
}

// faults are the checks of an access, by what a probe of it gave.
func (l *eagerPart) faults(in ir.Instr, code ir.Operand, name string, free, step bool) {
	z := l.e
	bad := l.mustHold(in, z.binary(ir.Eq, code, ir.K(2, ir.ProbeValid)), step)
	kinds := accessFaults[:]
	if free {
		kinds = freeFaults[:]
	}
	for k, kind := range kinds {
		if kind != "" {
			l.failsIf(z.and(bad, z.binary(ir.Eq, code, ir.K(2, uint64(k)))), faultAssert(*in.Base(), kind, name))
		}
	}
}

// own emits an instruction that is the thread's own business.
func (l *eagerPart) own(in ir.Instr) {
	z := l.e
	if l.solo(in) {
		l.alone(in)
		return
	}
	switch in := in.(type) {
	case *ir.Load:
		l.guarded(in, in.Mem, in.Mem.Addr, nil)
	case *ir.Store:
		l.guarded(in, in.Mem, in.Mem.Addr, nil)
	case *ir.Touch:
		l.guarded(in, l.rangeMem(in.Mem), in.Mem.Addr, nil)
	case *ir.Fill:
		z.when(l.validRange(in.Mem), func() { l.copy(in) })
	case *ir.Copy:
		src := in.Src
		src.Len = in.Mem.Len
		z.when(z.and(l.validRange(in.Mem), l.validRange(src)), func() { l.copy(in) })
	case *ir.Free:
		if in.Stack || len(in.Objects) == 0 {
			z.when(l.isOn(), func() { l.copy(in) })
			return
		}
		l.guarded(in, ir.Mem{}, in.Addr, in)
	case *ir.Binary:
		l.divide(in)
	case *ir.Unary:
		l.convert(in)
	default:
		l.copy(in)
	}
}

// alone emits an instruction of the part in which no other thread runs. It works on the memory of the first round.
func (l *eagerPart) alone(in ir.Instr) {
	z := l.e
	if z.opt.Memory {
		l.guardInvalid(in) // an invalid access ends the thread there, and with it everything
	}
	fr, ok := in.(*ir.Free)
	if !ok || z.lives == nil {
		l.copy(in)
		return
	}
	z.emit(&ir.Free{Addr: l.operand(fr.Addr), Stack: fr.Stack, Objects: append([]ir.Object(nil), fr.Objects...), Lives: z.lives[1]}, note{})
	l.copy(in)
}

// guarded makes an access of private memory if it is valid.
func (l *eagerPart) guarded(in ir.Instr, m ir.Mem, addr ir.Operand, free *ir.Free) {
	z := l.e
	code := z.probeOf(m, l.operand(addr), free)
	valid := z.binary(ir.Eq, code, ir.K(2, ir.ProbeValid))
	if z.opt.Memory && !m.Unsure {
		l.faults(in, code, m.Name, free != nil, false)
	} else {
		l.require(in, valid)
	}
	if free != nil {
		valid = z.and(valid, l.isOn())
	}
	z.when(valid, func() { l.copy(in) })
}

// convert keeps a thread that is off from converting a float that does not fit.
func (l *eagerPart) convert(in *ir.Unary) {
	if in.Op != ir.FToS && in.Op != ir.FToU {
		l.copy(in)
		return
	}
	z := l.e
	x := l.operand(in.X)
	ok := z.converts(in.Op, x, l.f.Width(in.Dst))
	l.require(in, ok)
	zero := ir.K(x.Width, 0) // is zero as a float too
	from := z.pure(x.Width, func(d ir.Reg) ir.Instr { return &ir.Ite{Dst: d, Cond: ok, X: x, Y: zero} })
	z.emit(&ir.Unary{Meta: ir.Meta{Pos: in.Pos, Text: in.Text}, Dst: in.Dst + z.base[l.t], Op: in.Op, X: from}, l.note(in))
}

// divide keeps a thread that is off from dividing by zero, and lets its addresses wrap.
func (l *eagerPart) divide(in *ir.Binary) {
	if in.Exact {
		l.require(in, l.e.fits(in.Op, l.operand(in.X), l.operand(in.Y)))
		in = ir.Clone(in).(*ir.Binary)
		in.Exact = false
	}
	if in.Op != ir.UDiv && in.Op != ir.URem && in.Op != ir.SDiv && in.Op != ir.SRem {
		l.copy(in)
		return
	}
	z := l.e
	x, y := l.operand(in.X), l.operand(in.Y)
	w := x.Width
	ok := z.not(z.binary(ir.Eq, y, ir.K(w, 0)))
	if in.Op == ir.SDiv || in.Op == ir.SRem {
		least := ir.KConst(w, ir.Const{Lo: 1}.Shifted(w-1))
		minus := ir.KConst(w, ir.SignedConst(w, -1))
		ok = z.and(ok, z.not(z.and(z.binary(ir.Eq, x, least), z.binary(ir.Eq, y, minus))))
	}
	if ok.IsConst(1) {
		l.copy(in)
		return
	}
	l.require(in, ok)
	by := z.pure(w, func(d ir.Reg) ir.Instr { return &ir.Ite{Dst: d, Cond: ok, X: y, Y: ir.K(w, 1)} })
	z.emit(&ir.Binary{Meta: ir.Meta{Pos: in.Pos, Text: in.Text}, Dst: in.Dst + z.base[l.t], Op: in.Op, X: x, Y: by}, l.note(in))
}

// validRange is the condition that a range is valid: one that was touched may have been none, in a thread that is off.
func (l *eagerPart) validRange(m ir.Mem) ir.Operand {
	z := l.e
	return z.binary(ir.Eq, z.probeOf(l.rangeMem(m), l.operand(m.Addr), nil), ir.K(2, ir.ProbeValid))
}

// inRound is the copy of a region in a round, if it has copies.
func (e *eager) inRound(id ir.RegionID, r int) ir.RegionID {
	if e.copyOf[id] == nil {
		return id
	}
	return e.copyOf[id][r]
}
