package cfront

import (
	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/models"
)

// lval is an object that an expression designates: a register, memory, or a bit-field in memory.
type lval struct {
	t        ctype
	reg      ir.Reg // NoReg if it lies in memory
	addr     ir.Operand
	volatile bool
	clock    bool // it passes by itself
	elements *elements
	atomic   bool
	bf       *bitField
	name     string // for people
	field    string // what it is part of, see field.go
	overlay  bool   // other fields share its bytes
	fun      bool   // a function: addr is its address
	origin   string // void pointers: where they come from, see open.go
	bytes    bool   // a byte behind a pointer, not of an array
}

// isLvalue reports whether an expression designates an object or function.
func isLvalue(e cc.ExpressionNode) bool {
	switch e := unparen(e).(type) {
	case *cc.UnaryExpression:
		return e.Case == cc.UnaryExpressionDeref
	case *cc.PostfixExpression:
		switch e.Case {
		case cc.PostfixExpressionIndex, cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect, cc.PostfixExpressionComplit:
			return true
		}
	case *cc.PrimaryExpression:
		switch e.Case {
		case cc.PrimaryExpressionIdent:
			_, enum := e.ResolvedTo().(*cc.Enumerator)
			return !enum
		case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
			return true
		}
	}
	return false
}

// lvalue finds the object that an expression designates. Values of struct type that are not lvalues in C (calls,
// assignments) have an address too, that of the temporary they lie in.
func (f *fn) lvalue(e cc.ExpressionNode) lval {
	e = f.unparen(e)
	defer f.setPos(f.at(e))
	defer f.evaluate(e)()
	switch e := e.(type) {
	case *cc.UnaryExpression:
		if e.Case == cc.UnaryExpressionDeref {
			p := f.expr(e.CastExpression)
			return f.deref(e, p, f.u.exprQual(e))
		}
	case *cc.PostfixExpression:
		switch e.Case {
		case cc.PostfixExpressionIndex:
			return f.index(e)
		case cc.PostfixExpressionSelect:
			b := f.base(e.PostfixExpression)
			return f.member(e, b)
		case cc.PostfixExpressionPSelect:
			p := f.expr(e.PostfixExpression)
			f.looksAt(f.u.elem(p.t))
			t := f.u.elem(p.t)
			return f.member(e, lval{t: t, reg: ir.NoReg, addr: p.op, field: f.behind(p, t), overlay: p.overlay})
		case cc.PostfixExpressionComplit:
			return f.compoundLiteral(e)
		}
	case *cc.PrimaryExpression:
		switch e.Case {
		case cc.PrimaryExpressionIdent:
			return f.ident(e)
		case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
			return f.stringLiteral(e)
		}
	}
	v := f.expr(e)
	if v.t.k != kRecord {
		f.unsupported(e, "assignment to, or address of, something that is no object")
		return lval{t: v.t, reg: ir.NoReg, addr: ir.K(f.c.pw, 0)}
	}
	return lval{t: v.t, reg: ir.NoReg, addr: v.op, name: exprText(e), field: f.u.objectField(v.t, unnamedRecord)}
}

// base is the struct that a member is selected from.
func (f *fn) base(e cc.ExpressionNode) lval { return f.lvalue(e) }

// deref is the object p points to.
func (f *fn) deref(e cc.ExpressionNode, p value, q *qual) lval {
	t := f.u.elem(p.t)
	if p.t.k != kPtr {
		f.unsupported(e, "dereference of something that is no pointer")
		return lval{t: tInt, reg: ir.NoReg, addr: ir.K(f.c.pw, 0)}
	}
	f.looksAt(t)
	return lval{
		bytes: p.t.cc != nil && t.k == kInt && t.w == 8,
		t:     t, reg: ir.NoReg, addr: p.op, volatile: q.isVolatile(), atomic: q.isAtomic(),
		name: exprText(e), field: f.behind(p, t), overlay: p.overlay, fun: t.k == kFunc,
	}
}

func (f *fn) index(e *cc.PostfixExpression) lval {
	a := f.expr(e.PostfixExpression)
	i := f.expr(e.ExpressionList)
	if a.t.k != kPtr {
		a, i = i, a
	}
	from := f.here()
	p := f.pointerAdd(e, a, i, ir.Add)
	lv := f.deref(e, p, f.u.exprQual(e))
	f.elementOf(e, &lv, a.op, i.op, from)
	return lv
}

// member selects a member of a struct or union.
func (f *fn) member(e *cc.PostfixExpression, b lval) lval {
	name := e.Token2.SrcStr()
	if b.t.k != kRecord {
		f.unsupported(e, "member of something that is no struct")
		return lval{t: tInt, reg: ir.NoReg, addr: ir.K(f.c.pw, 0)}
	}
	m, ok := f.u.lay.Member(b.t.cc, name)
	if !ok {
		f.unsupported(e, "member "+name+" of an incomplete struct")
		return lval{t: tInt, reg: ir.NoReg, addr: ir.K(f.c.pw, 0)}
	}
	q := f.u.exprQual(e)
	from := f.here()
	r := lval{
		t: f.u.typeOf(m.Type), reg: ir.NoReg, addr: f.addr(b.addr, m.Offset),
		volatile: q.isVolatile(), atomic: q.isAtomic(), name: exprText(e), field: memberField(b.field, name),
	}
	r.origin = fieldOrigin(f.u.recordKey(b.t), m.Offset)
	r.overlay = b.overlay || m.BitField || f.u.inUnion(b.t, name)
	if m.BitField {
		r.bf = &bitField{off: m.BitOffset, width: m.BitWidth, size: m.LocSize}
		r.addr = f.addr(b.addr, m.LocOffset)
		r.bf.off = m.BitOffset + int(8*(m.Offset-m.LocOffset))
	}
	f.memberOf(&r, b, m.Offset, from)
	return r
}

// ident is a variable or function.
func (f *fn) ident(e *cc.PrimaryExpression) lval {
	var d *cc.Declarator
	switch x := e.ResolvedTo().(type) {
	case *cc.Declarator:
		d = x
	case *cc.Parameter:
		d = x.Declarator
	}
	if d == nil {
		f.unsupported(e, "name "+e.Token.SrcStr()+" that is not declared")
		return lval{t: tInt, reg: ir.NoReg, addr: ir.K(f.c.pw, 0)}
	}
	return f.variable(e, d)
}

func (f *fn) variable(n cc.Node, d *cc.Declarator) lval {
	if l, ok := f.locals[d]; ok {
		l.passed = l.passed || l.pending // int x = x;
		q := f.u.declQual(d)
		return lval{t: l.t, reg: l.reg, addr: l.addr, volatile: q.isVolatile(), atomic: q.isAtomic(), name: l.name, field: f.u.objectField(l.t, l.name)}
	}
	if isFuncName(d) && (d.Name() == "__func__") {
		return f.funcName()
	}
	s := f.u.symbol(d)
	if s == nil {
		f.unsupported(n, "variable "+d.Name()+" outside the function it belongs to")
		return lval{t: f.u.typeOf(d.Type()), reg: ir.NoReg, addr: ir.K(f.c.pw, 0)}
	}
	if s.hard {
		f.unsupported(n, "register variable "+d.Name()+" of the machine")
		return lval{t: f.u.typeOf(d.Type()), reg: ir.NoReg, addr: ir.K(f.c.pw, 0)}
	}
	if s.isFunc {
		return lval{t: f.u.typeOf(d.Type()), reg: ir.NoReg, addr: f.funcAddr(n, s), name: d.Name(), fun: true}
	}
	q := f.u.declQual(d)
	t := s.typeIn(f.u, d)
	r := lval{t: t, reg: ir.NoReg, volatile: q.isVolatile(), atomic: q.isAtomic(), name: d.Name(), field: f.u.objectField(t, d.Name())}
	g := f.c.global(s)
	r.origin = "variable " + s.irName
	r.clock = s.rank == rankExtern && f.c.opts.Parse.Platform == "linux" && models.Clocks[s.name]
	if s.tls {
		t := f.newReg(f.c.pw, "", ir.ShowPointer)
		f.emit(&ir.TLSAddr{Dst: t, Global: g})
		r.addr = ir.R(t, f.c.pw)
		f.threadMutexes(s, r.addr)
	} else {
		r.addr = ir.G(g, 0, f.c.pw)
	}
	return r
}

// mem describes an access to an object.
func (f *fn) mem(lv lval, size int64) ir.Mem {
	m := ir.Mem{Addr: lv.addr, Size: int(size), Name: lv.name, Field: lv.field, Overlay: lv.overlay, Show: showOf(lv.t), Excused: f.excuse > 0}
	switch {
	case lv.atomic:
		m.Mark = ir.MarkAtomic
	case lv.volatile:
		m.Mark = ir.MarkVolatile
	}
	return m
}

// load reads an object. Structs are not read but stand for themselves.
func (f *fn) load(lv lval) value {
	switch lv.t.k {
	case kArray:
		return value{op: lv.addr, t: f.u.decay(lv.t), field: lv.field, overlay: lv.overlay}
	case kFunc:
		return value{op: lv.addr, t: f.u.decay(lv.t)}
	case kRecord:
		if lv.atomic {
			return f.loadAtomicRecord(lv)
		}
		return value{op: lv.addr, t: lv.t, from: &lv}
	case kVoid:
		return value{t: lv.t}
	case kOther:
		if isLongDouble(lv.t) && !f.isConst() {
			if lv.atomic {
				return f.undefined(nil, lv.t, "_Atomic long double")
			}
			// A later change of the object does not change the value.
			p := f.temp(lv.t, "long double")
			f.copyLong(lval{t: lv.t, reg: ir.NoReg, addr: p}, lv)
			return value{op: p, t: lv.t}
		}
		return value{op: lv.addr, t: lv.t}
	}
	if lv.reg != ir.NoReg {
		return value{op: ir.R(lv.reg, lv.t.w), t: lv.t}
	}
	if lv.bf != nil {
		return f.loadBits(lv)
	}
	if f.isConst() {
		if v, ok := f.c.constContent(lv, f.u.size(lv.t)); ok {
			return value{op: v, t: lv.t}
		}
	}
	if lv.elements != nil {
		d := f.newReg(lv.t.w, "", showOf(lv.t))
		f.eachElement(lv, func(one lval) { f.keep(d, f.load(one).op) })
		return value{op: ir.R(d, lv.t.w), t: lv.t}
	}
	d := f.newReg(lv.t.w, "", showOf(lv.t))
	if lv.clock {
		f.emit(&ir.Havoc{Dst: d})
		return value{op: ir.R(d, lv.t.w), t: lv.t}
	}
	if lv.origin != "" && isVoidPtr(f.u, lv.t) && !f.isConst() {
		f.comesFrom(d, lv.origin)
	}
	f.emit(&ir.Load{Dst: d, Mem: f.mem(lv, f.u.size(lv.t))})
	if lv.t.boolean && f.c.opts.Harness != nil { // what comes from outside is a value of its type
		f.emit(&ir.Assume{Cond: f.binary(ir.ULe, ir.R(d, lv.t.w), ir.K(lv.t.w, 1))})
	}
	return value{op: ir.R(d, lv.t.w), t: lv.t}
}

// store writes a value, which has the object's type already, and returns the value the object has then.
func (f *fn) store(lv lval, v value) value {
	if lv.bytes {
		f.c.outside.writes = true
	}
	switch {
	case lv.t.k == kRecord:
		if lv.atomic {
			f.atomically(func() { f.copyObject(lv, v.object()) })
		} else {
			f.copyObject(lv, v.object())
		}
		return value{op: lv.addr, t: lv.t, from: &lv}
	case lv.t.k == kOther:
		if isLongDouble(lv.t) && isLongDouble(v.t) {
			if lv.atomic {
				return f.undefined(nil, lv.t, "_Atomic long double")
			}
			f.copyLong(lv, lval{t: v.t, addr: v.op, reg: ir.NoReg})
			return v
		}
		if v.t.k == kOther && f.u.size(lv.t) == f.u.size(v.t) {
			// A copy needs no arithmetic.
			f.copyBytes(lv, lval{t: v.t, addr: v.op, reg: ir.NoReg}, f.u.size(lv.t))
			return value{op: lv.addr, t: lv.t}
		}
		return f.undefined(nil, lv.t, otherName(lv.t))
	case !lv.t.scalar():
		return f.undefined(nil, lv.t, "assignment to something that is no number, pointer or struct")
	case lv.reg != ir.NoReg:
		f.keep(lv.reg, v.op)
		return value{op: ir.R(lv.reg, lv.t.w), t: lv.t}
	case lv.bf != nil:
		return f.storeBits(lv, v)
	case lv.elements != nil:
		f.eachElement(lv, func(one lval) { f.store(one, v) })
		return value{op: v.op, t: lv.t}
	}
	f.emit(&ir.Store{Mem: f.mem(lv, f.u.size(lv.t)), Val: v.op})
	return value{op: v.op, t: lv.t}
}

// assign converts a value to the type of an object and writes it.
func (f *fn) assign(lv lval, v value) value {
	if isLongDouble(lv.t) && v.t.arithmetic() {
		v = f.convert(v, lv.t)
	}
	if lv.t.k == kRecord || lv.t.k == kOther {
		if v.t.k != lv.t.k && lv.t.k == kOther {
			return f.undefined(nil, lv.t, otherName(lv.t))
		}
		if v.t.k != lv.t.k {
			return f.undefined(nil, lv.t, "assignment of a number to a struct")
		}
		return f.store(lv, v)
	}
	return f.store(lv, f.convert(v, lv.t))
}

// address is the address of an object, as a pointer.
func (f *fn) address(n cc.Node, lv lval) value {
	if lv.reg != ir.NoReg {
		return f.undefined(n, f.c.pointerTo(lv.t), "address of "+lv.name+", which is kept in a register")
	}
	if lv.bf != nil {
		return f.undefined(n, f.c.pointerTo(lv.t), "address of a bit-field")
	}
	return value{op: lv.addr, t: f.c.pointerTo(lv.t), field: lv.field, overlay: lv.overlay}
}
