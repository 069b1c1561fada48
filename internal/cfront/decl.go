package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Declarations inside functions. A scalar whose address is not taken is a register. Anything else is a stack object that is
// made at its declaration and lives for the rest of the block; see scope.go for the exceptions.

func (f *fn) declaration(d *cc.Declaration) {
	f.u.learnDecl(d)
	switch d.Case {
	case cc.DeclarationAuto:
		f.at(d.Declarator)
		f.autoType(d)
	case cc.DeclarationDecl:
		for l := d.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
			f.at(l.InitDeclarator.Declarator)
			f.initDeclarator(d, l.InitDeclarator)
		}
	}
}

func (f *fn) initDeclarator(decl *cc.Declaration, id *cc.InitDeclarator) {
	d := id.Declarator
	t := f.u.typeOf(d.Type())
	switch {
	case d.IsTypename():
		if f.evalSizes(t) {
			f.rest().sizes = true
		}
		return
	case t.k == kFunc, d.IsExtern():
		return
	case d.IsStatic():
		f.c.localStatic(f, d, id)
		return
	}
	var in *cc.Initializer
	if id.Case == cc.InitDeclaratorInit {
		in = id.Initializer
	}
	f.localVar(d, t, in, cleanupOf(decl, id))
}

// cleanupOf finds the function of a cleanup attribute.
func cleanupOf(decl *cc.Declaration, id *cc.InitDeclarator) cc.ExpressionNode {
	for _, l := range []*cc.AttributeSpecifierList{id.AttributeSpecifierList, decl.AttributeSpecifierList} {
		if e := attrArg(l, "cleanup"); e != nil {
			return e
		}
	}
	for s := decl.DeclarationSpecifiers; s != nil; s = s.DeclarationSpecifiers {
		if e := attrArg(s.AttributeSpecifierList, "cleanup"); e != nil {
			return e
		}
		if s.TypeQualifier != nil {
			if e := attrArg(s.TypeQualifier.AttributeSpecifierList, "cleanup"); e != nil {
				return e
			}
		}
	}
	return nil
}

// attrArg is the first argument of an attribute.
func attrArg(l *cc.AttributeSpecifierList, name string) cc.ExpressionNode {
	for ; l != nil; l = l.AttributeSpecifierList {
		for v := l.AttributeSpecifier.AttributeValueList; v != nil; v = v.AttributeValueList {
			n := strings.Trim(v.AttributeValue.Token.SrcStr(), "_")
			if n == name && v.AttributeValue.ArgumentExpressionList != nil {
				return v.AttributeValue.ArgumentExpressionList.AssignmentExpression
			}
		}
	}
	return nil
}

func hasAttr(l *cc.AttributeSpecifierList, name string) bool {
	for ; l != nil; l = l.AttributeSpecifierList {
		for v := l.AttributeSpecifier.AttributeValueList; v != nil; v = v.AttributeValueList {
			if strings.Trim(v.AttributeValue.Token.SrcStr(), "_") == name {
				return true
			}
		}
	}
	return false
}

// localVar makes a variable of automatic storage.
func (f *fn) localVar(d *cc.Declarator, t ctype, in *cc.Initializer, cleanup cc.ExpressionNode) {
	// Also the sizes that a pointer in a register points to: later changes of what they depend on do not count.
	if f.evalSizes(t) {
		f.rest().sizes = true
	}
	l := &local{t: t, reg: ir.NoReg, name: d.Name()}
	memory := !t.scalar() || d.AddressTaken() || cleanup != nil
	if !memory {
		l.reg = f.newReg(t.w, d.Name(), showOf(t))
		f.declareReg(d, l)
		if in == nil {
			f.emit(&ir.Havoc{Dst: l.reg})
			return
		}
		l.pending = true
		f.full(func() {
			w := f.initItems(t, in)
			lv := lval{t: t, reg: l.reg, name: l.name}
			if len(w.items) == 0 {
				f.move(l.reg, ir.K(t.w, 0))
				return
			}
			f.assign(lv, f.expr(w.items[0].e))
		})
		l.pending = false
		return
	}
	var w *initWalk
	size := f.u.size(t)
	if in != nil {
		w = f.initItems(t, in)
		size = max(size, w.end)
	}
	align := f.u.align(t)
	if a := int64(d.Alignas()); a > align {
		align = a
	}
	q := f.u.declQual(d)
	lv := lval{t: t, reg: ir.NoReg, name: d.Name(), field: f.u.objectField(t, d.Name()), volatile: q.isVolatile()}
	zeroed, again := false, false
	switch {
	case f.u.variableSize(t):
		o := &object{addr: f.objectReg(), size: f.sizeOf(d, t), align: align, name: d.Name(), meta: f.meta(), t: t}
		f.makeHere(o)
		lv.addr = ir.R(o.addr, f.c.pw)
	case size < 0:
		f.unsupported(d, "variable "+d.Name()+" of incomplete type")
		lv.addr = ir.K(f.c.pw, 0)
	case f.blockScope().label:
		// The declaration can be reached again without leaving the block: it is the same object then.
		again = true
		lv.addr = f.stackObject(f.blockScope(), t, size, align, d.Name())
	default:
		o := &object{addr: f.objectReg(), size: ir.K(f.c.pw, uint64(size)), align: align, name: d.Name(), meta: f.meta(), t: t}
		if w != nil && !w.covers(f.u, t) {
			o.zero, zeroed = true, true
		}
		f.makeHere(o)
		lv.addr = ir.R(o.addr, f.c.pw)
	}
	l.addr = lv.addr
	f.locals[d] = l
	if cleanup != nil {
		f.addCleanup(cleanup, lv)
	}
	if w == nil {
		if again {
			f.redeclared(lv)
		}
		return
	}
	f.full(func() {
		if !zeroed && !w.covers(f.u, t) {
			f.zeroObject(lv)
		}
		f.initialize(lv, w)
		f.madeMutexes(lv, w)
	})
}

// declareReg makes a variable in a register known.
func (f *fn) declareReg(d *cc.Declarator, l *local) {
	f.locals[d] = l
	b := f.blockScope()
	b.regs = append(b.regs, l)
}

// redeclared makes an object without an initializer arbitrary, where its declaration can be reached again: the object is the same, its
// content is not. No other thread can tell when that happens, so it takes part in no race.
func (f *fn) redeclared(lv lval) {
	code, past := f.newBlock("redeclare"), f.newBlock("declared")
	into := &ir.Jump{To: code}
	f.emit(into)
	f.begin(code)
	f.excuse++
	f.fillObject(lv, func(w int) ir.Operand { return f.havoc(w, "", ir.ShowUnsigned) })
	f.excuse--
	f.jump(past)
	f.begin(past)
	f.redecls = append(f.redecls, redeclaration{block: f.blockScope(), at: f.tick(), into: into, past: past})
}

// makeHere allocates an object at its declaration; it lives for the rest of the block.
func (f *fn) makeHere(o *object) {
	s := f.rest()
	f.emit(f.alloc(o))
	jumped := *o
	jumped.zero = false
	s.allocs = append(s.allocs, &jumped) // for jumps into the scope past the declaration
	s.end = append(s.end, ending{free: o})
}

// addCleanup makes every way out of the rest of the block call a function with the address of the variable.
func (f *fn) addCleanup(e cc.ExpressionNode, lv lval) {
	fun := f.lvalue(e)
	if !fun.fun || fun.addr.Kind != ir.KindFunc {
		f.unsupported(e, "cleanup attribute that names no function of the program")
		return
	}
	s := f.rest()
	pos, line := f.pos, f.line
	id := fun.addr.Func
	ret := f.c.funcRet(id)
	s.end = append(s.end, ending{cleanup: func() []ir.Instr {
		dst := ir.NoReg
		if ret > 0 {
			dst = f.tmp(ret)
		}
		return []ir.Instr{&ir.Call{Meta: ir.Meta{Pos: pos, Text: line}, Dst: dst, Func: id, Args: []ir.Operand{lv.addr}}}
	}})
}

// autoType is gcc's __auto_type.
func (f *fn) autoType(d *cc.Declaration) {
	t := f.u.decay(f.u.typeOf(d.Declarator.Type()))
	if e := d.Initializer.AssignmentExpression; e != nil && t.scalar() && !d.Declarator.AddressTaken() {
		// The type is that of the value, which the library does not always know.
		f.full(func() {
			v := f.expr(e)
			if v.t.scalar() {
				t = v.t
			}
			l := &local{t: t, reg: f.newReg(t.w, d.Declarator.Name(), showOf(t)), name: d.Declarator.Name()}
			f.declareReg(d.Declarator, l)
			f.keep(l.reg, f.convert(v, t).op)
		})
		return
	}
	f.localVar(d.Declarator, t, d.Initializer, nil)
}
