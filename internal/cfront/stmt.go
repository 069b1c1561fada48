package cfront

import (
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
	defer f.unit()()
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
		end := f.open(&scope{}) // of what the expression makes, which is made after the variables of the block
		v = f.expr(last.ExpressionList)
		switch {
		case v.t.k == kRecord:
			// The value outlives the variables it came from.
			p := f.stackObject(outer, v.t, f.u.size(v.t), f.u.align(v.t), "value")
			f.copyObject(lval{t: v.t, reg: ir.NoReg, addr: p}, v.object())
			v.op, v.from = p, nil
		case isLongDouble(v.t):
			p := f.stackObject(outer, v.t, f.u.size(v.t), f.u.align(v.t), "value")
			f.copyLong(lval{t: v.t, reg: ir.NoReg, addr: p}, lval{t: v.t, reg: ir.NoReg, addr: v.op})
			v.op = p
		case v.op.Kind == ir.KindReg:
			v.op = f.snapshotIfLocal(v.op)
		}
		f.close(end)
	}
	f.close(s)
	return v
}

// ---- if, loops, jumps

func (f *fn) selection(s *cc.SelectionStatement) {
	switch s.Case {
	case cc.SelectionStatementIf, cc.SelectionStatementIfElse:
		f.at(s.ExpressionList)
		if f.assertion(s) {
			return
		}
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
		to := f.label(s.Token2.SrcStr())
		f.backwards = append(f.backwards, backward{from: f.scope, to: to, at: f.tick()})
		f.goTo(to)
	case cc.JumpStatementGotoExpr:
		var x ir.Operand
		f.full(func() {
			v := f.expr(s.ExpressionList)
			x = f.asPointer(v)
		})
		f.emit(&gotoMark{from: f.scope, x: x})
		f.backwards = append(f.backwards, backward{from: f.scope, at: f.tick()})
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
