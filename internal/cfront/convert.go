package cfront

import (
	"slices"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Conversions of values, C11 6.3. Every conversion the tree leaves out is made here.

// convert gives v the type t.
func (f *fn) convert(v value, t ctype) value {
	r := value{t: t, field: f.keepField(v, t), overlay: v.overlay}
	switch t.k {
	case kVoid:
		return r
	case kRecord, kArray, kFunc:
		r.op = v.op
		return r
	case kOther:
		switch {
		case isLongDouble(t) && isLongDouble(v.t):
			return value{op: v.op, t: t}
		case isLongDouble(t) && v.t.arithmetic():
			return f.longValue(f.parts(v), t)
		}
		return f.undefined(nil, t, otherName(t))
	}
	switch v.t.k {
	case kOther:
		if isLongDouble(v.t) && t.arithmetic() {
			if t.boolean {
				r.op = f.resize(f.truth(v), t.w, false)
				return r
			}
			return f.fromLong(v, t)
		}
		return f.undefined(nil, t, otherName(v.t))
	case kVoid, kRecord:
		return f.undefined(nil, t, "conversion of a value that has none")
	}
	f.loosen(v, t)
	f.casting(v, t)
	f.becomes(v, t)
	f.around(v, t)
	f.outward(v, t)
	if t.boolean {
		if v.t.boolean {
			r.op = v.op
		} else {
			r.op = f.resize(f.truth(v), t.w, false)
		}
		return r
	}
	switch {
	case v.t.k == kFloat && t.k == kFloat:
		r.op = v.op
		if v.t.w != t.w {
			r.op = f.unary(ir.FToF, v.op, t.w)
		}
	case v.t.k == kFloat:
		op := ir.FToU
		if t.signed {
			op = ir.FToS
		}
		r.op = f.unary(op, v.op, t.w)
	case t.k == kFloat && v.t.k == kPtr:
		return f.undefined(nil, t, "conversion of a pointer to a floating type")
	case t.k == kFloat:
		op := ir.UToF
		if v.t.signed {
			op = ir.SToF
		}
		r.op = f.unary(op, v.op, t.w)
	case v.t.k != kInt && t.k == kInt: // an address becomes a number; gcc extends it with its sign
		if _, is := f.u.function(v.t); (is || v.op.Kind == ir.KindFunc) && !f.u.model && !f.c.number.IsValid() {
			f.c.number = f.pos
		}
		if !f.u.model && !f.c.prog.KeepsLocks && t.w >= f.c.pw && v.t.k == kPtr && (f.ofObject(v.op) || f.u.elem(v.t).k != kVoid) {
			f.c.addressed = true
		}
		r.op = f.resize(f.unary(ir.PtrToInt, v.op, v.op.Width), t.w, true)
	case v.t.k == kInt:
		r.op = f.resize(v.op, t.w, v.t.signed)
	default:
		r.op = v.op
	}
	return r
}

// loosen notes a function whose address gets a type that calls it in another way: calls of other shapes may reach it then.
func (f *fn) loosen(v value, t ctype) {
	if v.t.k != kPtr || t.boolean {
		return
	}
	from, ok := f.u.function(v.t)
	if !ok {
		return
	}
	if to, ok := f.u.function(t); ok {
		a, b := f.u.signatureOf(from), f.u.signatureOf(to)
		if !a.open && !b.open && slices.Equal(f.widths(a), f.widths(b)) && f.retWidth(a) == f.retWidth(b) {
			return
		}
	}
	switch v.op.Kind {
	case ir.KindFunc:
		f.c.funcs[v.op.Func].loose = true
	case ir.KindReg:
		f.c.allLoose = true
	}
}

func otherName(t ctype) string {
	if t.cc != nil {
		switch {
		case t.cc.VectorSize() > 0:
			return "arithmetic with vectors"
		case t.cc.Kind() == cc.LongDouble:
			return "arithmetic with long double"
		}
		return "arithmetic with " + t.cc.Kind().String()
	}
	return "arithmetic with a type that is not supported"
}

// truth is v != 0, as a bit.
func (f *fn) truth(v value) ir.Operand {
	switch v.t.k {
	case kOther:
		if isLongDouble(v.t) {
			return f.binary(ir.Ne, f.parts(v).man, ir.K(64, 0))
		}
	case kFloat:
		return f.binary(ir.FNe, v.op, ir.K(v.t.w, 0))
	case kInt, kPtr, kFunc, kArray:
		return f.binary(ir.Ne, v.op, ir.K(v.op.Width, 0))
	}
	f.unsupported(nil, "condition that is not a number or a pointer")
	return ir.K(1, 0)
}

// promoted applies the integer promotions.
func (f *fn) promoted(v value) value { return f.convert(v, promote(v.t, v.bits)) }

// arg applies the default argument promotions.
func (f *fn) arg(v value) value {
	switch {
	case v.t.k == kFloat && v.t.w == 32:
		return f.convert(v, ctype{k: kFloat, w: 64})
	case v.t.k == kInt:
		return f.promoted(v)
	}
	return v
}

// fromBit makes an int of a bit.
func (f *fn) fromBit(b ir.Operand) value { return value{op: f.resize(b, 32, false), t: tInt} }
