package cfront

import (
	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Sizes of types, also of variably modified ones. The length of a variable-length array is computed once, where its
// declaration is reached, and kept in a register for every later sizeof and index.

// sizeOf is the size of a type as an operand of pointer width.
func (f *fn) sizeOf(n cc.Node, t ctype) ir.Operand {
	if s := f.u.size(t); s >= 0 {
		return ir.K(f.c.pw, uint64(s))
	}
	a, ok := t.cc.(*cc.ArrayType)
	if !ok {
		f.unsupported(n, "size of an incomplete type")
		return ir.K(f.c.pw, 1)
	}
	return f.binary(ir.Mul, f.length(n, a), f.sizeOf(n, f.u.elem(t)))
}

// length is the number of elements of an array.
func (f *fn) length(n cc.Node, a *cc.ArrayType) ir.Operand {
	if l := f.u.lay.Len(a); l >= 0 {
		return ir.K(f.c.pw, uint64(l))
	}
	e := a.SizeExpression()
	if e == nil {
		f.unsupported(n, "size of an array of unknown length")
		return ir.K(f.c.pw, 1)
	}
	if x, ok := f.vla[e]; ok {
		return x
	}
	return f.evalLength(e)
}

func (f *fn) evalLength(e cc.ExpressionNode) ir.Operand {
	v := f.expr(e)
	if v.t.k != kInt {
		f.unsupported(e, "length of an array that is no integer")
		return ir.K(f.c.pw, 1)
	}
	return f.resize(v.op, f.c.pw, v.t.signed)
}

// evalSizes computes the lengths in a variably modified type and keeps them. It reports whether there are any.
func (f *fn) evalSizes(t ctype) bool { return t.cc != nil && f.evalTypeSizes(t.cc, 0) }

func (f *fn) evalTypeSizes(t cc.Type, depth int) (some bool) {
	if depth > 64 {
		return false
	}
	switch x := t.(type) {
	case *cc.PointerType:
		if el := x.Elem(); el.Kind() == cc.Array || el.Kind() == cc.Ptr {
			return f.evalTypeSizes(el, depth+1)
		}
	case *cc.ArrayType:
		if e := x.SizeExpression(); e != nil && f.u.lay.Len(x) < 0 {
			if _, ok := f.vla[e]; !ok && !f.isConst() {
				f.vla[e] = f.snapshot(f.evalLength(e))
				some = true
			}
		}
		return f.evalTypeSizes(x.Elem(), depth+1) || some
	}
	return false
}

// variableSize reports whether the size of a type is known only at run time.
func (u *unit) variableSize(t ctype) bool {
	if t.k != kArray || t.cc == nil {
		return false
	}
	a, ok := t.cc.(*cc.ArrayType)
	return ok && u.size(t) < 0 && (a.SizeExpression() != nil || u.variableSize(u.elem(t)))
}

func (f *fn) sizeofExpr(e *cc.UnaryExpression) value {
	t, _ := f.staticType(e.UnaryExpression)
	if t.k == kOther && t.cc == nil {
		return f.undefined(e, f.c.sizeType(), "size of an unknown type")
	}
	return value{op: f.sizeOf(e, t), t: f.c.sizeType()}
}

func (f *fn) sizeofType(e cc.Node, t cc.Type) value {
	ct := f.u.typeOf(t)
	if ct.k == kOther && ct.cc == nil {
		return f.undefined(e, f.c.sizeType(), "size of an unknown type")
	}
	return value{op: f.sizeOf(e, ct), t: f.c.sizeType()}
}

// alignof is _Alignof for the standard's spelling and __alignof__ for gcc's, which differ on i386.
func (f *fn) alignof(e *cc.UnaryExpression) value {
	var t cc.Type
	if e.Case == cc.UnaryExpressionAlignofType {
		t = e.TypeName.Type()
	} else {
		t = e.UnaryExpression.Type().Undecay()
	}
	a := f.u.lay.Alignof(t)
	if s := e.Token.SrcStr(); s == "__alignof__" || s == "__alignof" {
		a = f.u.lay.Prefalignof(t)
	}
	return value{op: ir.K(f.c.pw, uint64(a)), t: f.c.sizeType()}
}
