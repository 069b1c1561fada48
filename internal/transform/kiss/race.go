package kiss

import (
	"github.com/heddle-dev/heddle/internal/ir"
)

// Races (section 5 of the paper, figure 5). The paper fixes one variable and keeps in "access" whether a thread has stopped before a read or a
// write of it. Here the variable is not fixed: a thread that stops before an access outside of atomic sections may leave its mark, the address, the size and
// whether it writes and is plain, if nobody did before; what is watched is thereby chosen when it is needed. Every access of another
// thread that overlaps the mark, with a write among the two and a plain one, is a race. Accesses in atomic sections are compared too but leave no
// mark: a section that would block is not about to access anything, and whether it would is not known before it has run. So a race of a thread that stays before a
// section is found only if the other, plain access can be marked before the section runs.
//
// A thread that finds no room in ts would start at once. With marks it starts at the next point of its creator, before that point's operation. Nobody can
// tell the difference, but the creator knows by then which operation is pending, and can leave its mark (runLate).
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

// The bits of access.
const (
	accessMade  = 1
	accessWrite = 2
	accessPlain = 4
)

// touch is an access as races see it.
type touch struct {
	addr, size ir.Operand
	writes     bool
	plain      bool
	free       bool
}

// races is an instruction as races see it, nil: it takes part in none.
func (k *kiss) races(in ir.Instr) *touch {
	if k.private.Facts.IsPrivate(in.Base().ID) {
		return nil
	}
	if fr, ok := in.(*ir.Free); ok {
		if fr.Stack {
			return nil
		}
		return &touch{addr: fr.Addr, writes: true, plain: true, free: true}
	}
	m, _, writes := ir.AccessOf(in)
	if m == nil || m.Excused {
		return nil
	}
	return &touch{addr: m.Addr, size: ir.K(k.ptr, uint64(m.Size)), writes: writes, plain: k.isPlain(m)}
}

func (k *kiss) isPlain(m *ir.Mem) bool {
	return m.Mark == ir.MarkPlain || m.Mark == ir.MarkVolatile && !k.opt.VolatileIsAtomic
}

func (k *kiss) sizeOf(t *touch) ir.Operand {
	if !t.free {
		return t.size
	}
	r := k.w.Temp(k.ptr)
	k.w.Add(&ir.ObjSize{Dst: r, Addr: t.addr})
	return ir.R(r, k.ptr)
}

// callMark leaves a mark, if the access is valid.
func (k *kiss) callMark(in ir.Instr, t *touch) {
	w := k.w
	size := k.sizeOf(t)
	call := func() {
		w.Add(&ir.Call{Dst: ir.NoReg, Func: k.mark.mark, Args: []ir.Operand{t.addr, size, ir.K(8, t.kind())}})
	}
	if m, _, _ := ir.AccessOf(in); m != nil && k.surely(m) {
		call()
		return
	}
	whole := w.Temp(1)
	w.Add(&ir.SameObject{Dst: whole, X: t.addr, Y: w.Binary(ir.Sub, w.Binary(ir.Add, t.addr, size), ir.K(k.ptr, 1))})
	valid := ir.R(whole, 1)
	if t.free {
		valid = w.And(valid, w.Binary(ir.Ne, size, ir.K(k.ptr, 0)))
	}
	k.when(valid, "valid", call)
}

func (t *touch) kind() uint64 {
	return accessMade | accessWrite*b2i(t.writes) | accessPlain*b2i(t.plain)
}

// access emits an access and compares it with the mark.
func (k *kiss) access(in ir.Instr) {
	if k.mark == nil || k.solo {
		k.w.Add(in)
		return
	}
	t := k.races(in)
	if t == nil {
		k.w.Add(in)
		return
	}
	t.addr = k.saved(t.addr)
	k.w.Add(in)
	k.compare(t, t.size)
}

// check is the same for the write of a handle, which stands already.
func (k *kiss) check(m *ir.Mem, addr ir.Operand, writes bool) {
	if k.mark != nil && !k.solo && !m.Excused && !k.private.Facts.IsPrivate(k.w.At.ID) {
		k.compare(&touch{addr: addr, writes: writes, plain: k.isPlain(m)}, ir.K(k.ptr, uint64(m.Size)))
	}
}

// freed emits a Free.
func (k *kiss) freed(in *ir.Free) {
	if k.mark == nil || k.solo || in.Stack {
		k.w.Add(in)
		return
	}
	t := k.races(in)
	if t == nil {
		k.w.Add(in)
		return
	}
	size := k.sizeOf(t)
	k.w.Add(in)
	k.compare(t, size)
}

// saved keeps an address that the access may overwrite.
func (k *kiss) saved(addr ir.Operand) ir.Operand {
	if addr.Kind != ir.KindReg {
		return addr
	}
	r := k.w.Temp(k.ptr)
	k.w.Add(&ir.Move{Dst: r, X: addr})
	return ir.R(r, k.ptr)
}

func (k *kiss) compare(t *touch, size ir.Operand) {
	t.plain = t.plain && k.depth == 0
	ok := k.w.Temp(1)
	k.w.Add(&ir.Call{Dst: ok, Func: k.mark.clear, Args: []ir.Operand{t.addr, size, ir.K(8, t.kind())}})
	if k.depth > 0 {
		k.set(k.mark.raced, k.w.Ite(ir.R(ok, 1), k.get(k.mark.raced), ir.K(8, 1)))
		return
	}
	k.w.Add(&ir.Assert{Cond: ir.R(ok, 1), Kind: "race", Msg: "no thread stands before an access of the same memory"})
}

// raced asserts at the end of a section what was found in it.
func (k *kiss) raced() { k.racedUnless(ir.K(1, 0)) }

// racedUnless is for a check in a section: if it fails the section ends there, and did begin.
func (k *kiss) racedUnless(holds ir.Operand) {
	if k.mark != nil && !k.solo && !holds.IsConst(1) {
		ok := k.w.Or(holds, k.w.Eq(k.get(k.mark.raced), ir.K(8, 0)))
		k.w.Add(&ir.Assert{Cond: ok, Kind: "race", Msg: "no thread stands before an access of memory that the section touched"})
	}
}

func (k *kiss) writeMarking() {
	w, m := k.w, k.mark
	widths := []int{k.ptr, k.ptr, 8}
	k.procedure(m.mark, "heddle.mark", 0, widths, func(a []ir.Operand) {
		first := w.Eq(k.get(m.access), ir.K(8, 0))
		k.when(w.And(first, w.Havoc(1, 0)), "mark", func() {
			k.set(m.access, a[2])
			k.set(m.addr, a[0])
			k.set(m.size, a[1])
		})
		w.Add(&ir.Return{})
	})
	k.procedure(m.clear, "heddle.clear", 1, widths, func(a []ir.Operand) {
		access, addr := k.get(m.access), k.get(m.addr)
		within := w.Binary(ir.ULt, w.Binary(ir.Sub, a[0], addr), k.get(m.size))
		around := w.Binary(ir.ULt, w.Binary(ir.Sub, addr, a[0]), a[1])
		both := w.Binary(ir.Or, access, a[2])
		race := w.And(w.Binary(ir.Ne, access, ir.K(8, 0)), w.Or(within, around))
		for _, bit := range []uint64{accessWrite, accessPlain} {
			race = w.And(race, w.Binary(ir.Ne, w.Binary(ir.And, both, ir.K(8, bit)), ir.K(8, 0)))
		}
		w.Add(&ir.Return{X: w.Not(race)})
	})
}
