package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Statements.

func (f *fn) stmt(s *cc.Statement) {
	if s == nil {
		return
	}
	switch s.Case {
	case cc.StatementLabeled:
		f.labeled(s.LabeledStatement)
	case cc.StatementCompound:
		f.block(s.CompoundStatement)
	case cc.StatementExpr:
		if e := s.ExpressionStatement.ExpressionList; e != nil {
			f.at(e)
			f.full(func() { f.discard(e) })
		}
	case cc.StatementSelection:
		f.selection(s.SelectionStatement)
	case cc.StatementIteration:
		f.iteration(s.IterationStatement)
	case cc.StatementJump:
		f.jumpStmt(s.JumpStatement)
	case cc.StatementAsm:
		f.at(s.AsmStatement)
		f.full(func() { f.asm(s.AsmStatement.Asm) })
	}
}

func (f *fn) block(cs *cc.CompoundStatement) {
	f.at(cs)
	s := f.open(&scope{block: true})
	f.blockItems(cs)
	f.at(cs.Token2)
	f.close(s)
}

func (f *fn) blockItems(cs *cc.CompoundStatement) {
	for l := cs.BlockItemList; l != nil; l = l.BlockItemList {
		f.blockItem(l.BlockItem)
	}
}

func (f *fn) blockItem(b *cc.BlockItem) {
	switch b.Case {
	case cc.BlockItemDecl:
		f.declaration(b.Declaration)
	case cc.BlockItemStmt:
		f.stmt(b.Statement)
	case cc.BlockItemFuncDef:
		f.c.nested(f, b)
	}
}

// statementExpr is gcc's ({ ... }).
func (f *fn) statementExpr(e *cc.PrimaryExpression) value {
	if f.isConst() {
		f.failed = true
		return zero(tInt, f.c.pw)
	}
	cs := e.CompoundStatement
	outer := f.scope
	s := f.open(&scope{block: true})
	last := lastStatement(cs)
	v := value{t: tVoid}
	var items []*cc.BlockItem
	for l := cs.BlockItemList; l != nil; l = l.BlockItemList {
		items = append(items, l.BlockItem)
	}
	for i, b := range items {
		if i < len(items)-1 || last == nil || last.ExpressionList == nil {
			f.blockItem(b)
			continue
		}
		st := b.Statement
		for st.Case == cc.StatementLabeled {
			f.placeLabel(st.LabeledStatement)
			st = st.LabeledStatement.Statement
		}
		v = f.expr(last.ExpressionList)
		switch {
		case v.t.k == kRecord:
			// The value outlives the variables it came from.
			p := f.stackObject(outer, f.u.size(v.t), f.u.align(v.t), "value")
			f.copyObject(lval{t: v.t, reg: ir.NoReg, addr: p}, v.object())
			v.op, v.from = p, nil
		case v.op.Kind == ir.KindReg:
			v.op = f.snapshotIfLocal(v.op)
		}
	}
	f.close(s)
	return v
}

// ---- declarations

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
		f.evalSizes(t)
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
	l := &local{t: t, reg: ir.NoReg, name: d.Name()}
	memory := !t.scalar() || d.AddressTaken() || cleanup != nil
	if !memory {
		l.reg = f.newReg(t.w, d.Name(), showOf(t))
		f.locals[d] = l
		if in == nil {
			f.emit(&ir.Havoc{Dst: l.reg})
			return
		}
		f.full(func() {
			w := f.initItems(t, in)
			lv := lval{t: t, reg: l.reg, name: l.name}
			if len(w.items) == 0 {
				f.move(l.reg, ir.K(t.w, 0))
				return
			}
			f.assign(lv, f.expr(w.items[0].e))
		})
		return
	}
	f.evalSizes(t)
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
	lv := lval{t: t, reg: ir.NoReg, name: d.Name(), volatile: q.isVolatile()}
	zeroed := false
	switch {
	case f.u.variableSize(t):
		o := &object{addr: f.newReg(f.c.pw, "", ir.ShowPointer), size: f.sizeOf(d, t), align: align, name: d.Name(), meta: f.meta()}
		f.makeHere(o)
		lv.addr = ir.R(o.addr, f.c.pw)
	case size < 0:
		f.unsupported(d, "variable "+d.Name()+" of incomplete type")
		lv.addr = ir.K(f.c.pw, 0)
	case f.blockScope().label:
		// The declaration can be reached again without leaving the block: it is the same object then.
		lv.addr = f.stackObject(f.blockScope(), size, align, d.Name())
	default:
		o := &object{addr: f.newReg(f.c.pw, "", ir.ShowPointer), size: ir.K(f.c.pw, uint64(size)), align: align, name: d.Name(), meta: f.meta()}
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
		return
	}
	f.full(func() {
		if !zeroed && !w.covers(f.u, t) {
			f.zeroObject(lv)
		}
		f.initialize(lv, w)
		f.localMutexes(lv, w)
	})
}

// makeHere allocates an object at its declaration; it lives for the rest of the block.
func (f *fn) makeHere(o *object) {
	s := f.rest()
	f.emit(&ir.Alloc{Dst: o.addr, Size: o.size, Align: o.align, Stack: true, Zero: o.zero, Name: o.name})
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
			f.locals[d.Declarator] = l
			f.keep(l.reg, f.convert(v, t).op)
		})
		return
	}
	f.localVar(d.Declarator, t, d.Initializer, nil)
}

// ---- if, loops, jumps

func (f *fn) selection(s *cc.SelectionStatement) {
	switch s.Case {
	case cc.SelectionStatementIf, cc.SelectionStatementIfElse:
		f.at(s.ExpressionList)
		then, done := f.newBlock("then"), f.newBlock("endif")
		els := done
		if s.Case == cc.SelectionStatementIfElse {
			els = f.newBlock("else")
		}
		f.fullCond(s.ExpressionList, then, els)
		f.begin(then)
		f.inner(s.Statement)
		f.jump(done)
		if s.Case == cc.SelectionStatementIfElse {
			f.begin(els)
			f.inner(s.Statement2)
			f.jump(done)
		}
		f.begin(done)
	case cc.SelectionStatementSwitch:
		if f.atomicBlock(s) {
			return
		}
		f.switchStmt(s)
	}
}

// inner lowers the body of an if or loop, which is a block even without braces.
func (f *fn) inner(s *cc.Statement) {
	if s != nil && s.Case == cc.StatementCompound {
		f.block(s.CompoundStatement)
		return
	}
	sc := f.open(&scope{block: true})
	f.stmt(s)
	f.close(sc)
}

func (f *fn) iteration(s *cc.IterationStatement) {
	f.at(s)
	outer := f.open(&scope{block: true}) // of the declaration in a for
	switch s.Case {
	case cc.IterationStatementFor:
		if s.ExpressionList != nil {
			f.at(s.ExpressionList)
			f.full(func() { f.discard(s.ExpressionList) })
		}
	case cc.IterationStatementForDecl:
		f.declaration(s.Declaration)
	}
	head, body := f.newLabel("loop"), f.newLabel("body")
	lp := &loop{breakTo: f.newLabel("endloop"), continueTo: f.newLabel("continue")}
	var cond, post cc.ExpressionNode
	switch s.Case {
	case cc.IterationStatementWhile, cc.IterationStatementDo:
		cond = s.ExpressionList
	case cc.IterationStatementFor:
		cond, post = s.ExpressionList2, s.ExpressionList3
	case cc.IterationStatementForDecl:
		cond, post = s.ExpressionList, s.ExpressionList2
	}
	lp.breakTo.in = f.scope
	lp.continueTo.in = f.scope
	test := func() {
		if cond == nil {
			f.jump(body.block)
			return
		}
		f.at(cond)
		f.fullCond(cond, body.block, lp.breakTo.block)
	}
	if s.Case == cc.IterationStatementDo {
		f.jump(body.block)
	} else {
		f.jump(head.block)
		f.begin(head.block)
		test()
	}
	f.begin(body.block)
	f.loops++
	sc := f.open(&scope{loop: lp})
	f.inner(s.Statement)
	f.close(sc)
	f.loops--
	f.jump(lp.continueTo.block)
	f.begin(lp.continueTo.block)
	if post != nil {
		f.at(post)
		f.full(func() { f.discard(post) })
	}
	if s.Case == cc.IterationStatementDo {
		test()
	} else {
		f.jump(head.block)
	}
	f.begin(lp.breakTo.block)
	f.at(s)
	f.close(outer)
}

func (f *fn) jumpStmt(s *cc.JumpStatement) {
	f.at(s)
	switch s.Case {
	case cc.JumpStatementGoto:
		f.goTo(f.label(s.Token2.SrcStr()))
	case cc.JumpStatementGotoExpr:
		var x ir.Operand
		f.full(func() {
			v := f.expr(s.ExpressionList)
			x = f.asPointer(v)
		})
		f.emit(&gotoMark{from: f.scope, x: x})
		f.dead()
	case cc.JumpStatementContinue, cc.JumpStatementBreak:
		f.breakOrContinue(s)
	case cc.JumpStatementReturn:
		f.returnValue(s.ExpressionList)
	}
}

func (f *fn) breakOrContinue(s *cc.JumpStatement) {
	what := "break"
	if s.Case == cc.JumpStatementContinue {
		what = "continue"
	}
	atomic := false
	for sc := f.scope; sc != nil; sc = sc.up {
		if sc.atomic {
			atomic = true
		}
		if sc.loop == nil {
			continue
		}
		to := sc.loop.breakTo
		if s.Case == cc.JumpStatementContinue {
			to = sc.loop.continueTo
		}
		if to == nil {
			continue
		}
		if atomic && !isAtomicFunc(f.sym.name) {
			f.c.errorAt(f.pos, what+" out of an atomic section", "end the section first, or leave it by goto or return")
		}
		f.goTo(to)
		return
	}
	if atomic {
		f.c.errorAt(f.pos, what+" out of an atomic section", "end the section first, or leave it by goto or return")
		return
	}
	f.unsupported(s, what+" outside a loop")
}

// ---- labels

// label finds a label of the function by name. Labels of statement expressions and __label__ share one name space here;
// duplicates are told apart by the parser before.
func (f *fn) label(name string) *label {
	l, ok := f.labels[name]
	if !ok {
		l = f.newLabel(name)
		f.labels[name] = l
	}
	return l
}

func (f *fn) labeled(s *cc.LabeledStatement) {
	f.placeLabel(s)
	f.stmt(s.Statement)
}

func (f *fn) placeLabel(s *cc.LabeledStatement) {
	f.at(s)
	switch s.Case {
	case cc.LabeledStatementLabel:
		l := f.label(s.Token.SrcStr())
		if l.in != nil {
			f.unsupported(s, "label "+l.name+" defined twice")
			return
		}
		f.place(l)
		for sc := f.scope; sc != nil; sc = sc.up {
			sc.label = true
		}
	default:
		f.caseLabel(s)
	}
}

// labelAddr is gcc's &&label: a number, which goto * turns back into the label.
func (f *fn) labelAddr(e *cc.UnaryExpression) value {
	g := f
	for g.isConst() && g.parent != nil {
		g = g.parent
	}
	t := f.c.pointerTo(tVoid)
	if g.isConst() {
		return f.undefined(e, t, "address of a label outside a function")
	}
	l := g.label(e.Token2.SrcStr())
	if l.num == 0 {
		g.addrs = append(g.addrs, l)
		l.num = len(g.addrs)
	}
	return value{op: ir.K(f.c.pw, uint64(l.num)), t: t}
}
