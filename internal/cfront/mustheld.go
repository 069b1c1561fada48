package cfront

import (
	"slices"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
)

// What a program says about the locks that are held at a place: lockdep_assert_held, __must_hold and their kin.
//
// It is an assertion about the thread. In a function that is called from outside it is one about a caller that is not there: a lock that is not held is taken then, as if
// the caller had, and let go where the function returns, if it is still held. Where such a function is also called by others of the program, what they do wrong is not seen in it.

// How a lock is to be held: the second argument of __heddle_assert_held. Nothing: in any way.
const (
	heldShared = 1 + iota // read, and not written
	heldExclusively
	heldNot
)

// assertHeld lowers __heddle_assert_held(lock, how).
func (f *fn) assertHeld(e *cc.PostfixExpression, args []cc.ExpressionNode) {
	obj := f.lockArg(args[0])
	how := uint64(0)
	if len(args) > 1 {
		if op := f.scalarArg(args, 1, 32); op.Kind == ir.KindConst {
			how = op.Val.Lo
		}
	}
	d := f.tmp(32)
	f.emit(&ir.Holds{Dst: d, Obj: obj})
	held := ir.R(d, 32)
	if how != heldNot && f.sym != nil && slices.Contains(f.c.roles.all(), f.sym) {
		take, after := f.newBlock("take"), f.newBlock("held")
		f.branch(f.binary(ir.Eq, held, ir.K(32, 0)), take, after)
		f.begin(take)
		f.emit(&ir.Lock{Status: ir.NoReg, Obj: obj, Shared: how == heldShared})
		f.lend(obj)
		f.jump(after)
		f.begin(after)
		f.c.assume(f.pos, f.sym.name+" is called with "+exprText(args[0])+" held, as it says", false)
		return
	}
	msg, ok := exprText(args[0])+" is held", f.binary(ir.Ne, held, ir.K(32, 0))
	switch how {
	case heldShared:
		msg, ok = exprText(args[0])+" is held shared", f.binary(ir.Eq, held, ir.K(32, 1))
	case heldExclusively:
		msg, ok = exprText(args[0])+" is held exclusively", f.binary(ir.Eq, held, ir.K(32, 2))
	case heldNot:
		msg, ok = exprText(args[0])+" is not held", f.binary(ir.Eq, held, ir.K(32, 0))
	}
	// The kernel warns and goes on: what comes later counts, too.
	check, after := f.newBlock("check"), f.newBlock("checked")
	f.branch(f.havoc(1, "", ir.ShowBool), check, after)
	f.begin(check)
	f.emit(&ir.Assert{Cond: ok, Kind: "assert", Msg: msg})
	f.jump(after)
	f.begin(after)
}

// lent is a lock that a caller from outside holds: whether it does, and which.
type lent struct{ is, addr ir.Reg }

// lend notes that a lock is the caller's.
func (f *fn) lend(obj ir.Operand) {
	l := lent{f.newReg(1, "", ir.ShowBool), f.newReg(f.c.pw, "", ir.ShowPointer)}
	f.lent = append(f.lent, l)
	f.emit(&ir.Move{Dst: l.is, X: ir.K(1, 1)})
	f.emit(&ir.Move{Dst: l.addr, X: obj})
}

// returnLent lets the caller's locks go where the function returns.
func (f *fn) returnLent() {
	if len(f.lent) == 0 {
		return
	}
	entry := f.f.Blocks[0]
	m := *entry.Instrs[0].Base()
	for _, l := range f.lent {
		entry.Instrs = append([]ir.Instr{&ir.Move{Meta: m, Dst: l.is, X: ir.K(1, 0)}, &ir.Move{Meta: m, Dst: l.addr, X: ir.K(f.c.pw, 0)}}, entry.Instrs...)
	}
	for _, b := range f.f.Blocks {
		ret, ok := b.Term().(*ir.Return)
		if !ok {
			continue
		}
		f.cur, b.Instrs = b, b.Instrs[:len(b.Instrs)-1]
		f.pos, f.line = ret.Pos, ret.Text
		for _, l := range f.lent {
			ask, release, done := f.newBlock("ask"), f.newBlock("release"), f.newBlock("released")
			d, addr := f.tmp(32), ir.R(l.addr, f.c.pw)
			f.branch(ir.R(l.is, 1), ask, done)
			f.begin(ask)
			f.emit(&ir.Holds{Dst: d, Obj: addr})
			f.branch(f.binary(ir.Ne, ir.R(d, 32), ir.K(32, 0)), release, done)
			f.begin(release)
			f.emit(&ir.Unlock{Status: ir.NoReg, Obj: addr})
			f.jump(done)
			f.begin(done)
		}
		f.emit(ret)
	}
}

// lockArg is the address of a lock: annotations name it with and without &.
func (f *fn) lockArg(e cc.ExpressionNode) ir.Operand {
	if t := e.Type(); t != nil && (t.Kind() == cc.Struct || t.Kind() == cc.Union) {
		return f.lvalue(e).addr
	}
	return f.resize(f.expr(e).op, f.c.pw, false)
}
