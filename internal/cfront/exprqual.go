package cfront

import "modernc.org/cc/v4"

// Qualifiers of expressions: a walk that follows the shapes found in qual.go.

// rvalueQual is exprQual without the qualifiers of the lvalue itself, which a value does not have.
func (u *unit) rvalueQual(e cc.ExpressionNode) *qual {
	q := u.exprQual(e)
	if q == nil || q.elem == nil {
		return nil
	}
	return &qual{elem: q.elem}
}

// exprQual is the qualifiers of an expression's type.
func (u *unit) exprQual(e cc.ExpressionNode) *qual {
	switch e := e.(type) {
	case *cc.ExpressionList:
		last := e
		for last.ExpressionList != nil {
			last = last.ExpressionList
		}
		return u.exprQual(last.AssignmentExpression)
	case *cc.AssignmentExpression:
		if e.Case == cc.AssignmentExpressionCond {
			return u.exprQual(e.ConditionalExpression)
		}
		return u.rvalueQual(e.UnaryExpression)
	case *cc.ConditionalExpression:
		if e.Case == cc.ConditionalExpressionLOr {
			return u.exprQual(e.LogicalOrExpression)
		}
		a := u.rvalueQual(e.ConditionalExpression)
		if e.ExpressionList != nil {
			b := u.rvalueQual(e.ExpressionList)
			if b != nil {
				return b
			}
		}
		return a
	case *cc.AdditiveExpression:
		if e.Case == cc.AdditiveExpressionMul {
			return u.exprQual(e.MultiplicativeExpression)
		}
		if q := u.rvalueQual(e.AdditiveExpression); q != nil {
			return q
		}
		if e.Case == cc.AdditiveExpressionAdd {
			return u.rvalueQual(e.MultiplicativeExpression)
		}
	case *cc.CastExpression:
		if e.Case == cc.CastExpressionCast {
			return u.typeNameQual(e.TypeName)
		}
		return u.exprQual(e.UnaryExpression)
	case *cc.UnaryExpression:
		switch e.Case {
		case cc.UnaryExpressionPostfix:
			return u.exprQual(e.PostfixExpression)
		case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
			return u.rvalueQual(e.UnaryExpression)
		case cc.UnaryExpressionAddrof:
			return wrap(u.exprQual(e.CastExpression))
		case cc.UnaryExpressionDeref:
			return u.exprQual(e.CastExpression).next()
		}
	case *cc.PostfixExpression:
		return u.postfixQual(e)
	case *cc.PrimaryExpression:
		switch e.Case {
		case cc.PrimaryExpressionIdent:
			switch d := e.ResolvedTo().(type) {
			case *cc.Declarator:
				return u.declQual(d)
			case *cc.Parameter:
				if d.Declarator != nil {
					return u.declQual(d.Declarator)
				}
			}
		case cc.PrimaryExpressionExpr:
			return u.exprQual(e.ExpressionList)
		case cc.PrimaryExpressionStmt:
			if x := lastExpr(e.CompoundStatement); x != nil {
				return u.rvalueQual(x)
			}
		case cc.PrimaryExpressionGeneric:
			if a := e.GenericSelection.Associated(); a != nil {
				return u.exprQual(a.AssignmentExpression)
			}
		}
	}
	return nil
}

func (u *unit) postfixQual(e *cc.PostfixExpression) *qual {
	switch e.Case {
	case cc.PostfixExpressionPrimary:
		return u.exprQual(e.PrimaryExpression)
	case cc.PostfixExpressionIndex:
		if q := u.exprQual(e.PostfixExpression); q != nil {
			return q.elem
		}
		return u.exprQual(e.ExpressionList).next()
	case cc.PostfixExpressionCall:
		if q := u.exprQual(e.PostfixExpression); q != nil {
			// A function pointer has one level more than a function, and the result keeps its target's qualifiers only.
			if t := e.PostfixExpression.Type(); t != nil && t.Kind() == cc.Ptr && t.Undecay().Kind() == cc.Ptr {
				q = q.elem
			}
			return q.next()
		}
	case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
		base := u.exprQual(e.PostfixExpression)
		if e.Case == cc.PostfixExpressionPSelect {
			base = base.next()
		}
		f := e.Field()
		if f == nil || f.Declarator() == nil {
			return base
		}
		return u.memberQual(f, base)
	case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
		return u.rvalueQual(e.PostfixExpression)
	case cc.PostfixExpressionComplit:
		return u.typeNameQual(e.TypeName)
	}
	return nil
}

// memberQual is the qualifiers of a member of something that is qualified as base.
func (u *unit) memberQual(f *cc.Field, base *qual) *qual {
	q := u.declQual(f.Declarator())
	if f.Type().Kind() == cc.Array {
		// The elements of an array inherit what the struct has.
		if m := q.next().merge(base); m != nil {
			return &qual{elem: m}
		}
		return q
	}
	return q.merge(base)
}
