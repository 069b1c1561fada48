package cfront

import (
	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Calls. A name is looked up in this order: builtins of the compiler and intrinsics of the models, functions of the
// user's files, models. If none has it, the function is unknown, and the report says so.

func (f *fn) call(e *cc.PostfixExpression) value {
	name := calleeName(e.PostfixExpression)
	args := argList(e)
	if name != "" && f.isBareName(e.PostfixExpression) {
		if v, ok := f.builtin(e, name, args); ok {
			return v
		}
	}
	if f.isConst() {
		f.failed = true
		return zero(f.u.decay(f.u.typeOf(e.Type())), f.c.pw)
	}
	if d := f.calleeDecl(e.PostfixExpression); d != nil {
		if _, isLocal := f.locals[d]; !isLocal {
			if s := f.u.symbol(d); s != nil && s.isFunc {
				return f.callSymbol(e, s, d, args)
			}
		}
	}
	return f.callPointer(e, args)
}

// isBareName reports whether the callee is a name that no local variable hides.
func (f *fn) isBareName(e cc.ExpressionNode) bool {
	d := f.calleeDecl(e)
	if d == nil {
		return true
	}
	if _, ok := f.locals[d]; ok {
		return false
	}
	return d.Type() == nil || d.Type().Kind() == cc.Function
}

func (f *fn) calleeDecl(e cc.ExpressionNode) *cc.Declarator {
	for {
		e = f.unparen(e)
		// (*f)() and (&f)() name f as well.
		if u, ok := e.(*cc.UnaryExpression); ok && (u.Case == cc.UnaryExpressionDeref || u.Case == cc.UnaryExpressionAddrof) {
			if t := u.CastExpression.Type(); t != nil && t.Undecay().Kind() == cc.Function {
				e = u.CastExpression
				continue
			}
		}
		break
	}
	p, ok := e.(*cc.PrimaryExpression)
	if !ok || p.Case != cc.PrimaryExpressionIdent {
		return nil
	}
	d, _ := p.ResolvedTo().(*cc.Declarator)
	if d == nil || d.Type() == nil || d.Type().Kind() != cc.Function {
		if d != nil {
			if _, isLocal := f.locals[d]; isLocal || d.Type() != nil && d.Type().Kind() != cc.Function {
				return d
			}
		}
	}
	return d
}

func argList(e *cc.PostfixExpression) (args []cc.ExpressionNode) {
	for l := e.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
		args = append(args, l.AssignmentExpression)
	}
	return args
}

// callSymbol calls a function by name.
func (f *fn) callSymbol(e *cc.PostfixExpression, s *symbol, d *cc.Declarator, args []cc.ExpressionNode) value {
	v := f.callNamed(e, s, d, args)
	f.errnoAfter(s)
	return v
}

func (f *fn) callNamed(e *cc.PostfixExpression, s *symbol, d *cc.Declarator, args []cc.ExpressionNode) value {
	if s.fn == nil || s.rank == rankStub {
		f.undeclared(s.name, d)
		if v, ok := f.specification(e, s.name, d, args); ok {
			return v
		}
		if v, ok := f.jumpCall(e, s.name, args); ok {
			return v
		}
	}
	if f.foreignCall(s, d, args) {
		s = &symbol{name: s.name, unit: s.unit, decl: s.decl, isFunc: true, foreign: true}
	}
	s = f.c.define(s)
	if v, ok := f.reachError(e, s.name, args); ok {
		return v
	}
	if s.fn == nil || s.unit.stub != "" {
		f.modelRemarks(s, args)
	}
	if s.fn == nil {
		return f.callUndefined(e, s, d, args)
	}
	// The caller converts to the types it sees declared; what the definition then takes is a matter of registers.
	ft, ok := d.Type().(*cc.FunctionType)
	if !ok {
		return f.undefined(e, tInt, "call of "+s.name+", which is no function")
	}
	sig := f.u.signatureOf(ft)
	if sig.open {
		// Without a prototype the arguments are promoted; a K&R definition may know its parameters.
		if def, ok := s.fn.Declarator.Type().(*cc.FunctionType); ok {
			sig.params = s.unit.signatureOf(def).params
		}
	}
	def, ok := s.fn.Declarator.Type().(*cc.FunctionType)
	if !ok {
		return f.undefined(e, tInt, "call of "+s.name+", which is no function")
	}
	dsig := s.unit.signatureOf(def)
	id := f.c.funcID(s)
	want := f.widths(dsig)
	ops, result, vals := f.arguments(e, sig, dsig.retPtr, dsig.variadic, len(want), args)
	ops = f.fit(ops, want)
	dst := ir.NoReg
	rw := f.retWidth(dsig)
	if rw > 0 {
		dst = f.newReg(rw, "", showOf(sig.ret))
	}
	f.passes(s, ops)
	if s.unit.stub != "" {
		f.usesStream(s.name, len(ops), func(i int) ir.Operand { return ops[i] })
		if m, ok := f.c.modelOf(s); ok {
			f.share(m, func(i int) (ir.Operand, bool) {
				if i >= len(ops) {
					return ir.Operand{}, false
				}
				return ops[i], true
			})
		}
	}
	if dst != ir.NoReg && isVoidPtr(f.u, sig.ret) {
		f.comesFrom(dst, madeHere)
	}
	defer f.setPos(f.at(e))
	if s.unit.stub != "" && f.kernel() {
		f.formatted(s.name, args, vals)
	}
	f.emit(&ir.Call{Dst: dst, Func: id, Args: ops})
	f.afterCall(s)
	return f.result(e, sig, result, dst, rw)
}

// result is the value of a call.
func (f *fn) result(e cc.Node, sig signature, mem ir.Operand, dst ir.Reg, rw int) value {
	switch {
	case sig.retPtr:
		if !mem.IsSet() {
			return f.undefined(e, sig.ret, "call of a function that is declared with another result")
		}
		return value{op: mem, t: sig.ret}
	case sig.ret.k == kVoid:
		return value{t: tVoid}
	case dst == ir.NoReg:
		return value{op: f.havoc(f.regWidth(sig.ret), "", showOf(sig.ret)), t: sig.ret}
	}
	return value{op: f.resize(ir.R(dst, rw), f.regWidth(sig.ret), sig.ret.signed), t: sig.ret}
}

// arguments evaluates the arguments of a call in order. mem is where a struct result goes; vals are the arguments before they are passed.
func (f *fn) arguments(e cc.Node, sig signature, retPtr, variadic bool, n int, args []cc.ExpressionNode) (ops []ir.Operand, mem ir.Operand, vals []value) {
	if retPtr {
		if sig.retPtr {
			mem = f.temp(sig.ret, "result")
			ops = append(ops, mem)
		} else {
			ops = append(ops, f.havoc(f.c.pw, "", ir.ShowPointer))
		}
	}
	var extra []value
	fixed := len(sig.params)
	if sig.open && !variadic {
		fixed = len(args)
	}
	for i, a := range args {
		leave := f.operandOf(a)
		v := f.expr(a)
		vals = append(vals, v)
		switch {
		case i < fixed:
			if i < len(sig.params) {
				v = f.convertArg(a, v, sig.params[i])
			} else {
				v = f.arg(v)
			}
			ops = append(ops, f.passed(v))
		case variadic || sig.variadic:
			v = f.arg(v)
			v.op = f.passed(v)
			extra = append(extra, v)
		}
		leave()
	}
	f.calls(e)
	if variadic {
		// A call that gives fewer arguments than there are parameters: the rest is arbitrary.
		for len(ops) < n-1 {
			ops = append(ops, ir.Operand{})
		}
		ops = append(ops, f.packVarargs(e, extra))
	}
	return ops, mem, vals
}

// passed is the register that carries an argument. A struct is copied for the callee.
func (f *fn) passed(v value) ir.Operand {
	switch v.t.k {
	case kRecord:
		p := f.temp(v.t, "argument")
		f.copyObject(lval{t: v.t, reg: ir.NoReg, addr: p}, v.object())
		return p
	case kOther:
		p := f.temp(v.t, "argument")
		if isLongDouble(v.t) {
			f.copyLong(lval{t: v.t, reg: ir.NoReg, addr: p}, lval{t: v.t, reg: ir.NoReg, addr: v.op})
			return p
		}
		f.copyBytes(lval{t: v.t, reg: ir.NoReg, addr: p}, lval{t: v.t, reg: ir.NoReg, addr: v.op}, f.u.size(v.t))
		return p
	case kVoid:
		return ir.K(f.c.pw, 0)
	}
	return v.op
}

// convertArg converts an argument to its parameter's type. A transparent union is passed as its first member, whichever it holds.
func (f *fn) convertArg(e cc.ExpressionNode, v value, t ctype) value {
	if t.k == kRecord && v.t.k != kRecord {
		return f.undefined(e, t, "number passed as a struct")
	}
	if v.t.k == kRecord && t.k != kRecord {
		if m := f.u.passedAs(v.t); m.k != kRecord {
			l := v.object()
			return f.convert(f.load(lval{t: m, reg: ir.NoReg, addr: l.addr, name: l.name}), t)
		}
	}
	if t.k == kRecord || t.k == kOther && v.t.k == kOther {
		return v
	}
	return f.convert(v, t)
}

// fit makes the registers of a call those that the callee takes: too many are dropped, missing ones are arbitrary.
func (f *fn) fit(ops []ir.Operand, want []int) []ir.Operand {
	out := make([]ir.Operand, len(want))
	for i, w := range want {
		if i < len(ops) && ops[i].IsSet() {
			out[i] = f.resize(ops[i], w, false)
		} else {
			out[i] = f.havoc(w, "", ir.ShowUnsigned)
		}
	}
	return out
}

// callPointer calls through a pointer.
func (f *fn) callPointer(e *cc.PostfixExpression, args []cc.ExpressionNode) value {
	p := f.expr(e.PostfixExpression)
	ft, ok := f.u.function(p.t)
	if !ok {
		return f.undefined(e, tInt, "call of something that is no function")
	}
	sig := f.u.signatureOf(ft)
	ptr := f.snapshot(p.op)
	ops, mem, _ := f.arguments(e, sig, sig.retPtr, sig.variadic, len(f.widths(sig)), args)
	for i := range ops {
		if !ops[i].IsSet() {
			ops[i] = f.havoc(f.c.pw, "", ir.ShowUnsigned)
		}
	}
	rw := f.retWidth(sig)
	dst := ir.NoReg
	if rw > 0 {
		dst = f.newReg(rw, "", showOf(sig.ret))
	}
	defer f.setPos(f.at(e))
	if ptr.Kind == ir.KindFunc && f.exactFit(ptr.Func, ops, rw) {
		f.emit(&ir.Call{Dst: dst, Func: ptr.Func, Args: ops})
		f.afterCall(f.c.funcs[ptr.Func].sym)
	} else {
		call := &ir.CallPtr{Dst: dst, Ptr: ptr, Args: ops}
		f.calledAs(call, ft)
		if f.c.callsOutside {
			f.c.fallback[call] = f.c.fromOutside(f.u, e, ft, sig)
		}
		f.emit(call)
		f.afterCall(nil)
	}
	return f.result(e, sig, mem, dst, rw)
}

// exactFit reports whether a function takes these registers.
func (f *fn) exactFit(id ir.FuncID, ops []ir.Operand, rw int) bool {
	w, r, ok := f.c.shape(id)
	if !ok || len(w) != len(ops) || r != rw {
		return false
	}
	for i := range w {
		if w[i] != ops[i].Width {
			return false
		}
	}
	return true
}

// shape is the register widths of a linked function.
func (c *compiler) shape(id ir.FuncID) (params []int, ret int, ok bool) {
	slot := c.funcs[id]
	if slot.shaped {
		return slot.params, slot.ret, true
	}
	if slot.f != nil && slot.sym == nil {
		for _, p := range slot.f.Params {
			slot.params = append(slot.params, slot.f.Width(p))
		}
		slot.ret, slot.shaped = slot.f.RetWidth, true
		return slot.params, slot.ret, true
	}
	ft, ok := slot.sym.fn.Declarator.Type().(*cc.FunctionType)
	if !ok {
		return nil, 0, false
	}
	f := &fn{c: c, u: slot.sym.unit}
	sig := slot.sym.unit.signatureOf(ft)
	slot.params, slot.ret, slot.shaped = f.widths(sig), f.retWidth(sig), true
	return slot.params, slot.ret, true
}

// funcAddr is the address of a function.
func (f *fn) funcAddr(n cc.Node, s *symbol) ir.Operand {
	s = f.c.define(s)
	f.handsOutStream(n, s)
	f.handsOutSharer(n, s)
	if s.fn == nil {
		return f.c.undefinedAddr(f, n, s)
	}
	return ir.F(f.c.funcID(s), f.c.pw)
}
