package cfront

import (
	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Variable arguments. The caller packs them into one object, each at the next multiple of its size (at least of 4, or 8 on
// 64-bit targets); a va_list is the address of the next one.

func (f *fn) slot(size int64) int64 {
	s := int64(f.c.pw / 8)
	return (size + s - 1) / s * s
}

// packVarargs builds the object and gives its address.
func (f *fn) packVarargs(n cc.Node, args []value) ir.Operand {
	if len(args) == 0 {
		return ir.K(f.c.pw, 0)
	}
	var total int64
	for _, a := range args {
		total += f.slot(f.u.size(a.t))
	}
	p := f.stackObject(f.scope, ctype{k: kOther}, max(total, 1), 16, "arguments")
	off := int64(0)
	for _, a := range args {
		lv := lval{t: a.t, reg: ir.NoReg, addr: f.addr(p, off), name: "argument"}
		if a.t.k == kVoid {
			continue
		}
		f.store(lv, a)
		off += f.slot(f.u.size(a.t))
	}
	return p
}

// vaBuiltin lowers va_start, va_end, va_copy.
func (f *fn) vaBuiltin(e *cc.PostfixExpression, name string, args []cc.ExpressionNode) (value, bool) {
	switch name {
	case "__builtin_va_start", "__builtin_c23_va_start", "__builtin_ms_va_start":
		if len(args) == 0 {
			return value{}, false
		}
		lv := f.lvalue(args[0])
		if !f.vaArea.IsSet() {
			return f.undefined(e, tVoid, "va_start in a function without variable arguments"), true
		}
		f.assign(lv, value{op: f.vaArea, t: f.c.pointerTo(tVoid)})
		return value{t: tVoid}, true
	case "__builtin_va_end", "__builtin_ms_va_end":
		return value{t: tVoid}, true
	case "__builtin_va_copy", "__builtin_ms_va_copy":
		if len(args) != 2 {
			return value{}, false
		}
		lv := f.lvalue(args[0])
		f.assign(lv, f.expr(args[1]))
		return value{t: tVoid}, true
	}
	return value{}, false
}

// vaArgCast recognizes the prelude's va_arg, *(T *)__builtin_va_arg_impl(ap): the type is in the cast.
func (f *fn) vaArgCast(e *cc.CastExpression, t ctype) (value, bool) {
	call, ok := unparen(e.CastExpression).(*cc.PostfixExpression)
	if !ok || call.Case != cc.PostfixExpressionCall || calleeName(call.PostfixExpression) != "__builtin_va_arg_impl" {
		return value{}, false
	}
	args := argList(call)
	if len(args) != 1 || t.k != kPtr {
		return value{}, false
	}
	el := f.u.elem(t)
	size := f.u.size(el)
	if size < 0 {
		return f.undefined(e, t, "va_arg of an incomplete type"), true
	}
	lv := f.lvalue(args[0])
	p := f.load(lv)
	if p.t.k != kPtr {
		return f.undefined(e, t, "va_arg of something that is no va_list"), true
	}
	at := f.snapshot(p.op)
	f.assign(lv, value{op: f.addr(at, f.slot(size)), t: p.t})
	return value{op: at, t: t}, true
}
