package cfront

import (
	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Expressions. Operands are evaluated from left to right; every read and write of memory is an instruction of its own.

// expr evaluates an expression; arrays and functions decay.
func (f *fn) expr(e cc.ExpressionNode) value {
	e = f.unparen(e)
	if e == nil {
		return value{t: tVoid}
	}
	defer f.setPos(f.at(e))
	defer f.evaluate(e)()
	switch e := e.(type) {
	case *cc.ExpressionList:
		for l := e; ; l = l.ExpressionList {
			v := f.expr(l.AssignmentExpression)
			if l.ExpressionList == nil {
				return v
			}
		}
	case *cc.AssignmentExpression:
		return f.assignment(e)
	case *cc.ConditionalExpression:
		return f.conditional(e)
	case *cc.LogicalOrExpression, *cc.LogicalAndExpression:
		return f.logical(e)
	case *cc.InclusiveOrExpression:
		return f.arith(e, ir.Or, e.InclusiveOrExpression, e.ExclusiveOrExpression)
	case *cc.ExclusiveOrExpression:
		return f.arith(e, ir.Xor, e.ExclusiveOrExpression, e.AndExpression)
	case *cc.AndExpression:
		return f.arith(e, ir.And, e.AndExpression, e.EqualityExpression)
	case *cc.EqualityExpression, *cc.RelationalExpression:
		return f.fromBit(f.cond(e))
	case *cc.ShiftExpression:
		op := ir.Shl
		if e.Case == cc.ShiftExpressionRsh {
			op = ir.LShr
		}
		return f.arith(e, op, e.ShiftExpression, e.AdditiveExpression)
	case *cc.AdditiveExpression:
		op := ir.Add
		if e.Case == cc.AdditiveExpressionSub {
			op = ir.Sub
		}
		return f.arith(e, op, e.AdditiveExpression, e.MultiplicativeExpression)
	case *cc.MultiplicativeExpression:
		op := ir.Mul
		switch e.Case {
		case cc.MultiplicativeExpressionDiv:
			op = ir.UDiv
		case cc.MultiplicativeExpressionMod:
			op = ir.URem
		}
		return f.arith(e, op, e.MultiplicativeExpression, e.CastExpression)
	case *cc.CastExpression:
		return f.cast(e)
	case *cc.UnaryExpression:
		return f.unaryExpr(e)
	case *cc.PostfixExpression:
		return f.postfix(e)
	case *cc.PrimaryExpression:
		return f.primary(e)
	}
	return f.undefined(e, tInt, "expression of an unknown kind")
}

// discard evaluates an expression for its effects.
func (f *fn) discard(e cc.ExpressionNode) {
	e = f.unparen(e)
	if e == nil {
		return
	}
	switch x := e.(type) {
	case *cc.ExpressionList:
		for l := x; l != nil; l = l.ExpressionList {
			f.discard(l.AssignmentExpression)
		}
		return
	case *cc.CastExpression:
		if t := x.TypeName.Type(); t != nil && t.Kind() == cc.Void {
			f.discard(x.CastExpression)
			return
		}
	case *cc.PostfixExpression:
		// The old value is not wanted, which saves a copy.
		op := ir.Add
		switch x.Case {
		case cc.PostfixExpressionDec:
			op = ir.Sub
			fallthrough
		case cc.PostfixExpressionInc:
			defer f.setPos(f.at(e))
			defer f.evaluate(e)()
			f.step(x, f.lvalue(x.PostfixExpression), op, false)
			return
		}
	case *cc.UnaryExpression:
		op := ir.Add
		switch x.Case {
		case cc.UnaryExpressionDec:
			op = ir.Sub
			fallthrough
		case cc.UnaryExpressionInc:
			defer f.setPos(f.at(e))
			defer f.evaluate(e)()
			f.step(x, f.lvalue(x.UnaryExpression), op, false)
			return
		}
	}
	f.expr(e)
}

func (f *fn) arith(e cc.ExpressionNode, op ir.BinOp, l, r cc.ExpressionNode) value {
	x := f.expr(l)
	y := f.expr(r)
	return f.binop(e, op, x, y)
}

func (f *fn) postfix(e *cc.PostfixExpression) value {
	switch e.Case {
	case cc.PostfixExpressionCall:
		return f.call(e)
	case cc.PostfixExpressionInc:
		return f.increment(e, e.PostfixExpression, ir.Add, false)
	case cc.PostfixExpressionDec:
		return f.increment(e, e.PostfixExpression, ir.Sub, false)
	}
	return f.load(f.lvalue(e))
}

func (f *fn) primary(e *cc.PrimaryExpression) value {
	switch e.Case {
	case cc.PrimaryExpressionIdent:
		if en, ok := e.ResolvedTo().(*cc.Enumerator); ok {
			return f.enumerator(e, en)
		}
		return f.load(f.lvalue(e))
	case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
		return f.load(f.stringLiteral(e))
	case cc.PrimaryExpressionInt:
		return f.intLiteral(e)
	case cc.PrimaryExpressionFloat:
		return f.floatLiteral(e)
	case cc.PrimaryExpressionChar, cc.PrimaryExpressionLChar:
		return f.charLiteral(e)
	case cc.PrimaryExpressionStmt:
		return f.statementExpr(e)
	}
	return f.undefined(e, tInt, "expression of an unknown kind")
}

func (f *fn) unaryExpr(e *cc.UnaryExpression) value {
	switch e.Case {
	case cc.UnaryExpressionInc:
		return f.increment(e, e.UnaryExpression, ir.Add, true)
	case cc.UnaryExpressionDec:
		return f.increment(e, e.UnaryExpression, ir.Sub, true)
	case cc.UnaryExpressionAddrof:
		return f.addressOf(e)
	case cc.UnaryExpressionDeref:
		return f.load(f.lvalue(e))
	case cc.UnaryExpressionPlus:
		return f.promoted(f.expr(e.CastExpression))
	case cc.UnaryExpressionMinus:
		v := f.promoted(f.expr(e.CastExpression))
		switch v.t.k {
		case kFloat:
			return value{op: f.unary(ir.FNeg, v.op, v.t.w), t: v.t}
		case kInt:
			return value{op: f.unary(ir.Neg, v.op, v.t.w), t: v.t}
		}
		if isLongDouble(v.t) {
			x := f.parts(v)
			x.sign = f.binary(ir.Xor, x.sign, ir.K(1, 1))
			return f.longValue(x, v.t)
		}
		return f.undefined(e, v.t, otherName(v.t))
	case cc.UnaryExpressionCpl:
		v := f.promoted(f.expr(e.CastExpression))
		if v.t.k != kInt {
			return f.undefined(e, v.t, otherName(v.t))
		}
		return value{op: f.unary(ir.Not, v.op, v.t.w), t: v.t}
	case cc.UnaryExpressionNot:
		return f.fromBit(f.cond(e))
	case cc.UnaryExpressionSizeofExpr:
		return f.sizeofExpr(e)
	case cc.UnaryExpressionSizeofType:
		return f.sizeofType(e, e.TypeName.Type())
	case cc.UnaryExpressionAlignofExpr, cc.UnaryExpressionAlignofType:
		return f.alignof(e)
	case cc.UnaryExpressionLabelAddr:
		return f.labelAddr(e)
	}
	return f.undefined(e, tInt, "complex numbers")
}

// addressOf is unary &. The operand may be a function, and & of an array keeps the array type.
func (f *fn) addressOf(e *cc.UnaryExpression) value {
	x := unparen(e.CastExpression)
	if d, ok := x.(*cc.UnaryExpression); ok && d.Case == cc.UnaryExpressionDeref {
		// &*p is p, no access.
		return f.expr(d.CastExpression)
	}
	if d, ok := x.(*cc.UnaryExpression); ok && d.Case == cc.UnaryExpressionAddrof {
		return f.expr(d)
	}
	return f.address(e, f.lvalue(x))
}

func (f *fn) cast(e *cc.CastExpression) value {
	t := f.u.typeOf(e.TypeName.Type())
	f.u.typeNameQual(e.TypeName)
	if v, ok := f.vaArgCast(e, t); ok {
		return v
	}
	v := f.expr(e.CastExpression)
	switch t.k {
	case kRecord:
		if v.t.k == kRecord {
			return value{op: v.op, t: t}
		}
		return f.castToUnion(e, t, v)
	case kArray:
		return f.undefined(e, t, "cast to an array")
	case kOther:
		if v.t.k == kOther && v.t.cc != nil && v.t.cc.Kind() == t.cc.Kind() {
			return value{op: v.op, t: t}
		}
	}
	f.evalSizes(t)
	return f.convert(v, t)
}

// castToUnion is gcc's cast of a member's value to the union.
func (f *fn) castToUnion(e cc.Node, t ctype, v value) value {
	if !t.union() {
		return f.undefined(e, t, "cast to a struct")
	}
	for _, m := range f.u.lay.Fields(t.cc) {
		mt := f.u.typeOf(m.Type)
		if m.BitField || mt.k != v.t.k || mt.w != v.t.w || mt.signed != v.t.signed {
			continue
		}
		p := f.temp(t, "union temporary")
		f.store(lval{t: mt, reg: ir.NoReg, addr: f.addr(p, m.Offset)}, value{op: v.op, t: mt})
		return value{op: p, t: t}
	}
	return f.undefined(e, t, "cast to a union")
}

// regWidth is the width of the register that carries values of a type, 0 for none.
func (f *fn) regWidth(t ctype) int {
	switch t.k {
	case kVoid:
		return 0
	case kInt, kFloat:
		return t.w
	}
	return f.c.pw
}

// convertTo converts a value, leaving structs and void alone.
func (f *fn) convertTo(v value, t ctype) value {
	if t.k == kVoid || t.k == kRecord || t.k == kOther && v.t.k == kOther {
		return value{op: v.op, t: t, from: v.from}
	}
	return f.convert(v, t)
}

// armsType is the type of ?: with these operands.
func (f *fn) armsType(x, y value) ctype {
	a, b := x.t, y.t
	switch {
	case a.k == kVoid || b.k == kVoid:
		return tVoid
	case isLongDouble(a) && b.arithmetic():
		return a
	case isLongDouble(b) && a.arithmetic():
		return b
	case a.arithmetic() && b.arithmetic():
		return usual(promote(a, x.bits), promote(b, y.bits))
	case a.k == kPtr && b.k == kPtr:
		// A null pointer constant takes the other type, void * wins otherwise.
		va, vb := f.u.elem(a).k == kVoid, f.u.elem(b).k == kVoid
		switch {
		case va && x.op.IsConst(0):
			return b
		case vb && !y.op.IsConst(0):
			return b
		}
		return a
	case a.k == kPtr:
		return a
	case b.k == kPtr:
		return b
	}
	return a
}
