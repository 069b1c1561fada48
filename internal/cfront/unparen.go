package cfront

import "modernc.org/cc/v4"

// unparen goes through parentheses, _Generic and the levels of the grammar that add nothing.
func unparen(e cc.ExpressionNode) cc.ExpressionNode { return unparenTo(e, false) }

// unparenTo stops at a _Generic if asked to.
func unparenTo(e cc.ExpressionNode, generic bool) cc.ExpressionNode {
	for {
		switch x := e.(type) {
		case *cc.ExpressionList:
			if x.ExpressionList != nil {
				return e
			}
			e = x.AssignmentExpression
		case *cc.ConstantExpression:
			e = x.ConditionalExpression
		case *cc.AssignmentExpression:
			if x.Case != cc.AssignmentExpressionCond {
				return e
			}
			e = x.ConditionalExpression
		case *cc.ConditionalExpression:
			if x.Case != cc.ConditionalExpressionLOr {
				return e
			}
			e = x.LogicalOrExpression
		case *cc.LogicalOrExpression:
			if x.Case != cc.LogicalOrExpressionLAnd {
				return e
			}
			e = x.LogicalAndExpression
		case *cc.LogicalAndExpression:
			if x.Case != cc.LogicalAndExpressionOr {
				return e
			}
			e = x.InclusiveOrExpression
		case *cc.InclusiveOrExpression:
			if x.Case != cc.InclusiveOrExpressionXor {
				return e
			}
			e = x.ExclusiveOrExpression
		case *cc.ExclusiveOrExpression:
			if x.Case != cc.ExclusiveOrExpressionAnd {
				return e
			}
			e = x.AndExpression
		case *cc.AndExpression:
			if x.Case != cc.AndExpressionEq {
				return e
			}
			e = x.EqualityExpression
		case *cc.EqualityExpression:
			if x.Case != cc.EqualityExpressionRel {
				return e
			}
			e = x.RelationalExpression
		case *cc.RelationalExpression:
			if x.Case != cc.RelationalExpressionShift {
				return e
			}
			e = x.ShiftExpression
		case *cc.ShiftExpression:
			if x.Case != cc.ShiftExpressionAdd {
				return e
			}
			e = x.AdditiveExpression
		case *cc.AdditiveExpression:
			if x.Case != cc.AdditiveExpressionMul {
				return e
			}
			e = x.MultiplicativeExpression
		case *cc.MultiplicativeExpression:
			if x.Case != cc.MultiplicativeExpressionCast {
				return e
			}
			e = x.CastExpression
		case *cc.CastExpression:
			if x.Case != cc.CastExpressionUnary {
				return e
			}
			e = x.UnaryExpression
		case *cc.UnaryExpression:
			if x.Case != cc.UnaryExpressionPostfix {
				return e
			}
			e = x.PostfixExpression
		case *cc.PostfixExpression:
			if x.Case != cc.PostfixExpressionPrimary {
				return e
			}
			e = x.PrimaryExpression
		case *cc.PrimaryExpression:
			switch {
			case x.Case == cc.PrimaryExpressionExpr:
				e = x.ExpressionList
			case !generic && x.Case == cc.PrimaryExpressionGeneric && x.GenericSelection.Associated() != nil:
				e = x.GenericSelection.Associated().AssignmentExpression
			default:
				return e
			}
		default:
			return e
		}
		if e == nil {
			return e
		}
	}
}
