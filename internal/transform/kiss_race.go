package transform

import (
	"github.com/heddle-dev/heddle/internal/ir"
)

// Races (section 5 of the paper, figure 5). The paper fixes one variable and keeps in "access" whether a thread has stopped before a read or a
// write of it. Here the variable is not fixed: a thread that stops before a plain access outside of atomic sections may leave its mark, the address, the size and
// whether it writes, if nobody did before; what is watched is thereby chosen when it is needed. Every access of another
// thread that overlaps the mark, with a write among the two, is a race. Accesses in atomic sections are compared too but leave no mark: DESIGN, section 4.
//
// A thread makes the comparison right behind its access, because an invalid one ends the execution and races with nothing; what the access did does not
// matter any more. In a section it is kept until the section ends: if that blocks, it did not begin. Rejected: a watched address chosen at the
// start. It is the same for a prover, but an explorer would have to guess an address.

// marking is the ghost variables and procedures of races.
type marking struct {
	access, addr, size, raced ir.GlobalID
	mark, clear               ir.FuncID
}

func (k *kiss) newMarking() *marking {
	return &marking{
		access: k.ghost("heddle.access", 1), addr: k.ghost("heddle.access.addr", k.ptr/8), size: k.ghost("heddle.access.size", k.ptr/8),
		raced: k.ghost("heddle.raced", 1), mark: k.reserve(), clear: k.reserve(),
	}
}

// The values of access.
const (
	accessRead  = 1
	accessWrite = 2
)

// touch is an access as races see it.
type touch struct {
	addr, size ir.Operand
	writes     bool
	free       bool
}

// races tells whether an instruction takes part in races: as one that leaves a mark, too, if it is plain.
func (k *kiss) races(in ir.Instr) (t touch, is, plain bool) {
	if fr, ok := in.(*ir.Free); ok {
		return touch{addr: fr.Addr, writes: true, free: true}, !fr.Stack && !k.private.PrivateAccess(fr.ID), true
	}
	m, _, writes := ir.AccessOf(in)
	if m == nil || m.Excused || k.private.PrivateAccess(in.Base().ID) {
		return touch{}, false, false
	}
	plain = m.Mark == ir.MarkPlain || m.Mark == ir.MarkVolatile && !k.opt.VolatileIsAtomic
	return touch{addr: m.Addr, size: ir.K(k.ptr, uint64(m.Size)), writes: writes}, true, plain
}

// markable is what a thread may leave a mark about when it stops before an instruction.
func (k *kiss) markable(in ir.Instr) *touch {
	if t, is, plain := k.races(in); is && plain {
		return &t
	}
	return nil
}

func (k *kiss) sizeOf(t *touch) ir.Operand {
	if !t.free {
		return t.size
	}
	r := k.w.temp(k.ptr)
	k.w.add(&ir.ObjSize{Dst: r, Addr: t.addr})
	return ir.R(r, k.ptr)
}

// callMark leaves a mark, if the access is valid.
func (k *kiss) callMark(in ir.Instr, t *touch) {
	w := k.w
	size := k.sizeOf(t)
	call := func() {
		w.add(&ir.Call{Dst: ir.NoReg, Func: k.mark.mark, Args: []ir.Operand{t.addr, size, ir.K(8, t.kind())}})
	}
	if m, _, _ := ir.AccessOf(in); m != nil && k.surely(m) {
		call()
		return
	}
	whole := w.temp(1)
	w.add(&ir.SameObject{Dst: whole, X: t.addr, Y: w.binary(ir.Sub, w.binary(ir.Add, t.addr, size), ir.K(k.ptr, 1))})
	valid := ir.R(whole, 1)
	if t.free {
		valid = w.and(valid, w.binary(ir.Ne, size, ir.K(k.ptr, 0)))
	}
	k.when(valid, "valid", call)
}

func (t *touch) kind() uint64 {
	if t.writes {
		return accessWrite
	}
	return accessRead
}

// access emits an access and compares it with the mark.
func (k *kiss) access(in ir.Instr) {
	if k.mark == nil || k.solo {
		k.w.add(in)
		return
	}
	t, is, _ := k.races(in)
	if !is {
		k.w.add(in)
		return
	}
	t.addr = k.saved(t.addr)
	k.w.add(in)
	k.compare(&t, t.size)
}

// check is the same for the write of a handle, which stands already.
func (k *kiss) check(m *ir.Mem, addr ir.Operand, writes bool) {
	if k.mark != nil && !k.solo && !m.Excused && !k.private.PrivateAccess(k.w.at.ID) {
		k.compare(&touch{addr: addr, writes: writes}, ir.K(k.ptr, uint64(m.Size)))
	}
}

// freed emits a Free.
func (k *kiss) freed(in *ir.Free) {
	if k.mark == nil || k.solo || in.Stack {
		k.w.add(in)
		return
	}
	t, is, _ := k.races(in)
	if !is {
		k.w.add(in)
		return
	}
	size := k.sizeOf(&t)
	k.w.add(in)
	k.compare(&t, size)
}

// saved keeps an address that the access may overwrite.
func (k *kiss) saved(addr ir.Operand) ir.Operand {
	if addr.Kind != ir.KindReg {
		return addr
	}
	r := k.w.temp(k.ptr)
	k.w.add(&ir.Move{Dst: r, X: addr})
	return ir.R(r, k.ptr)
}

func (k *kiss) compare(t *touch, size ir.Operand) {
	ok := k.w.temp(1)
	k.w.add(&ir.Call{Dst: ok, Func: k.mark.clear, Args: []ir.Operand{t.addr, size, ir.K(8, t.kind())}})
	if k.depth > 0 {
		k.set(k.mark.raced, k.w.ite(ir.R(ok, 1), k.get(k.mark.raced), ir.K(8, 1)))
		return
	}
	k.w.add(&ir.Assert{Cond: ir.R(ok, 1), Kind: "race", Msg: "no thread stands before an access of the same memory"})
}

// raced asserts at the end of a section what was found in it.
func (k *kiss) raced() {
	if k.mark != nil && !k.solo {
		k.w.add(&ir.Assert{Cond: k.w.eq(k.get(k.mark.raced), ir.K(8, 0)), Kind: "race", Msg: "no thread stands before an access of memory that the section touched"})
	}
}

func (k *kiss) writeMarking() {
	w, m := k.w, k.mark
	widths := []int{k.ptr, k.ptr, 8}
	k.procedure(m.mark, "heddle.mark", 0, widths, func(a []ir.Operand) {
		first := w.eq(k.get(m.access), ir.K(8, 0))
		k.when(w.and(first, w.havoc(1, 0)), "mark", func() {
			k.set(m.access, a[2])
			k.set(m.addr, a[0])
			k.set(m.size, a[1])
		})
		w.add(&ir.Return{})
	})
	k.procedure(m.clear, "heddle.clear", 1, widths, func(a []ir.Operand) {
		access, addr := k.get(m.access), k.get(m.addr)
		within := w.binary(ir.ULt, w.binary(ir.Sub, a[0], addr), k.get(m.size))
		around := w.binary(ir.ULt, w.binary(ir.Sub, addr, a[0]), a[1])
		writes := w.or(w.eq(access, ir.K(8, accessWrite)), w.eq(a[2], ir.K(8, accessWrite)))
		race := w.and(w.not(w.eq(access, ir.K(8, 0))), w.and(writes, w.or(within, around)))
		w.add(&ir.Return{X: w.not(race)})
	})
}
