package cfront

import (
	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Expressions. Operands are evaluated from left to right; every read and write of memory is an instruction of its own.

// expr evaluates an expression; arrays and functions decay.
func (f *fn) expr(e cc.ExpressionNode) value {
	e = unparen(e)
	if e == nil {
		return value{t: tVoid}
	}
	defer f.setPos(f.at(e))
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
	e = unparen(e)
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

// ---- conditions

// cond evaluates an expression for its truth, as a bit.
func (f *fn) cond(e cc.ExpressionNode) ir.Operand {
	e = unparen(e)
	defer f.setPos(f.at(e))
	switch e := e.(type) {
	case *cc.UnaryExpression:
		if e.Case == cc.UnaryExpressionNot {
			if in, ok := unparen(e.CastExpression).(*cc.UnaryExpression); ok && in.Case == cc.UnaryExpressionNot {
				return f.cond(in.CastExpression)
			}
			return f.binary(ir.Xor, f.cond(e.CastExpression), ir.K(1, 1))
		}
	case *cc.EqualityExpression:
		op := ir.Eq
		if e.Case == cc.EqualityExpressionNeq {
			op = ir.Ne
		}
		x := f.expr(e.EqualityExpression)
		y := f.expr(e.RelationalExpression)
		return f.compare(e, op, x, y)
	case *cc.RelationalExpression:
		x := f.expr(e.RelationalExpression)
		y := f.expr(e.ShiftExpression)
		switch e.Case {
		case cc.RelationalExpressionLt:
			return f.compare(e, ir.ULt, x, y)
		case cc.RelationalExpressionGt:
			return f.compare(e, ir.ULt, y, x)
		case cc.RelationalExpressionLeq:
			return f.compare(e, ir.ULe, x, y)
		}
		return f.compare(e, ir.ULe, y, x)
	case *cc.LogicalOrExpression, *cc.LogicalAndExpression:
		v := f.logical(e)
		return f.truth(v)
	case *cc.ExpressionList:
		return f.truth(f.expr(e))
	}
	return f.truth(f.expr(e))
}

// condJump goes to then or els; the conditions inside && and || are tested one after another.
func (f *fn) condJump(e cc.ExpressionNode, then, els ir.BlockID) {
	e = unparen(e)
	switch e := e.(type) {
	case *cc.UnaryExpression:
		if e.Case == cc.UnaryExpressionNot {
			f.condJump(e.CastExpression, els, then)
			return
		}
	case *cc.LogicalAndExpression:
		next := f.newBlock("and")
		f.condJump(e.LogicalAndExpression, next, els)
		f.begin(next)
		f.condJump(e.InclusiveOrExpression, then, els)
		return
	case *cc.LogicalOrExpression:
		next := f.newBlock("or")
		f.condJump(e.LogicalOrExpression, then, next)
		f.begin(next)
		f.condJump(e.LogicalAndExpression, then, els)
		return
	}
	defer f.setPos(f.at(e))
	f.branch(f.cond(e), then, els)
}

// fullCond tests a condition as a full expression: its temporaries end on both ways out.
func (f *fn) fullCond(e cc.ExpressionNode, then, els ir.BlockID) {
	s := f.open(&scope{})
	t, n := f.newBlock("true"), f.newBlock("false")
	f.condJump(e, t, n)
	f.begin(t)
	f.emit(&leaveMark{s: s})
	f.jump(then)
	f.begin(n)
	f.emit(&leaveMark{s: s})
	f.jump(els)
	f.scope = s.up
	f.dead()
}

// logical is && or || as a value.
func (f *fn) logical(e cc.ExpressionNode) value {
	var l, r cc.ExpressionNode
	or := false
	switch e := e.(type) {
	case *cc.LogicalAndExpression:
		l, r = e.LogicalAndExpression, e.InclusiveOrExpression
	case *cc.LogicalOrExpression:
		l, r, or = e.LogicalOrExpression, e.LogicalAndExpression, true
	}
	x := f.cond(l)
	if x.Kind == ir.KindConst {
		if x.IsConst(1) == or {
			return f.fromBit(x)
		}
		return f.fromBit(f.cond(r))
	}
	if f.isConst() {
		f.failed = true
		return zero(tInt, f.c.pw)
	}
	d := f.tmp(32)
	more, short, done := f.newBlock("logic"), f.newBlock("short"), f.newBlock("done")
	if or {
		f.branch(x, short, more)
	} else {
		f.branch(x, more, short)
	}
	f.begin(more)
	y := f.cond(r)
	f.keep(d, f.resize(y, 32, false))
	f.jump(done)
	f.begin(short)
	v := uint64(0)
	if or {
		v = 1
	}
	f.move(d, ir.K(32, v))
	f.jump(done)
	f.begin(done)
	return value{op: ir.R(d, 32), t: tInt}
}

// conditional is ?:, also without its middle operand. Both operands are lowered before the type is known, and converted
// at their ends then.
func (f *fn) conditional(e *cc.ConditionalExpression) value {
	if e.ExpressionList == nil {
		return f.elvis(e)
	}
	if c, ok := f.c.constant(f.u, e.LogicalOrExpression); ok {
		// The other operand is not evaluated, and need not be lowered.
		x, other := e.ExpressionList, e.ConditionalExpression
		if !f.truthConst(c) {
			x, other = other, x
		}
		v := f.expr(x)
		return f.convertTo(v, f.armsType(v, f.unevaluated(other)))
	}
	if f.isConst() {
		f.failed = true
		return zero(tInt, f.c.pw)
	}
	then, els := f.newBlock("then"), f.newBlock("else")
	f.condJump(e.LogicalOrExpression, then, els)
	f.begin(then)
	x := f.expr(e.ExpressionList)
	thenEnd := f.cur
	f.begin(els)
	y := f.expr(e.ConditionalExpression)
	elseEnd := f.cur
	return f.join(x, thenEnd, y, elseEnd)
}

// join brings two values from two blocks together in a new one.
func (f *fn) join(x value, xEnd *ir.Block, y value, yEnd *ir.Block) value {
	t := f.armsType(x, y)
	done := f.newBlock("endif")
	w := f.regWidth(t)
	d := ir.NoReg
	if w > 0 {
		d = f.newReg(w, "", showOf(t))
	}
	arm := func(b *ir.Block, v value) {
		f.cur = b
		if d != ir.NoReg {
			f.keep(d, f.convertTo(v, t).op)
		}
		f.jump(done)
	}
	arm(xEnd, x)
	arm(yEnd, y)
	f.begin(done)
	if d == ir.NoReg {
		return value{t: t}
	}
	return value{op: ir.R(d, w), t: t}
}

// elvis is `a ?: b`.
func (f *fn) elvis(e *cc.ConditionalExpression) value {
	x := f.expr(e.LogicalOrExpression)
	c := f.truth(x)
	if c.Kind == ir.KindConst {
		if c.IsConst(1) {
			return f.convertTo(x, f.armsType(x, f.unevaluated(e.ConditionalExpression)))
		}
		v := f.expr(e.ConditionalExpression)
		return f.convertTo(v, f.armsType(x, v))
	}
	if f.isConst() {
		f.failed = true
		return zero(tInt, f.c.pw)
	}
	x.op = f.snapshot(x.op)
	then, els := f.newBlock("then"), f.newBlock("else")
	f.branch(c, then, els)
	f.begin(then)
	thenEnd := f.cur
	f.begin(els)
	y := f.expr(e.ConditionalExpression)
	return f.join(x, thenEnd, y, f.cur)
}

// truthConst is the truth of a constant.
func (f *fn) truthConst(v value) bool { return f.truth(v).IsConst(1) }

// unevaluated is the type of an expression that is not evaluated, and its value if it is a constant.
func (f *fn) unevaluated(e cc.ExpressionNode) value {
	if v, ok := f.c.constant(f.u, e); ok {
		return v
	}
	t, bits := f.staticValue(e)
	return value{t: t, bits: bits}
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
