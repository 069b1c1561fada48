package cfront

import (
	"strings"

	"modernc.org/cc/v4"
)

// Types of expressions that are not evaluated: the operand of sizeof, the arm of ?: that a constant rules out. They follow the
// same rules as lowering does, without its instructions. Only what these rules do not cover (statement expressions, calls)
// is taken from the library, whose types are wrong for wide bit-fields and for builtins without a prototype.

// staticType is the type of an expression, not decayed, and the width of the bit-field it names.
func (f *fn) staticType(e cc.ExpressionNode) (t ctype, bits int) {
	e = unparen(e)
	u := f.u
	bin := func(l, r cc.ExpressionNode) (ctype, int) {
		a, ab := f.staticValue(l)
		b, bb := f.staticValue(r)
		if a.k == kPtr && b.k == kPtr {
			return f.c.diffType(), 0
		}
		if a.k == kPtr {
			return a, 0
		}
		if b.k == kPtr {
			return b, 0
		}
		return usual(promote(a, ab), promote(b, bb)), 0
	}
	switch e := e.(type) {
	case *cc.ExpressionList:
		l := e
		for l.ExpressionList != nil {
			l = l.ExpressionList
		}
		return f.staticValue(l.AssignmentExpression)
	case *cc.AssignmentExpression:
		return f.staticType(e.UnaryExpression)
	case *cc.ConditionalExpression:
		x := e.ExpressionList
		if x == nil {
			x = e.LogicalOrExpression
		}
		return f.armsType(f.unevaluated(x), f.unevaluated(e.ConditionalExpression)), 0
	case *cc.LogicalOrExpression, *cc.LogicalAndExpression, *cc.EqualityExpression, *cc.RelationalExpression:
		return tInt, 0
	case *cc.InclusiveOrExpression:
		return bin(e.InclusiveOrExpression, e.ExclusiveOrExpression)
	case *cc.ExclusiveOrExpression:
		return bin(e.ExclusiveOrExpression, e.AndExpression)
	case *cc.AndExpression:
		return bin(e.AndExpression, e.EqualityExpression)
	case *cc.ShiftExpression:
		a, ab := f.staticValue(e.ShiftExpression)
		return promote(a, ab), 0
	case *cc.AdditiveExpression:
		return bin(e.AdditiveExpression, e.MultiplicativeExpression)
	case *cc.MultiplicativeExpression:
		return bin(e.MultiplicativeExpression, e.CastExpression)
	case *cc.CastExpression:
		return u.typeOf(e.TypeName.Type()), 0
	case *cc.UnaryExpression:
		switch e.Case {
		case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
			return f.staticType(e.UnaryExpression)
		case cc.UnaryExpressionAddrof:
			t, _ := f.staticType(e.CastExpression)
			return f.c.pointerTo(t), 0
		case cc.UnaryExpressionDeref:
			t, _ := f.staticValue(e.CastExpression)
			return u.elem(t), 0
		case cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl:
			t, b := f.staticValue(e.CastExpression)
			return promote(t, b), 0
		case cc.UnaryExpressionNot:
			return tInt, 0
		case cc.UnaryExpressionLabelAddr:
			return f.c.pointerTo(tVoid), 0
		case cc.UnaryExpressionSizeofExpr, cc.UnaryExpressionSizeofType, cc.UnaryExpressionAlignofExpr, cc.UnaryExpressionAlignofType:
			return f.c.sizeType(), 0
		}
	case *cc.PostfixExpression:
		return f.staticPostfix(e)
	case *cc.PrimaryExpression:
		switch e.Case {
		case cc.PrimaryExpressionIdent:
			switch d := e.ResolvedTo().(type) {
			case *cc.Enumerator:
				return f.enumerator(e, d).t, 0
			case *cc.Declarator:
				if l, ok := f.locals[d]; ok {
					return l.t, 0
				}
				if s := u.symbol(d); s != nil && !s.isFunc {
					return s.typeIn(u, d), 0
				}
				return u.typeOf(d.Type()), 0
			}
		case cc.PrimaryExpressionInt:
			return f.intLiteral(e).t, 0
		case cc.PrimaryExpressionFloat, cc.PrimaryExpressionChar, cc.PrimaryExpressionLChar:
			return u.typeOf(e.Type()), 0
		}
	}
	return u.typeOf(e.Type().Undecay()), 0
}

// staticValue is the type of the value of an expression: arrays and functions decay.
func (f *fn) staticValue(e cc.ExpressionNode) (ctype, int) {
	t, bits := f.staticType(e)
	return f.u.decay(t), bits
}

func (f *fn) staticPostfix(e *cc.PostfixExpression) (ctype, int) {
	u := f.u
	switch e.Case {
	case cc.PostfixExpressionIndex:
		a, _ := f.staticValue(e.PostfixExpression)
		if a.k != kPtr {
			a, _ = f.staticValue(e.ExpressionList)
		}
		return u.elem(a), 0
	case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
		b, _ := f.staticType(e.PostfixExpression)
		if e.Case == cc.PostfixExpressionPSelect {
			b = u.elem(u.decay(b))
		}
		if b.k == kRecord {
			if m, ok := u.lay.Member(b.cc, e.Token2.SrcStr()); ok {
				return u.typeOf(m.Type), m.BitWidth
			}
		}
	case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
		return f.staticType(e.PostfixExpression)
	case cc.PostfixExpressionComplit:
		return u.typeOf(e.TypeName.Type()), 0
	case cc.PostfixExpressionCall:
		name := calleeName(e.PostfixExpression)
		args := argList(e)
		generic := strings.HasPrefix(name, "__atomic_") || strings.HasPrefix(name, "__sync_") || strings.HasPrefix(name, "__c11_atomic_")
		if generic && len(args) > 0 && !strings.Contains(name, "compare_exchange") && !strings.Contains(name, "bool_compare") &&
			name != "__atomic_test_and_set" && !strings.Contains(name, "lock_free") {
			if p, _ := f.staticValue(args[0]); p.k == kPtr {
				return u.elem(p), 0
			}
		}
		if name == "__heddle_data_race" && len(args) == 1 {
			return f.staticValue(args[0])
		}
	}
	return u.typeOf(e.Type().Undecay()), 0
}
