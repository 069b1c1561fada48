package layout

import "modernc.org/cc/v4"

// The library's Type() of an expression is the type after decay, so that sizeof of an array element that is
// itself an array would give the size of a pointer. Here the type of an lvalue is worked out again from its
// parts; what is no lvalue keeps the library's answer.

// Strip removes parentheses and the grammar's chain productions from an expression.
func Strip(e cc.ExpressionNode) cc.ExpressionNode {
	for {
		switch x := e.(type) {
		case *cc.ConstantExpression:
			e = x.ConditionalExpression
		case *cc.ExpressionList:
			if x.ExpressionList != nil {
				return x
			}
			e = x.AssignmentExpression
		case *cc.PrimaryExpression:
			if x.Case != cc.PrimaryExpressionExpr {
				return x
			}
			e = x.ExpressionList
		case *cc.PostfixExpression:
			if x.Case != cc.PostfixExpressionPrimary {
				return x
			}
			e = x.PrimaryExpression
		case *cc.UnaryExpression:
			if x.Case != cc.UnaryExpressionPostfix {
				return x
			}
			e = x.PostfixExpression
		case *cc.CastExpression:
			if x.Case != cc.CastExpressionUnary {
				return x
			}
			e = x.UnaryExpression
		default:
			return e
		}
	}
}

// TypeOf is the type of an expression before arrays and functions decay to pointers, as sizeof and & see it.
func (t *Table) TypeOf(e cc.ExpressionNode) cc.Type {
	e = Strip(e)
	switch x := e.(type) {
	case *cc.PrimaryExpression:
		switch x.Case {
		case cc.PrimaryExpressionIdent:
			if d, ok := x.ResolvedTo().(*cc.Declarator); ok {
				return d.Type()
			}
		case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
			return x.Type().Undecay()
		case cc.PrimaryExpressionGeneric:
			if a := x.GenericSelection.Associated(); a != nil && a.AssignmentExpression != nil {
				return t.TypeOf(a.AssignmentExpression)
			}
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
			if f := x.Field(); f != nil {
				return f.Type()
			}
		case cc.PostfixExpressionIndex:
			for _, side := range []cc.ExpressionNode{x.PostfixExpression, x.ExpressionList} {
				if el := element(t.TypeOf(side)); el != nil {
					return el
				}
			}
		case cc.PostfixExpressionComplit:
			return x.TypeName.Type()
		}
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionDeref {
			if el := element(t.TypeOf(x.CastExpression)); el != nil {
				return el
			}
		}
	}
	return e.Type()
}

// element is what a pointer or array points to or consists of, nil for other types.
func element(typ cc.Type) cc.Type {
	switch x := typ.(type) {
	case *cc.PointerType:
		return x.Elem()
	case *cc.ArrayType:
		return x.Elem()
	case *cc.FunctionType:
		return x
	}
	return nil
}
