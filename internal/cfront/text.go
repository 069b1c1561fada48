package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/source"
)

// Places and names for people.

func posOf(n cc.Node) source.Range {
	p := n.Position()
	return source.At(p.Filename, p.Line, p.Column)
}

// text is the source line at a place, kept because many instructions share it.
func (u *unit) text(file string, line int) string {
	k := lineKey{file, line}
	if s, ok := u.lines[k]; ok {
		return s
	}
	s := strings.TrimSpace(u.Text(file, line))
	u.lines[k] = s
	return s
}

type lineKey struct {
	file string
	line int
}

// maxName is how long the text of an lvalue may get.
const maxName = 60

// exprText is the C text of an expression, for the name of an access: e->pendingIo, a[i].
func exprText(e cc.ExpressionNode) string {
	var b strings.Builder
	writeExpr(&b, e)
	s := b.String()
	if len(s) > maxName {
		return s[:maxName-3] + "..."
	}
	return s
}

func writeExpr(b *strings.Builder, e cc.ExpressionNode) {
	if b.Len() > maxName || e == nil {
		return
	}
	e = unparen(e)
	switch e := e.(type) {
	case *cc.PrimaryExpression:
		switch e.Case {
		case cc.PrimaryExpressionString, cc.PrimaryExpressionLString, cc.PrimaryExpressionInt, cc.PrimaryExpressionFloat,
			cc.PrimaryExpressionChar, cc.PrimaryExpressionLChar, cc.PrimaryExpressionIdent:
			b.WriteString(e.Token.SrcStr())
		default:
			b.WriteString("(...)")
		}
	case *cc.PostfixExpression:
		switch e.Case {
		case cc.PostfixExpressionIndex:
			writeOperand(b, e.PostfixExpression)
			b.WriteByte('[')
			writeExpr(b, e.ExpressionList)
			b.WriteByte(']')
		case cc.PostfixExpressionSelect:
			writeOperand(b, e.PostfixExpression)
			b.WriteString("." + e.Token2.SrcStr())
		case cc.PostfixExpressionPSelect:
			writeOperand(b, e.PostfixExpression)
			b.WriteString("->" + e.Token2.SrcStr())
		case cc.PostfixExpressionCall:
			writeOperand(b, e.PostfixExpression)
			b.WriteByte('(')
			for l := e.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
				writeExpr(b, l.AssignmentExpression)
				if l.ArgumentExpressionList != nil {
					b.WriteString(", ")
				}
			}
			b.WriteByte(')')
		case cc.PostfixExpressionInc:
			writeOperand(b, e.PostfixExpression)
			b.WriteString("++")
		case cc.PostfixExpressionDec:
			writeOperand(b, e.PostfixExpression)
			b.WriteString("--")
		default:
			b.WriteString("(...){...}")
		}
	case *cc.UnaryExpression:
		switch e.Case {
		case cc.UnaryExpressionDeref, cc.UnaryExpressionAddrof, cc.UnaryExpressionMinus:
			b.WriteString(e.Token.SrcStr())
			writeOperand(b, e.CastExpression)
		default:
			b.WriteString(e.Token.SrcStr() + "...")
		}
	case *cc.CastExpression:
		writeOperand(b, e.CastExpression)
	case *cc.AdditiveExpression:
		writeInfix(b, e.AdditiveExpression, e.Token, e.MultiplicativeExpression)
	case *cc.MultiplicativeExpression:
		writeInfix(b, e.MultiplicativeExpression, e.Token, e.CastExpression)
	case *cc.EqualityExpression:
		writeInfix(b, e.EqualityExpression, e.Token, e.RelationalExpression)
	case *cc.RelationalExpression:
		writeInfix(b, e.RelationalExpression, e.Token, e.ShiftExpression)
	default:
		b.WriteString("...")
	}
}

// writeInfix writes an operation between its operands.
func writeInfix(b *strings.Builder, x cc.ExpressionNode, op cc.Token, y cc.ExpressionNode) {
	writeOperand(b, x)
	b.WriteString(" " + op.SrcStr() + " ")
	writeOperand(b, y)
}

// writeOperand writes an operand of a postfix or unary operator, in parentheses where C needs them.
func writeOperand(b *strings.Builder, e cc.ExpressionNode) {
	e = unparen(e)
	if c, ok := e.(*cc.CastExpression); ok {
		writeOperand(b, c.CastExpression)
		return
	}
	switch e.(type) {
	case *cc.PrimaryExpression, *cc.PostfixExpression:
		writeExpr(b, e)
	default:
		b.WriteByte('(')
		writeExpr(b, e)
		b.WriteByte(')')
	}
}

// calleeName is the name of the function that a call names directly, or "".
func calleeName(e cc.ExpressionNode) string {
	p, ok := unparen(e).(*cc.PrimaryExpression)
	if !ok || p.Case != cc.PrimaryExpressionIdent {
		return ""
	}
	return p.Token.SrcStr()
}
