package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Assertions. What a C library's assert.h makes of assert(e) is a choice between nothing and a call that ends the process: a
// conditional expression, or an if statement in a statement expression. Both are lowered as one assertion of e rather than a branch to an
// assertion that always fails: whether the assertion is reached does not then depend on whether it fails, and the two ways meet
// again at once.

// assertFails reports whether a function is what a failed assert calls.
func assertFails(name string) bool {
	switch name {
	case "__assert_fail", "__assert_perror_fail", "__assert_fail_base", // GNU, musl
		"__assert", "__assert2", "__assert13", "__assert_func", "__assert_rtn", // BSD, Android, newlib, macOS
		"__assert_c99", "_assert", "_wassert": // Solaris, Windows
		return true
	}
	return false
}

// conditionLast reports whether the function takes the condition as its last string.
func conditionLast(name string) bool {
	switch name {
	case "__assert_rtn", "__assert_func", "__assert2", "__assert13", "g_assertion_message", "g_assertion_message_expr", "g_assertion_message_cmpnum":
		return true
	}
	return false
}

// assertText is the condition as text: the first string among the arguments, for some functions the last.
func assertText(name string, args []cc.ExpressionNode) string {
	msg := name
	for _, a := range args {
		if lit, ok := literalOf(a); ok {
			if v, ok := lit.Value().(cc.StringValue); ok {
				msg = cString(v)
				if !conditionLast(name) {
					break
				}
			}
		}
	}
	return msg
}

// failing reports whether an expression is a call of what a failed assert calls, and gives the text of its condition.
func (f *fn) failing(e cc.ExpressionNode) (string, bool) {
	call, ok := unparen(e).(*cc.PostfixExpression)
	if !ok || call.Case != cc.PostfixExpressionCall {
		return "", false
	}
	name := calleeName(call.PostfixExpression)
	if !assertFails(name) || !f.isBareName(call.PostfixExpression) || !strings.HasPrefix(name, "__") && f.userDefines(name) {
		return "", false
	}
	return assertText(name, argList(call)), true
}

// voidConstant reports whether an expression is a constant cast to void, or a constant.
func voidConstant(e cc.ExpressionNode) bool {
	e = unparen(e)
	if c, ok := e.(*cc.CastExpression); ok && c.Case == cc.CastExpressionCast {
		e = unparen(c.CastExpression)
	}
	_, ok := literalOf(e)
	return ok
}

// assertion lowers if (e) ; else __assert_fail(...); and reports whether the statement is one.
func (f *fn) assertion(s *cc.SelectionStatement) bool {
	if s.Case != cc.SelectionStatementIfElse || !emptyStatement(s.Statement) {
		return false
	}
	els := s.Statement2
	if els.Case != cc.StatementExpr || els.ExpressionStatement.ExpressionList == nil {
		return false
	}
	msg, ok := f.failing(els.ExpressionStatement.ExpressionList)
	if !ok {
		return false
	}
	f.full(func() { f.emit(&ir.Assert{Cond: f.cond(s.ExpressionList), Kind: "assert", Msg: msg}) })
	return true
}

func emptyStatement(s *cc.Statement) bool {
	return s.Case == cc.StatementExpr && s.ExpressionStatement.ExpressionList == nil
}
