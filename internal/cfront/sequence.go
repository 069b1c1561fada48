package cfront

import (
	"modernc.org/cc/v4"
)

// Unsequenced side effects on one scalar object, C11 6.5 paragraph 2: i = i++ + 1, a[i] = i++, f(x++, x). What these do is undefined, and an execution that gets there is UNKNOWN.
//
// The rule is followed over the tree of an expression, by the names of objects: variables, and other lvalues by their text if nothing in them has an effect. What lies behind two different texts may be the same object; then it is
// undefined as well, and nobody says so. An assignment comes behind the values of its operands, but not behind the effects in them; && || ?: , and a call have a sequence point inside.
// ({ }) is left out.

// touched are the objects that an expression uses.
type touched struct {
	reads, writes map[any]string // the whole expression, to the text of the object
	late          map[any]string // those of writes that the value of the expression does not wait for
}

func newTouched() *touched {
	return &touched{reads: map[any]string{}, writes: map[any]string{}, late: map[any]string{}}
}

// checkSequence looks for what is undefined in an expression.
func (f *fn) checkSequence(e cc.ExpressionNode) {
	c := sequenceCheck{f: f}
	c.expr(e)
	if c.bad != "" {
		f.unsupported(c.at, "unsequenced side effects on "+c.bad+": C leaves undefined what the expression does")
	}
}

type sequenceCheck struct {
	f   *fn
	bad string
	at  cc.Node
}

func (c *sequenceCheck) conflict(at cc.Node, writes, others map[any]string) {
	for k, text := range writes {
		if _, ok := others[k]; ok && (c.bad == "" || text < c.bad) {
			c.bad, c.at = text, at
		}
	}
}

// join brings operands together. Without a sequence point between them their effects must not meet.
func (c *sequenceCheck) join(at cc.Node, sequenced bool, list ...*touched) *touched {
	out := newTouched()
	for i, x := range list {
		if !sequenced {
			for _, y := range list[:i] {
				c.conflict(at, x.writes, y.reads)
				c.conflict(at, x.writes, y.writes)
				c.conflict(at, y.writes, x.reads)
			}
		}
		for _, m := range [][2]map[any]string{{out.reads, x.reads}, {out.writes, x.writes}, {out.late, x.late}} {
			for k, text := range m[1] {
				m[0][k] = text
			}
		}
	}
	return out
}

// expr looks at an expression whose value is wanted.
func (c *sequenceCheck) expr(e cc.ExpressionNode) *touched {
	e = c.f.unparen(e)
	if e == nil {
		return newTouched()
	}
	if isLvalue(e) {
		x, key := c.object(e)
		if key != nil && !isArray(e) {
			x.reads[key] = exprText(e)
		}
		return x
	}
	switch e := e.(type) {
	case *cc.ExpressionList:
		var list []*touched
		for l := e; l != nil; l = l.ExpressionList {
			list = append(list, c.expr(l.AssignmentExpression))
		}
		out := c.join(e, true, list...)
		out.late = list[len(list)-1].late
		return out
	case *cc.AssignmentExpression:
		l, key := c.object(e.UnaryExpression)
		if e.Case != cc.AssignmentExpressionAssign && key != nil {
			l.reads[key] = exprText(e.UnaryExpression)
		}
		out := c.join(e, false, l, c.expr(e.AssignmentExpression))
		return c.write(e, out, key, e.UnaryExpression)
	case *cc.ConditionalExpression:
		x, y, z := c.expr(e.LogicalOrExpression), newTouched(), c.expr(e.ConditionalExpression)
		if e.ExpressionList != nil {
			y = c.expr(e.ExpressionList)
			x.late = nil
		}
		return c.join(e, true, x, y, z)
	case *cc.LogicalOrExpression:
		x := c.expr(e.LogicalOrExpression)
		x.late = nil
		return c.join(e, true, x, c.expr(e.LogicalAndExpression))
	case *cc.LogicalAndExpression:
		x := c.expr(e.LogicalAndExpression)
		x.late = nil
		return c.join(e, true, x, c.expr(e.InclusiveOrExpression))
	case *cc.CastExpression:
		return c.expr(e.CastExpression)
	case *cc.UnaryExpression:
		switch e.Case {
		case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
			return c.step(e, e.UnaryExpression)
		case cc.UnaryExpressionAddrof:
			x, _ := c.object(e.CastExpression)
			return x
		case cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl, cc.UnaryExpressionNot:
			return c.expr(e.CastExpression)
		}
		return newTouched()
	case *cc.PostfixExpression:
		if e.Case == cc.PostfixExpressionInc || e.Case == cc.PostfixExpressionDec {
			return c.step(e, e.PostfixExpression)
		}
	}
	var list []*touched
	for _, x := range unsequencedOperands(e) {
		list = append(list, c.expr(x))
	}
	out := c.join(e, false, list...)
	if p, ok := e.(*cc.PostfixExpression); ok && p.Case == cc.PostfixExpressionCall {
		if c.unevaluated(p) {
			return newTouched()
		}
		out.late = map[any]string{} // there is a sequence point before the call
	}
	return out
}

// unevaluated reports a builtin that does not evaluate its arguments.
func (c *sequenceCheck) unevaluated(e *cc.PostfixExpression) bool {
	switch calleeName(e.PostfixExpression) {
	case "__builtin_constant_p", "__builtin_object_size", "__builtin_dynamic_object_size", "__builtin_choose_expr", "__builtin_types_compatible_p", "__builtin_classify_type":
		return true
	}
	return false
}

func (c *sequenceCheck) step(e cc.Node, x cc.ExpressionNode) *touched {
	out, key := c.object(x)
	if key != nil {
		out.reads[key] = exprText(x)
	}
	return c.write(e, out, key, x)
}

// write adds the effect of an assignment, which comes behind the values of the operands.
func (c *sequenceCheck) write(at cc.Node, x *touched, key any, l cc.ExpressionNode) *touched {
	if key != nil {
		own := map[any]string{key: exprText(l)}
		c.conflict(at, own, x.late)
		x.writes[key], x.late[key] = exprText(l), exprText(l)
	}
	return x
}

// object looks at what an lvalue is computed from, and names the object; nil: it has no name that stays.
func (c *sequenceCheck) object(e cc.ExpressionNode) (*touched, any) {
	e = c.f.unparen(e)
	x := newTouched()
	switch l := e.(type) {
	case *cc.PrimaryExpression:
		switch d := l.ResolvedTo().(type) {
		case *cc.Declarator:
			return x, d
		case *cc.Parameter:
			return x, d.Declarator
		}
		return x, nil
	case *cc.UnaryExpression:
		if l.Case == cc.UnaryExpressionDeref {
			x = c.expr(l.CastExpression)
		}
	case *cc.PostfixExpression:
		switch l.Case {
		case cc.PostfixExpressionIndex:
			x = c.join(l, false, c.expr(l.PostfixExpression), c.expr(l.ExpressionList))
		case cc.PostfixExpressionSelect:
			x, _ = c.object(l.PostfixExpression)
		case cc.PostfixExpressionPSelect:
			x = c.expr(l.PostfixExpression)
		case cc.PostfixExpressionComplit:
			return x, nil // its initializer has an order of its own
		default:
			return c.expr(l), nil
		}
	default:
		return c.expr(e), nil
	}
	if text := exprText(e); len(x.writes) == 0 && len(text) < maxName-3 && !calls(e) {
		return x, text
	}
	return x, nil
}

// calls reports whether the address of an lvalue is computed by a call, which may give another one each time.
func calls(e cc.ExpressionNode) bool {
	switch e := unparen(e).(type) {
	case *cc.PrimaryExpression:
		return e.Case == cc.PrimaryExpressionStmt
	case *cc.UnaryExpression:
		switch e.Case {
		case cc.UnaryExpressionDeref, cc.UnaryExpressionAddrof:
			return calls(e.CastExpression)
		}
		return false
	case *cc.CastExpression:
		return calls(e.CastExpression)
	case *cc.PostfixExpression:
		switch e.Case {
		case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
			return calls(e.PostfixExpression)
		case cc.PostfixExpressionIndex:
			return calls(e.PostfixExpression) || calls(e.ExpressionList)
		}
		return true
	}
	operands := unsequencedOperands(unparen(e))
	for _, x := range operands {
		if calls(x) {
			return true
		}
	}
	return len(operands) == 0
}

func isArray(e cc.ExpressionNode) bool {
	t := e.Type()
	return t != nil && (t.Undecay().Kind() == cc.Array || t.Undecay().Kind() == cc.Function)
}
