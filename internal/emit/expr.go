package emit

import (
	"strings"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Expressions of the form between the IR and the printers. Width 1 is a truth value in both languages, so that conditions read like
// conditions; every other width is a bit-vector. Constructors fold what is plain, because the programs that sequentialization
// makes are full of guards that are constant, and because compilers warn about them.

type exprOp uint8

const (
	eConst exprOp = iota
	eVar
	eNot // all bits
	eNeg
	eZExt
	eSExt
	eExtract // bits lo to lo+w-1
	eConcat  // args: high, low
	eAdd
	eSub
	eMul
	eUDiv
	eSDiv
	eURem
	eSRem
	eAnd
	eOr
	eXor
	eShl // counts are below the width
	eLShr
	eAShr
	eEq
	eULt
	eULe
	eSLt
	eSLe
	eIte
	eFloat // an operation of float: un or bin
	eCell  // what a cell of a region holds; args: its address
	eValid // an access of n cells of a region at an address would be valid; args: the address
	eSize  // bytes of the heap object at an address; args: the address
	eLive  // the object that begins at an address lives and is of a kind; args: the address
)

type expr struct {
	op   exprOp
	w    int
	args []*expr
	val  ir.Const
	v    *variable
	lo   int
	n    int // cells of an eValid
	r    *region
	un   ir.UnOp // of an eFloat with one argument
	bin  ir.BinOp
	size int // operations in it, for those who nest
}

func mk(op exprOp, w int, args ...*expr) *expr {
	e := &expr{op: op, w: w, args: args, size: 1}
	for _, a := range args {
		e.size += a.size
	}
	return e
}

func number(w int, v uint64) *expr { return constant(w, ir.MakeConst(w, v)) }

func constant(w int, c ir.Const) *expr { return &expr{op: eConst, w: w, val: c.Truncate(w)} }

func truth(b bool) *expr {
	if b {
		return number(1, 1)
	}
	return number(1, 0)
}

func varOf(v *variable) *expr { return &expr{op: eVar, w: v.w, v: v} }

func (e *expr) isConst() bool { return e.op == eConst }

func (e *expr) is(v uint64) bool { return e.op == eConst && e.val.Hi == 0 && e.val.Lo == v }

func (e *expr) isTrue() bool  { return e.w == 1 && e.is(1) }
func (e *expr) isFalse() bool { return e.w == 1 && e.is(0) }

// same reports whether two expressions are written alike.
func same(a, b *expr) bool {
	if a == b {
		return true
	}
	if a.op != b.op || a.w != b.w || a.val != b.val || a.v != b.v || a.lo != b.lo || a.n != b.n || a.r != b.r || a.un != b.un || a.bin != b.bin || len(a.args) != len(b.args) {
		return false
	}
	for i := range a.args {
		if !same(a.args[i], b.args[i]) {
			return false
		}
	}
	return true
}

func not(x *expr) *expr {
	switch {
	case x.isConst():
		return folded(ir.FoldUnary(ir.Not, x.operand(), x.w))
	case x.op == eNot:
		return x.args[0]
	}
	return mk(eNot, x.w, x)
}

func and(x, y *expr) *expr {
	if x.w == 1 {
		switch {
		case x.isFalse(), y.isTrue():
			return x
		case y.isFalse(), x.isTrue():
			return y
		}
	}
	return binary(eAnd, x, y)
}

func or(x, y *expr) *expr {
	if x.w == 1 {
		switch {
		case x.isTrue(), y.isFalse():
			return x
		case y.isTrue(), x.isFalse():
			return y
		}
	}
	return binary(eOr, x, y)
}

var foldOps = map[exprOp]ir.BinOp{
	eAdd: ir.Add, eSub: ir.Sub, eMul: ir.Mul, eUDiv: ir.UDiv, eSDiv: ir.SDiv, eURem: ir.URem, eSRem: ir.SRem, eAnd: ir.And, eOr: ir.Or, eXor: ir.Xor,
	eShl: ir.Shl, eLShr: ir.LShr, eAShr: ir.AShr, eEq: ir.Eq, eULt: ir.ULt, eULe: ir.ULe, eSLt: ir.SLt, eSLe: ir.SLe,
}

// binary makes an operation on two operands of one width.
func binary(op exprOp, x, y *expr) *expr {
	if x.isConst() && y.isConst() {
		if k, ok := ir.FoldInt(foldOps[op], x.operand(), y.operand()); ok {
			return constant(k.Width, k.Val)
		}
	}
	switch op {
	case eAdd:
		if x.is(0) {
			return y
		}
		if y.is(0) {
			return x
		}
	case eSub, eShl, eLShr, eAShr:
		if y.is(0) {
			return x
		}
	case eAnd, eOr:
		if same(x, y) {
			return x
		}
	}
	return mk(op, x.w, x, y)
}

func equal(x, y *expr) *expr {
	if x.w == 1 {
		switch {
		case y.isTrue():
			return x
		case y.isFalse():
			return not(x)
		case x.isConst():
			return equal(y, x)
		}
	}
	if same(x, y) {
		return truth(true)
	}
	if x.op == eIte && y.isConst() && (x.args[1].isConst() || x.args[2].isConst()) {
		return ite(x.args[0], equal(x.args[1], y), equal(x.args[2], y)) // codes of probes are compared with one
	}
	return compare(eEq, x, y)
}

// compare makes an order; operands wider than a bit.
func compare(op exprOp, x, y *expr) *expr {
	if x.isConst() && y.isConst() {
		if k, ok := ir.FoldInt(foldOps[op], x.operand(), y.operand()); ok {
			return constant(1, k.Val)
		}
	}
	switch {
	case same(x, y):
		return truth(op == eULe || op == eSLe || op == eEq)
	case op == eULt && y.is(0):
		return truth(false)
	case op == eULe && (x.is(0) || y.isConst() && y.val == ir.SignedConst(y.w, -1)):
		return truth(true)
	case op == eSLe && (x.isConst() && x.val == ir.Const{Lo: 1}.Shifted(x.w-1) || y.isConst() && y.val == ir.MakeConst(y.w-1, ^uint64(0)) && y.w <= 64):
		return truth(true)
	}
	return mk(op, 1, x, y)
}

func ite(c, x, y *expr) *expr {
	switch {
	case c.isTrue():
		return x
	case c.isFalse():
		return y
	case same(x, y):
		return x
	case x.w == 1 && x.isTrue():
		return or(c, y)
	case x.w == 1 && x.isFalse():
		return and(not(c), y)
	case x.w == 1 && y.isTrue():
		return or(not(c), x)
	case x.w == 1 && y.isFalse():
		return and(c, x)
	}
	return mk(eIte, x.w, c, x, y)
}

func extract(x *expr, lo, w int) *expr {
	switch {
	case lo == 0 && w == x.w:
		return x
	case x.isConst():
		c := ir.ConstFromBig(w, x.val.Big().Rsh(x.val.Big(), uint(lo)))
		return constant(w, c)
	case x.op == eExtract:
		return extract(x.args[0], x.lo+lo, w)
	case x.op == eConcat && lo >= x.args[1].w:
		return extract(x.args[0], lo-x.args[1].w, w)
	case x.op == eConcat && lo+w <= x.args[1].w:
		return extract(x.args[1], lo, w)
	}
	e := mk(eExtract, w, x)
	e.lo = lo
	return e
}

func concat(hi, lo *expr) *expr {
	if hi.isConst() && lo.isConst() {
		b := hi.val.Big()
		b.Lsh(b, uint(lo.w)).Or(b, lo.val.Big())
		return constant(hi.w+lo.w, ir.ConstFromBig(hi.w+lo.w, b))
	}
	return mk(eConcat, hi.w+lo.w, hi, lo)
}

func extend(op exprOp, x *expr, w int) *expr {
	if w == x.w {
		return x
	}
	if x.isConst() {
		un := ir.ZExt
		if op == eSExt {
			un = ir.SExt
		}
		return folded(ir.FoldUnary(un, x.operand(), w))
	}
	return mk(op, w, x)
}

// plus adds a number to an address.
func plus(x *expr, n int64) *expr { return binary(eAdd, x, constant(x.w, ir.SignedConst(x.w, n))) }

func (e *expr) operand() ir.Operand { return ir.KConst(e.w, e.val) }

func folded(o ir.Operand, ok bool) *expr {
	if !ok {
		panic("emit: a constant operation does not fold")
	}
	return constant(o.Width, o.Val)
}

// logical prints a row of one connective without inner parentheses; sub prints what it connects.
func logical(e *expr, sub func(*expr) string) string {
	op := " && "
	if e.op == eOr {
		op = " || "
	}
	var parts []string
	var row func(x *expr)
	row = func(x *expr) {
		if x.op == e.op {
			row(x.args[0])
			row(x.args[1])
			return
		}
		parts = append(parts, sub(x))
	}
	row(e)
	return strings.Join(parts, op)
}
