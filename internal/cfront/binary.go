package cfront

import (
	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
)

// binop computes x op y with the usual conversions. op is the unsigned form; the signed and float forms are chosen here.
func (f *fn) binop(e cc.Node, op ir.BinOp, x, y value) value {
	if x.t.k == kPtr || y.t.k == kPtr {
		return f.pointerOp(e, op, x, y)
	}
	if t, ok := longDoubles(x.t, y.t); ok {
		return f.longArithmetic(e, op, x, y, t)
	}
	if x.t.k == kOther || y.t.k == kOther {
		t := x.t
		if y.t.k == kOther {
			t = y.t
		}
		return f.undefined(e, t, otherName(t))
	}
	if !x.t.arithmetic() || !y.t.arithmetic() {
		return f.undefined(e, tInt, "arithmetic on something that is no number")
	}
	x, y = f.promoted(x), f.promoted(y)
	if op == ir.Shl || op == ir.LShr {
		return f.shift(e, op, x, y)
	}
	t := usual(x.t, y.t)
	x, y = f.convert(x, t), f.convert(y, t)
	if t.k == kFloat {
		fop, ok := map[ir.BinOp]ir.BinOp{ir.Add: ir.FAdd, ir.Sub: ir.FSub, ir.Mul: ir.FMul, ir.UDiv: ir.FDiv}[op]
		if !ok {
			return f.undefined(e, t, "bit operation on floating numbers")
		}
		return value{op: f.binary(fop, x.op, y.op), t: t}
	}
	if t.signed {
		switch op {
		case ir.UDiv:
			op = ir.SDiv
		case ir.URem:
			op = ir.SRem
		}
	}
	return value{op: f.binary(op, x.op, y.op), t: t}
}

// shift has the type of its promoted left operand. Counts are masked by the width, as the machine does.
func (f *fn) shift(e cc.Node, op ir.BinOp, x, y value) value {
	if x.t.k != kInt || y.t.k != kInt {
		return f.undefined(e, x.t, "shift of floating numbers")
	}
	if op == ir.LShr && x.t.signed {
		op = ir.AShr
	}
	w := x.t.w
	if w&(w-1) == 0 {
		return value{op: f.binary(op, x.op, f.resize(y.op, w, false)), t: x.t}
	}
	// A wide bit-field: shift in the next machine width and cut.
	m := 64
	if w > 64 {
		m = 128
	}
	r := f.binary(op, f.resize(x.op, m, x.t.signed), f.resize(y.op, m, false))
	return value{op: f.resize(r, w, false), t: x.t}
}

// pointerOp is arithmetic with at least one pointer.
func (f *fn) pointerOp(e cc.Node, op ir.BinOp, x, y value) value {
	switch {
	case op == ir.Add && x.t.k == kPtr && y.t.k == kInt:
		return f.pointerAdd(e, x, y, ir.Add)
	case op == ir.Add && y.t.k == kPtr && x.t.k == kInt:
		return f.pointerAdd(e, y, x, ir.Add)
	case op == ir.Sub && x.t.k == kPtr && y.t.k == kInt:
		return f.pointerAdd(e, x, y, ir.Sub)
	case op == ir.Sub && x.t.k == kPtr && y.t.k == kPtr:
		t := f.c.diffType()
		d := f.binary(ir.Sub, x.op, y.op)
		size := f.sizeOf(e, f.u.elem(x.t))
		if size.IsConst(0) {
			return f.undefined(e, t, "difference of pointers to empty structs")
		}
		return value{op: f.binary(ir.SDiv, d, size), t: t}
	}
	return f.undefined(e, f.c.diffType(), "arithmetic on pointers")
}

// pointerAdd moves a pointer by i elements.
func (f *fn) pointerAdd(e cc.Node, p, i value, op ir.BinOp) value {
	if p.t.k != kPtr || i.t.k != kInt {
		return f.undefined(e, p.t, "index of something that is no array")
	}
	if p.t.cc != nil && !i.op.IsConst(0) {
		f.steps(f.u.elem(p.t))
	}
	by, short := f.distance(i, f.sizeOf(e, f.u.elem(p.t)))
	var at ir.Operand
	if short && f.ofObject(p.op) {
		at = f.binary(op, p.op, by)
	} else {
		at = f.exact(op, p.op, by)
	}
	return value{op: at, t: p.t, field: p.field, overlay: p.overlay}
}

// compare gives the bit of x op y; op is Eq, Ne, ULt or ULe.
func (f *fn) compare(e cc.Node, op ir.BinOp, x, y value) ir.Operand {
	if x.t.k == kPtr || y.t.k == kPtr {
		a, b := f.asPointer(x), f.asPointer(y)
		if op == ir.Eq || op == ir.Ne {
			return f.binary(op, a, b)
		}
		if r, ok := f.orderInObject(op, a, b); ok {
			return r
		}
		d := f.tmp(1)
		f.emit(&ir.Binary{Dst: d, Op: op, X: a, Y: b, Layout: true})
		return ir.R(d, 1)
	}
	if _, ok := longDoubles(x.t, y.t); ok {
		return f.longCompare(op, x, y)
	}
	if x.t.k == kOther || y.t.k == kOther {
		t := x.t
		if y.t.k == kOther {
			t = y.t
		}
		f.unsupported(e, otherName(t))
		return ir.K(1, 0)
	}
	if !x.t.arithmetic() || !y.t.arithmetic() {
		f.unsupported(e, "comparison of something that is no number")
		return ir.K(1, 0)
	}
	x, y = f.promoted(x), f.promoted(y)
	t := usual(x.t, y.t)
	x, y = f.convert(x, t), f.convert(y, t)
	switch {
	case t.k == kFloat:
		op = map[ir.BinOp]ir.BinOp{ir.Eq: ir.FEq, ir.Ne: ir.FNe, ir.ULt: ir.FLt, ir.ULe: ir.FLe}[op]
	case t.signed && op == ir.ULt:
		op = ir.SLt
	case t.signed && op == ir.ULe:
		op = ir.SLe
	}
	return f.binary(op, x.op, y.op)
}

// orderInObject compares addresses inside one global, which does not depend on where it lies.
func (f *fn) orderInObject(op ir.BinOp, a, b ir.Operand) (ir.Operand, bool) {
	if !ir.SameGlobal(a, b) {
		return ir.Operand{}, false
	}
	if op == ir.ULt {
		op = ir.SLt
	} else {
		op = ir.SLe
	}
	return ir.FoldInt(op, ir.KConst(a.Width, a.Val), ir.KConst(b.Width, b.Val))
}

// asPointer resizes an integer that is compared with a pointer.
func (f *fn) asPointer(v value) ir.Operand {
	if v.t.k == kInt {
		return f.resize(v.op, f.c.pw, v.t.signed)
	}
	return v.op
}
