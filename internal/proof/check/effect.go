package check

import (
	"math/bits"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/logic"
)

// What instructions do, by docs/assumptions.md and the comments of package ir. In doubt a result is anything, an assumption is left out, and a change may or may not happen. Invalid operations end executions, so here
// they do.

// get is the value of a variable.
func (r *runner) get(v *variable) logic.Term {
	if x, ok := r.vals[v]; ok {
		return x
	}
	return v.term[0]
}

// val is the value of an operand: a condition if it has one bit.
func (r *runner) val(o ir.Operand) logic.Term {
	switch o.Kind {
	case ir.KindReg:
		return r.get(r.t.regs[o.Reg])
	case ir.KindConst:
		if o.Width == 1 {
			return r.m.b.Bool(!o.Val.IsZero())
		}
		return r.m.b.BVBig(o.Width, o.Val.Big())
	}
	return r.m.b.BV(o.Width, r.m.layout.Address(o))
}

// wide is the value of an operand as bits.
func (r *runner) wide(o ir.Operand) logic.Term { return r.asBits(r.val(o)) }

func (r *runner) asBits(x logic.Term) logic.Term {
	if r.m.b.Sort(x).IsBool() {
		return r.m.b.FromBool(1, x)
	}
	return x
}

// set gives a register a value; NoReg: nobody wants it.
func (r *runner) set(dst ir.Reg, x logic.Term) {
	if dst == ir.NoReg {
		return
	}
	if v := r.t.regs[dst]; v.typ == condition && !r.m.b.Sort(x).IsBool() {
		x = r.m.b.Bit(x, 0)
	}
	r.vals[r.t.regs[dst]] = x
}

func (r *runner) any(t typ) logic.Term { return r.m.b.FreshVar("any", t.sort()) }

func (r *runner) perhaps() logic.Term { return r.any(condition) }

// status gives a register of 32 bits a number.
func (r *runner) status(dst ir.Reg, x logic.Term) { r.set(dst, x) }

func (r *runner) code32(n uint64) logic.Term { return r.m.b.BV(32, n) }

// assume says that the thread goes on under a condition alone.
func (r *runner) assume(c logic.Term) { r.when = r.m.b.And(r.when, c) }

// effect runs an instruction.
func (r *runner) effect(in ir.Instr) {
	b, id := r.m.b, in.Base().ID
	if r.m.threads.Info.Wild[id] {
		r.refuse(in, "an access through an address that comes from no object")
	}
	sync := r.m.threads.Info.Sync[id]
	for _, s := range sync {
		if s == 0 {
			r.refuse(in, "an operation on something that is no object")
		}
	}
	switch in := in.(type) {
	case *ir.Move:
		r.set(in.Dst, r.val(in.X))
	case *ir.Unary:
		r.set(in.Dst, r.unary(in))
	case *ir.Binary:
		r.set(in.Dst, r.binary(in))
	case *ir.Extract:
		r.set(in.Dst, b.Extract(in.Lo+r.t.f.Width(in.Dst)-1, in.Lo, r.wide(in.X)))
	case *ir.Concat:
		r.set(in.Dst, b.Concat(r.wide(in.Hi), r.wide(in.Lo)))
	case *ir.Ite:
		r.set(in.Dst, b.Ite(r.val(in.Cond), r.val(in.X), r.val(in.Y)))
	case *ir.Assume:
		r.assume(r.val(in.Cond))
	case *ir.Assert:
		c := r.val(in.Cond)
		r.out.failures = append(r.out.failures, failure{in: in, when: b.And(r.when, b.Not(c)), why: "assertion " + in.Msg})
		r.assume(c) // a failure ends the process
	case *ir.Load:
		r.set(in.Dst, r.load(&in.Mem))
	case *ir.Store:
		r.store(&in.Mem, r.wide(in.Val), b.True())
	case *ir.RMW:
		old := r.load(&in.Mem)
		r.store(&in.Mem, r.modified(in.Op, old, r.wide(in.Val)), b.True())
		r.set(in.Dst, old)
	case *ir.CAS:
		old := r.load(&in.Mem)
		ok := b.Eq(old, r.wide(in.Expected))
		if in.Weak {
			ok = b.And(ok, r.perhaps())
		}
		r.store(&in.Mem, r.wide(in.New), ok)
		r.set(in.Dst, old)
		r.set(in.OK, ok)
	case *ir.Fill, *ir.Copy:
		r.overwrite(id)
	case *ir.Alloc:
		r.alloc(in)
	case *ir.Spawn:
		r.spawn(in)
	case *ir.Join:
		r.join(in)
	case *ir.Lock:
		r.lock(in, sync[0])
	case *ir.Unlock:
		mine := r.unlock(r.m.owners[sync[0]], in.Obj)
		r.status(in.Status, b.Ite(mine, r.code32(0), r.any(typ{width: 32})))
	case *ir.Wait:
		r.unlock(r.m.owners[sync[1]], in.Mutex)
	case *ir.SyncInit:
		r.init(in, sync[0])
	case *ir.SyncDestroy:
		r.unheld(in, in.Obj, sync[0])
		r.write(r.m.owners[sync[0]], in.Obj, r.m.zero(number), b.True())
		r.write(r.m.values[sync[0]], in.Obj, r.any(typ{width: semWidth}), b.True())
	case *ir.Down:
		r.down(in, r.m.values[sync[0]])
	case *ir.Up:
		if cells := r.m.values[sync[0]]; cells != nil {
			v := r.read(cells, in.Obj)
			full := b.Eq(v, b.BV(semWidth, 1<<31-1))
			r.write(cells, in.Obj, b.Ite(full, r.any(typ{width: semWidth}), b.Add(v, b.BV(semWidth, 1))), b.True())
		}
	case *ir.SemValue:
		x := r.any(r.t.regs[in.Dst].typ)
		if cells := r.m.values[sync[0]]; cells != nil && r.t.f.Width(in.Dst) == semWidth {
			x = r.read(cells, in.Obj)
		}
		r.set(in.Dst, x)
	case *ir.Havoc, *ir.Free, *ir.Touch, *ir.Scan, *ir.TLSAddr, *ir.ObjSize, *ir.Probe, *ir.SameObject, *ir.Self, *ir.Wake, *ir.Signal, *ir.Holds, *ir.Arrive, *ir.Pass,
		*ir.AtomicBegin, *ir.AtomicEnd, *ir.Fence: // their results are anything, and they wait for nobody
		ir.Defs(in, func(d *ir.Reg) {
			if *d != ir.NoReg {
				r.vals[r.t.regs[*d]] = r.any(r.t.regs[*d].typ)
			}
		})
	default: // recursion, and what no program of threads without calls has
		r.refuse(in, "an instruction that is not followed")
	}
}

func (r *runner) unary(in *ir.Unary) logic.Term {
	b, d := r.m.b, r.t.f.Width(in.Dst)
	x := r.wide(in.X)
	switch in.Op {
	case ir.Not:
		return b.BVNot(x)
	case ir.Neg:
		return b.Neg(x)
	case ir.PtrToInt:
		return x
	case ir.ZExt:
		return b.ZExt(d, x)
	case ir.SExt:
		return b.SExt(d, x)
	case ir.Trunc:
		return b.Extract(d-1, 0, x)
	}
	return r.floatUnary(in, x)
}

func (r *runner) binary(in *ir.Binary) logic.Term {
	b := r.m.b
	x, y := r.wide(in.X), r.wide(in.Y)
	if in.Op.IsFloat() {
		return r.floatBinary(in, x, y)
	}
	if in.X.Width == 1 { // conditions are no circuits
		p, q := r.val(in.X), r.val(in.Y)
		switch in.Op {
		case ir.And:
			return b.And(p, q)
		case ir.Or:
			return b.Or(p, q)
		case ir.Xor, ir.Ne:
			return b.Xor(p, q)
		case ir.Eq:
			return b.Iff(p, q)
		}
	}
	r.valid(in, x, y)
	switch in.Op {
	case ir.Add:
		return b.Add(x, y)
	case ir.Sub:
		return b.Sub(x, y)
	case ir.Mul:
		return b.Mul(x, y)
	case ir.UDiv:
		return b.UDiv(x, y)
	case ir.URem:
		return b.URem(x, y)
	case ir.SDiv:
		return b.SDiv(x, y)
	case ir.SRem:
		return b.SRem(x, y)
	case ir.And:
		return b.BVAnd(x, y)
	case ir.Or:
		return b.BVOr(x, y)
	case ir.Xor:
		return b.BVXor(x, y)
	case ir.Shl, ir.LShr, ir.AShr:
		return r.shift(in.Op, x, y)
	case ir.Eq:
		return b.Eq(x, y)
	case ir.Ne:
		return b.Not(b.Eq(x, y))
	case ir.ULt:
		return b.ULt(x, y)
	case ir.ULe:
		return b.ULe(x, y)
	case ir.SLt:
		return b.SLt(x, y)
	case ir.SLe:
		return b.SLe(x, y)
	}
	return r.any(r.t.regs[in.Dst].typ)
}

// valid ends the execution where an operation is invalid: there is no quotient, or an address leaves the address space.
func (r *runner) valid(in *ir.Binary, x, y logic.Term) {
	b, w := r.m.b, r.m.b.Width(x)
	switch in.Op {
	case ir.UDiv, ir.URem, ir.SDiv, ir.SRem:
		r.assume(b.Not(b.Eq(y, b.BV(w, 0))))
		if in.Op == ir.SDiv || in.Op == ir.SRem {
			least := b.Shl(b.BV(w, 1), b.BV(w, uint64(w-1)))
			r.assume(b.Not(b.And(b.Eq(x, least), b.Eq(y, b.BVNot(b.BV(w, 0))))))
		}
		return
	}
	if !in.Exact {
		return
	}
	switch in.Op { // an address, which has no sign, and an offset, which has one
	case ir.Add:
		r.assume(b.Eq(b.Add(b.ZExt(w+2, x), b.SExt(w+2, y)), b.ZExt(w+2, b.Add(x, y))))
	case ir.Sub:
		r.assume(b.Eq(b.Sub(b.ZExt(w+2, x), b.SExt(w+2, y)), b.ZExt(w+2, b.Sub(x, y))))
	case ir.Mul:
		r.assume(b.Eq(b.Mul(b.SExt(2*w, x), b.SExt(2*w, y)), b.SExt(2*w, b.Mul(x, y))))
	}
}

// shift takes the count modulo the width.
func (r *runner) shift(op ir.BinOp, x, y logic.Term) logic.Term {
	b, w := r.m.b, r.m.b.Width(x)
	n := b.URem(y, b.BV(w, uint64(w)))
	if bits.OnesCount(uint(w)) == 1 {
		n = b.BVAnd(y, b.BV(w, uint64(w-1)))
	}
	switch op {
	case ir.Shl:
		return b.Shl(x, n)
	case ir.LShr:
		return b.LShr(x, n)
	}
	return b.AShr(x, n)
}

// modified is what an atomic operation makes of a value.
func (r *runner) modified(op ir.RMWOp, old, val logic.Term) logic.Term {
	b := r.m.b
	switch op {
	case ir.RMWXchg:
		return val
	case ir.RMWAdd:
		return b.Add(old, val)
	case ir.RMWSub:
		return b.Sub(old, val)
	case ir.RMWAnd:
		return b.BVAnd(old, val)
	case ir.RMWOr:
		return b.BVOr(old, val)
	case ir.RMWXor:
		return b.BVXor(old, val)
	case ir.RMWNand:
		return b.BVNot(b.BVAnd(old, val))
	case ir.RMWSMin:
		return b.Ite(b.SLe(old, val), old, val)
	case ir.RMWSMax:
		return b.Ite(b.SLe(old, val), val, old)
	case ir.RMWUMin:
		return b.Ite(b.ULe(old, val), old, val)
	case ir.RMWUMax:
		return b.Ite(b.ULe(old, val), val, old)
	}
	return r.any(typ{width: b.Width(old)})
}

// is is the condition that an address is that of a cell. A valid access of a region of one cell goes there.
func (r *runner) is(cells []cell, c cell, addr ir.Operand) logic.Term {
	if c.chosen {
		return r.m.b.Eq(r.wide(addr), r.m.inObject(c.offset))
	}
	if len(cells) == 1 {
		return r.m.b.True()
	}
	return r.m.b.Eq(r.wide(addr), r.val(ir.G(c.object, uint64(c.offset), r.m.p.PtrWidth())))
}

// read is what the cell at an address holds.
func (r *runner) read(cells []cell, addr ir.Operand) logic.Term {
	if len(cells) == 1 && !cells[0].chosen {
		return r.get(cells[0].variable)
	}
	x := r.any(cells[0].typ)
	for _, c := range cells {
		x = r.m.b.Ite(r.is(cells, c, addr), r.get(c.variable), x)
	}
	return x
}

// write changes the cell at an address, under a condition.
func (r *runner) write(cells []cell, addr ir.Operand, x, when logic.Term) {
	for _, c := range cells {
		hit := r.m.b.And(when, r.is(cells, c, addr))
		r.vals[c.variable] = r.m.b.Ite(hit, x, r.get(c.variable))
		if c.writer != nil {
			r.vals[c.writer] = r.m.b.Ite(hit, r.t.me[0], r.get(c.writer))
		}
	}
}

// cellsOf is what an access may touch of what is followed.
func (r *runner) cellsOf(a *ir.Mem) []cell {
	if v := r.t.locals[a.Region]; v != nil {
		return []cell{{variable: v}}
	}
	return r.m.data[a.Region]
}

func (r *runner) load(a *ir.Mem) logic.Term {
	if cells := r.cellsOf(a); cells != nil {
		return r.read(cells, a.Addr)
	}
	x := r.m.b.FreshVar("any", logic.BVSort(8*a.Size))
	if r.m.large[a.Region] != nil {
		r.out.reads = append(r.out.reads, content{region: a.Region, value: x})
	}
	return x
}

func (r *runner) store(a *ir.Mem, x, when logic.Term) {
	if cells := r.cellsOf(a); cells != nil {
		r.write(cells, a.Addr, x, when)
	} else if r.m.large[a.Region] != nil {
		r.out.writes = append(r.out.writes, content{a.Region, x, r.m.b.And(r.when, when)})
	}
}

// overwrite makes what a range may write arbitrary, or leaves it.
func (r *runner) overwrite(id ir.ID) {
	rg := r.m.threads.Info.Ranges[id]
	if rg == nil {
		return // its address comes from no object
	}
	for _, part := range rg.Parts {
		if v := r.t.locals[part.Dst]; v != nil {
			r.vals[v] = r.any(v.typ)
		}
		for _, c := range r.m.data[part.Dst] {
			hit := r.perhaps()
			r.vals[c.variable] = r.m.b.Ite(hit, r.any(c.typ), r.get(c.variable))
			r.vals[c.writer] = r.m.b.Ite(hit, r.t.me[0], r.get(c.writer))
		}
	}
}

func (r *runner) alloc(in *ir.Alloc) {
	for _, v := range r.t.made[in.ID] {
		x := r.any(v.typ)
		if in.Zero {
			x = r.m.zero(v.typ)
		}
		r.vals[v] = x
	}
	if in.Dst != ir.NoReg {
		x := r.any(r.t.regs[in.Dst].typ)
		r.set(in.Dst, x)
		r.assume(r.m.b.Not(r.m.b.Eq(x, r.m.b.BV(r.m.p.PtrWidth(), 0))))
		r.perhapsChosen(in, x)
	}
}
