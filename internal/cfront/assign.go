package cfront

import (
	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Assignments. On plain objects `x op= y` and `x++` are a read and a write, two steps; on _Atomic objects one step.

var assignOps = map[cc.AssignmentExpressionCase]ir.BinOp{
	cc.AssignmentExpressionMul: ir.Mul,
	cc.AssignmentExpressionDiv: ir.UDiv,
	cc.AssignmentExpressionMod: ir.URem,
	cc.AssignmentExpressionAdd: ir.Add,
	cc.AssignmentExpressionSub: ir.Sub,
	cc.AssignmentExpressionLsh: ir.Shl,
	cc.AssignmentExpressionRsh: ir.LShr,
	cc.AssignmentExpressionAnd: ir.And,
	cc.AssignmentExpressionXor: ir.Xor,
	cc.AssignmentExpressionOr:  ir.Or,
}

func (f *fn) assignment(e *cc.AssignmentExpression) value {
	if f.u.insideMutex(e.UnaryExpression) {
		return f.undefined(e, f.u.typeOf(e.UnaryExpression.Type()), intoMutex)
	}
	lv := f.lvalue(e.UnaryExpression)
	if e.Case == cc.AssignmentExpressionAssign {
		v := f.assign(lv, f.expr(e.AssignmentExpression))
		f.assignedMutexes(lv, e.AssignmentExpression)
		return v
	}
	op := assignOps[e.Case]
	if lv.atomic && lv.reg == ir.NoReg {
		y := f.expr(e.AssignmentExpression)
		return f.atomicUpdate(e, lv, op, y, true)
	}
	var x value
	end := f.single()
	if e.AssignmentExpression.Pure() {
		x = f.loadForUpdate(&lv)
	} else {
		x = f.load(lv) // the right side may write a neighbour of a bit-field
	}
	one := f.one
	end()
	y := f.expr(e.AssignmentExpression)
	defer f.together(one)()
	return f.assign(lv, f.binop(e, op, x, y))
}

// increment is ++ and --; pre says which value the expression has.
func (f *fn) increment(e cc.Node, x cc.ExpressionNode, op ir.BinOp, pre bool) value {
	if f.u.insideMutex(x) {
		return f.undefined(e, f.u.typeOf(x.Type()), intoMutex)
	}
	lv := f.lvalue(x)
	if pre || lv.atomic && lv.reg == ir.NoReg {
		return f.step(e, lv, op, pre)
	}
	defer f.single()()
	old := f.loadForUpdate(&lv)
	old.op = f.snapshot(old.op)
	f.assign(lv, f.binop(e, op, old, value{op: ir.K(32, 1), t: tInt}))
	return old
}

// step adds or subtracts one; the value is the new one, or for atomic objects the old one if that is wanted.
func (f *fn) step(e cc.Node, lv lval, op ir.BinOp, wantNew bool) value {
	one := value{op: ir.K(32, 1), t: tInt}
	if lv.atomic && lv.reg == ir.NoReg {
		return f.atomicUpdate(e, lv, op, one, wantNew)
	}
	defer f.single()()
	old := f.loadForUpdate(&lv)
	return f.assign(lv, f.binop(e, op, old, one))
}
