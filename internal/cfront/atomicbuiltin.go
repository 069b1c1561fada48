package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
)

// The atomic builtins: __atomic_*, __sync_*, __c11_atomic_*.

var orders = [...]ir.Order{ir.Relaxed, ir.Consume, ir.Acquire, ir.Release, ir.AcqRel, ir.SeqCst}

// order is the memory order an argument asks for.
func (f *fn) order(args []cc.ExpressionNode, i int) ir.Order {
	if i >= len(args) {
		return ir.SeqCst
	}
	v := f.expr(args[i])
	if v.op.Kind == ir.KindConst && v.op.Val.Lo&0xffff < uint64(len(orders)) {
		return orders[v.op.Val.Lo&0xffff]
	}
	return ir.SeqCst
}

// target is the object that the first argument of an atomic builtin points to. Structs of a machine size are treated as
// one number.
func (f *fn) target(e cc.Node, a cc.ExpressionNode) (lval, bool) {
	p := f.expr(a)
	if p.t.k != kPtr {
		f.unsupported(e, "atomic operation on something that is no pointer")
		return lval{}, false
	}
	t := f.u.elem(p.t)
	if t.k == kVoid {
		t = intType(8, false, rankChar)
	}
	lv := f.pointee(a, p, t)
	lv.atomic = true
	if t.k == kArray {
		lv.t = f.u.elem(t)
	}
	if !lv.t.scalar() {
		n := f.u.size(lv.t)
		switch n {
		case 1, 2, 4, 8, 16:
			lv.t = intType(int(8*n), false, rankInt128)
		default:
			f.unsupported(e, "atomic operation on a struct of this size")
			return lval{}, false
		}
	}
	return lv, true
}

// mark sets the order of an access.
func mark(m ir.Mem, o ir.Order) ir.Mem {
	m.Order = o
	return m
}

// through is the object a pointer argument names, with the type of the atomic object.
func (f *fn) through(a cc.ExpressionNode, t ctype) lval {
	p := f.expr(a)
	return f.pointee(a, value{op: f.asPointer(p), t: p.t, field: p.field, overlay: p.overlay}, t)
}

// operand evaluates the value argument of an atomic operation.
func (f *fn) operand(a cc.ExpressionNode, t ctype) ir.Operand {
	v := f.expr(a)
	if v.t.k == kRecord {
		// A struct of machine size, as one number.
		return f.leafLoad(lval{t: t, reg: ir.NoReg, addr: v.op, name: exprText(a), field: v.object().field, overlay: v.object().overlay}, f.u.size(t))
	}
	return f.convert(v, t).op
}

var fetchOps = map[string]struct {
	rmw ir.RMWOp
	op  ir.BinOp
}{
	"add": {ir.RMWAdd, ir.Add}, "sub": {ir.RMWSub, ir.Sub}, "and": {ir.RMWAnd, ir.And}, "or": {ir.RMWOr, ir.Or}, "xor": {ir.RMWXor, ir.Xor},
	"nand": {ir.RMWNand, ir.And}, "max": {ir.RMWSMax, ir.SLt}, "min": {ir.RMWSMin, ir.SLt},
}

func (f *fn) atomicBuiltin(e *cc.PostfixExpression, name string, args []cc.ExpressionNode) (value, bool) {
	if f.isConst() {
		if strings.Contains(name, "lock_free") {
			return f.fromBit(ir.Bit(true)), true
		}
		f.failed = true
		return zero(tInt, f.c.pw), true
	}
	switch {
	case strings.HasPrefix(name, "__sync_"):
		return f.syncBuiltin(e, strings.TrimPrefix(name, "__sync_"), args)
	case strings.HasPrefix(name, "__c11_atomic_"):
		return f.atomicOp(e, strings.TrimPrefix(name, "__c11_atomic_"), args, true)
	case strings.HasPrefix(name, "__scoped_atomic_"):
		return f.atomicOp(e, strings.TrimPrefix(name, "__scoped_atomic_"), args, false)
	}
	return f.atomicOp(e, strings.TrimPrefix(name, "__atomic_"), args, false)
}

// sized cuts the _1 .. _16 of a builtin's name.
func sized(name string) string {
	for _, s := range []string{"_1", "_2", "_4", "_8", "_16"} {
		if r, ok := strings.CutSuffix(name, s); ok {
			return r
		}
	}
	return name
}

func (f *fn) atomicOp(e *cc.PostfixExpression, name string, args []cc.ExpressionNode, c11 bool) (value, bool) {
	void := value{t: tVoid}
	switch name {
	case "thread_fence", "signal_fence":
		f.emit(&ir.Fence{Order: f.order(args, 0)})
		return void, true
	case "is_lock_free", "always_lock_free":
		for _, a := range args {
			f.expr(a)
		}
		return f.fromBit(ir.Bit(true)), true
	}
	if len(args) == 0 {
		return value{}, false
	}
	generic := !c11
	if s := sized(name); s != name {
		name, generic = s, false
	}
	if s, ok := strings.CutSuffix(name, "_n"); ok {
		name, generic = s, false
	}
	lv, ok := f.target(e, args[0])
	if !ok {
		return zero(tInt, f.c.pw), true
	}
	need := func(n int) bool {
		if len(args) >= n {
			return true
		}
		f.unsupported(e, "atomic operation with too few arguments")
		return false
	}
	size := f.u.size(lv.t)
	switch name {
	case "init":
		if !need(2) {
			return void, true
		}
		lv.atomic = false
		f.store(lv, value{op: f.operand(args[1], lv.t), t: lv.t})
		return void, true
	case "load":
		if generic {
			if !need(3) {
				return void, true
			}
			out := f.through(args[1], lv.t)
			o := f.order(args, 2)
			v := f.atomicLoad(lv, o)
			f.store(out, v)
			return void, true
		}
		return f.atomicLoad(lv, f.order(args, 1)), true
	case "store":
		if !need(2) {
			return void, true
		}
		v := f.atomicValue(args[1], lv.t, generic)
		f.emit(&ir.Store{Mem: mark(f.mem(lv, size), f.order(args, 2)), Val: v})
		return void, true
	case "exchange":
		if generic {
			if !need(4) {
				return void, true
			}
			v := f.atomicValue(args[1], lv.t, true)
			out := f.through(args[2], lv.t)
			f.store(out, f.xchg(lv, v, f.order(args, 3)))
			return void, true
		}
		if !need(2) {
			return zero(lv.t, f.c.pw), true
		}
		v := f.atomicValue(args[1], lv.t, false)
		return f.xchg(lv, v, f.order(args, 2)), true
	case "compare_exchange", "compare_exchange_strong", "compare_exchange_weak":
		return f.compareExchange(e, name, lv, args, generic), true
	case "test_and_set":
		b := lv
		b.t = intType(8, false, rankChar)
		d := f.tmp(8)
		f.emit(&ir.RMW{Dst: d, Op: ir.RMWXchg, Mem: mark(f.mem(b, 1), f.order(args, 1)), Val: ir.K(8, 1)})
		t := ctype{k: kInt, w: 8, boolean: true, rank: rankBool}
		return value{op: f.resize(f.binary(ir.Ne, ir.R(d, 8), ir.K(8, 0)), 8, false), t: t}, true
	case "clear":
		b := lv
		b.t = intType(8, false, rankChar)
		f.emit(&ir.Store{Mem: mark(f.mem(b, 1), f.order(args, 1)), Val: ir.K(8, 0)})
		return void, true
	}
	if op, ok := strings.CutPrefix(name, "fetch_"); ok && need(2) {
		return f.fetchOp(e, lv, op, args, false, c11)
	}
	if op, ok := strings.CutSuffix(name, "_fetch"); ok && need(2) {
		return f.fetchOp(e, lv, op, args, true, c11)
	}
	return value{}, false
}

func (f *fn) atomicLoad(lv lval, o ir.Order) value {
	d := f.newReg(lv.t.w, "", showOf(lv.t))
	f.emit(&ir.Load{Dst: d, Mem: mark(f.mem(lv, f.u.size(lv.t)), o)})
	return value{op: ir.R(d, lv.t.w), t: lv.t}
}

func (f *fn) xchg(lv lval, v ir.Operand, o ir.Order) value {
	d := f.newReg(lv.t.w, "", showOf(lv.t))
	f.emit(&ir.RMW{Dst: d, Op: ir.RMWXchg, Mem: mark(f.mem(lv, f.u.size(lv.t)), o), Val: v})
	return value{op: ir.R(d, lv.t.w), t: lv.t}
}

// atomicValue is the new value of an atomic object: an argument, or in the generic builtins what an argument points to.
func (f *fn) atomicValue(a cc.ExpressionNode, t ctype, generic bool) ir.Operand {
	if !generic {
		return f.operand(a, t)
	}
	return f.load(f.through(a, t)).op
}

// compareExchange is CAS with the expected value in memory: on failure the value found is written there.
func (f *fn) compareExchange(e cc.Node, name string, lv lval, args []cc.ExpressionNode, generic bool) value {
	t := ctype{k: kInt, w: 8, boolean: true, rank: rankBool}
	if len(args) < 3 {
		return f.undefined(e, t, "compare and exchange with too few arguments")
	}
	exp := f.through(args[1], lv.t)
	exp.atomic = false
	now := f.atomicValue(args[2], lv.t, generic)
	weak := name == "compare_exchange_weak"
	at := 3
	if name == "compare_exchange" {
		if len(args) > 3 {
			w := f.expr(args[3])
			weak = w.op.Kind != ir.KindConst || !w.op.IsConst(0)
		}
		at = 4
	}
	o := f.order(args, at)
	f.calls(e)
	want := f.load(exp).op
	ok := f.cas(lv, want, now, o, weak, func(old ir.Operand) { f.store(exp, value{op: old, t: lv.t}) })
	return value{op: f.resize(ok, 8, false), t: t}
}

// cas emits the instruction; failed runs where the comparison failed.
func (f *fn) cas(lv lval, want, now ir.Operand, o ir.Order, weak bool, failed func(old ir.Operand)) ir.Operand {
	d, ok := f.newReg(lv.t.w, "", showOf(lv.t)), f.tmp(1)
	f.emit(&ir.CAS{Dst: d, OK: ok, Mem: mark(f.mem(lv, f.u.size(lv.t)), o), Expected: want, New: now, Weak: weak})
	if failed != nil {
		no, done := f.newBlock("casfail"), f.newBlock("casdone")
		f.branch(ir.R(ok, 1), done, no)
		f.begin(no)
		failed(ir.R(d, lv.t.w))
		f.jump(done)
		f.begin(done)
	}
	return ir.R(ok, 1)
}

// fetchOp is fetch_add and its kin. gcc's builtins add bytes to pointers, C11's add elements.
func (f *fn) fetchOp(e *cc.PostfixExpression, lv lval, op string, args []cc.ExpressionNode, wantNew, c11 bool) (value, bool) {
	k, ok := fetchOps[op]
	if !ok {
		return value{}, false
	}
	var v ir.Operand
	if lv.t.k == kPtr {
		y := f.expr(args[1])
		if c11 && y.t.k == kInt {
			v, _ = f.distance(y, f.sizeOf(e, f.u.elem(lv.t)))
		} else {
			v = f.asPointer(y)
		}
	} else {
		v = f.operand(args[1], lv.t)
	}
	o := f.order(args, 2)
	if lv.t.k == kFloat || lv.t.boolean {
		return f.undefined(e, lv.t, "atomic "+op+" of this type"), true
	}
	return f.fetch(lv, op, k.rmw, k.op, v, o, wantNew), true
}

func (f *fn) fetch(lv lval, name string, rmw ir.RMWOp, op ir.BinOp, v ir.Operand, o ir.Order, wantNew bool) value {
	if !lv.t.signed {
		switch rmw {
		case ir.RMWSMax:
			rmw, op = ir.RMWUMax, ir.ULt
		case ir.RMWSMin:
			rmw, op = ir.RMWUMin, ir.ULt
		}
	}
	d := f.newReg(lv.t.w, "", showOf(lv.t))
	f.emit(&ir.RMW{Dst: d, Op: rmw, Mem: mark(f.mem(lv, f.u.size(lv.t)), o), Val: v})
	old := ir.R(d, lv.t.w)
	if !wantNew {
		return value{op: old, t: lv.t}
	}
	var r ir.Operand
	switch name {
	case "nand":
		r = f.unary(ir.Not, f.binary(ir.And, old, v), lv.t.w)
	case "max":
		r = f.ite(f.binary(op, old, v), v, old)
	case "min":
		r = f.ite(f.binary(op, old, v), old, v)
	default:
		r = f.binary(op, old, v)
	}
	return value{op: r, t: lv.t}
}

// syncBuiltin is the older set of gcc.
func (f *fn) syncBuiltin(e *cc.PostfixExpression, name string, args []cc.ExpressionNode) (value, bool) {
	void := value{t: tVoid}
	name = sized(name)
	if name == "synchronize" {
		f.emit(&ir.Fence{})
		return void, true
	}
	if len(args) == 0 {
		return value{}, false
	}
	lv, ok := f.target(e, args[0])
	if !ok {
		return zero(tInt, f.c.pw), true
	}
	switch name {
	case "lock_release":
		f.emit(&ir.Store{Mem: mark(f.mem(lv, f.u.size(lv.t)), ir.Release), Val: ir.K(lv.t.w, 0)})
		return void, true
	case "lock_test_and_set":
		if len(args) < 2 {
			return value{}, false
		}
		return f.xchg(lv, f.operand(args[1], lv.t), ir.Acquire), true
	case "bool_compare_and_swap", "val_compare_and_swap":
		if len(args) < 3 {
			return value{}, false
		}
		want := f.operand(args[1], lv.t)
		now := f.operand(args[2], lv.t)
		d, okReg := f.newReg(lv.t.w, "", showOf(lv.t)), f.tmp(1)
		f.emit(&ir.CAS{Dst: d, OK: okReg, Mem: f.mem(lv, f.u.size(lv.t)), Expected: want, New: now})
		if name == "val_compare_and_swap" {
			return value{op: ir.R(d, lv.t.w), t: lv.t}, true
		}
		t := ctype{k: kInt, w: 8, boolean: true, rank: rankBool}
		return value{op: f.resize(ir.R(okReg, 1), 8, false), t: t}, true
	}
	if op, ok := strings.CutPrefix(name, "fetch_and_"); ok && len(args) > 1 {
		return f.fetchOp(e, lv, op, args[:2], false, false)
	}
	if op, ok := strings.CutSuffix(name, "_and_fetch"); ok && len(args) > 1 {
		return f.fetchOp(e, lv, op, args[:2], true, false)
	}
	return value{}, false
}
