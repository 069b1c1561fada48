package cfront

import (
	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Conditions: && || ! ?: and comparisons, as jumps where control needs them and as values where an expression does.

// cond evaluates an expression for its truth, as a bit.
func (f *fn) cond(e cc.ExpressionNode) ir.Operand {
	e = f.unparen(e)
	defer f.setPos(f.at(e))
	defer f.evaluate(e)()
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
		return f.truth(f.logical(e))
	}
	return f.truth(f.expr(e))
}

// condJump goes to then or els; the conditions inside && and || are tested one after another.
func (f *fn) condJump(e cc.ExpressionNode, then, els ir.BlockID) {
	e = f.unparen(e)
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
	defer f.unit()()
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
	defer f.unit()()
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
	if msg, ok := f.failing(e.ConditionalExpression); ok && voidConstant(e.ExpressionList) {
		f.emit(&ir.Assert{Cond: f.cond(e.LogicalOrExpression), Kind: "assert", Msg: msg})
		return value{t: tVoid}
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
