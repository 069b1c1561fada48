package cfront

import (
	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Atomic operations: _Atomic objects, and gcc's and clang's builtins. Each is one step: an RMW or CAS instruction where
// there is one for the operation and width, else an atomic section around a read and a write. All run sequentially consistently; the
// order that was asked for is kept for people.

// atomically runs g as one step.
func (f *fn) atomically(g func()) {
	f.emit(&ir.AtomicBegin{})
	g()
	f.emit(&ir.AtomicEnd{})
}

// loadAtomicRecord reads an atomic struct in one step.
func (f *fn) loadAtomicRecord(lv lval) value {
	p := f.temp(lv.t, "value")
	f.atomically(func() { f.copyObject(lval{t: lv.t, reg: ir.NoReg, addr: p}, lv) })
	return value{op: p, t: lv.t}
}

var rmwOps = map[ir.BinOp]ir.RMWOp{ir.Add: ir.RMWAdd, ir.Sub: ir.RMWSub, ir.And: ir.RMWAnd, ir.Or: ir.RMWOr, ir.Xor: ir.RMWXor}

// atomicUpdate is `x op= y` or x++ on an atomic object.
func (f *fn) atomicUpdate(e cc.Node, lv lval, op ir.BinOp, y value, wantNew bool) value {
	rmw, ok := rmwOps[op]
	switch {
	case ok && lv.t.k == kInt && !lv.t.boolean && lv.bf == nil && y.t.k == kInt:
		v := f.convert(y, lv.t).op
		return f.rmw(lv, rmw, op, v, wantNew)
	case ok && lv.t.k == kPtr && (op == ir.Add || op == ir.Sub) && y.t.k == kInt:
		by, _ := f.distance(y, f.sizeOf(e, f.u.elem(lv.t)))
		return f.rmw(lv, rmw, op, by, wantNew)
	}
	var old, now value
	f.atomically(func() {
		old = f.load(lv)
		now = f.assign(lv, f.binop(e, op, old, y))
	})
	if wantNew {
		return now
	}
	return old
}

// rmw emits the instruction and gives the old or the new value.
func (f *fn) rmw(lv lval, rop ir.RMWOp, op ir.BinOp, v ir.Operand, wantNew bool) value {
	d := f.newReg(lv.t.w, "", showOf(lv.t))
	f.emit(&ir.RMW{Dst: d, Op: rop, Mem: f.mem(lv, f.u.size(lv.t)), Val: v})
	old := ir.R(d, lv.t.w)
	if !wantNew {
		return value{op: old, t: lv.t}
	}
	return value{op: f.binary(op, old, v), t: lv.t}
}
