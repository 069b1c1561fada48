package transform

import (
	"math/big"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Folding of pure integer instructions whose operands are known, for unfold. Floats are left to the solver. The interpreter
// has its own arithmetic: neither checks the other if they share it.

// foldBinary computes x op y, or reports that it cannot: floats, division by zero, addresses.
func foldBinary(op ir.BinOp, x, y ir.Operand) (ir.Operand, bool) {
	if op.IsFloat() {
		return ir.Operand{}, false
	}
	if x.Kind != ir.KindConst || y.Kind != ir.KindConst {
		return foldAddress(op, x, y)
	}
	w := x.Width
	if op.IsCompare() {
		return boolean(compare(op, x.Val, y.Val, w)), true
	}
	a, b := x.Val.Big(), y.Val.Big()
	r := new(big.Int)
	switch op {
	case ir.Add:
		r.Add(a, b)
	case ir.Sub:
		r.Sub(a, b)
	case ir.Mul:
		r.Mul(a, b)
	case ir.UDiv, ir.URem, ir.SDiv, ir.SRem:
		if b.Sign() == 0 {
			return ir.Operand{}, false
		}
		switch op {
		case ir.UDiv:
			r.Quo(a, b)
		case ir.URem:
			r.Rem(a, b)
		default:
			sa, sb := x.Val.SignedBig(w), y.Val.SignedBig(w)
			if q := new(big.Int).Quo(sa, sb); q.BitLen() >= w && q.Sign() > 0 {
				return ir.Operand{}, false // the smallest number divided by -1
			}
			if op == ir.SDiv {
				r.Quo(sa, sb)
			} else {
				r.Rem(sa, sb)
			}
		}
	case ir.And:
		r.And(a, b)
	case ir.Or:
		r.Or(a, b)
	case ir.Xor:
		r.Xor(a, b)
	case ir.Shl, ir.LShr, ir.AShr:
		n, ok := shiftCount(w, y.Val)
		if !ok {
			return ir.Operand{}, false
		}
		switch op {
		case ir.Shl:
			r.Lsh(a, n)
		case ir.LShr:
			r.Rsh(a, n)
		default:
			r.Rsh(x.Val.SignedBig(w), n)
		}
	default:
		return ir.Operand{}, false
	}
	return ir.KConst(w, ir.ConstFromBig(w, r)), true
}

// shiftCount takes the count modulo the width, as ir.BinOp says; other widths than powers of two are not folded.
func shiftCount(w int, c ir.Const) (uint, bool) {
	if w&(w-1) != 0 {
		return 0, false
	}
	return uint(c.Lo & uint64(w-1)), true
}

func compare(op ir.BinOp, x, y ir.Const, w int) bool {
	switch op {
	case ir.Eq:
		return x == y
	case ir.Ne:
		return x != y
	case ir.ULt:
		return x.Big().Cmp(y.Big()) < 0
	case ir.ULe:
		return x.Big().Cmp(y.Big()) <= 0
	case ir.SLt:
		return x.SignedBig(w).Cmp(y.SignedBig(w)) < 0
	}
	return x.SignedBig(w).Cmp(y.SignedBig(w)) <= 0
}

// foldAddress knows three things of addresses: adding a constant stays within the global, two of one global differ by their
// offsets, and an address of an object or function is never null.
func foldAddress(op ir.BinOp, x, y ir.Operand) (ir.Operand, bool) {
	isAddr := func(o ir.Operand) bool { return o.Kind == ir.KindGlobal || o.Kind == ir.KindFunc }
	switch {
	case op == ir.Add && x.Kind == ir.KindConst && y.Kind == ir.KindGlobal:
		return foldAddress(op, y, x)
	case op == ir.Add && x.Kind == ir.KindGlobal && y.Kind == ir.KindConst:
		x.Val = ir.ConstFromBig(x.Width, new(big.Int).Add(x.Val.Big(), y.Val.Big()))
		return x, true
	case op == ir.Sub && x.Kind == ir.KindGlobal && y.Kind == ir.KindConst:
		x.Val = ir.ConstFromBig(x.Width, new(big.Int).Sub(x.Val.Big(), y.Val.Big()))
		return x, true
	case x.Kind == ir.KindGlobal && y.Kind == ir.KindGlobal && x.Global == y.Global:
		if op == ir.Sub || op == ir.Eq || op == ir.Ne {
			return foldBinary(op, ir.KConst(x.Width, x.Val), ir.KConst(y.Width, y.Val))
		}
	case x.Kind == ir.KindFunc && y.Kind == ir.KindFunc && (op == ir.Eq || op == ir.Ne):
		return boolean((x.Func == y.Func) == (op == ir.Eq)), true
	case (op == ir.Eq || op == ir.Ne) && (isAddr(x) && x.Val.IsZero() && y.IsConst(0) || isAddr(y) && y.Val.IsZero() && x.IsConst(0)):
		return boolean(op == ir.Ne), true
	}
	return ir.Operand{}, false
}

// foldUnary computes op x for a result of width d.
func foldUnary(op ir.UnOp, x ir.Operand, d int) (ir.Operand, bool) {
	if x.Kind != ir.KindConst {
		return ir.Operand{}, false
	}
	switch op {
	case ir.Not:
		return ir.KConst(d, ir.Const{Lo: ^x.Val.Lo, Hi: ^x.Val.Hi}), true
	case ir.Neg:
		return ir.KConst(d, ir.ConstFromBig(d, new(big.Int).Neg(x.Val.Big()))), true
	case ir.ZExt, ir.Trunc, ir.PtrToInt:
		return ir.KConst(d, x.Val), true
	case ir.SExt:
		return ir.KConst(d, ir.ConstFromBig(d, x.Val.SignedBig(x.Width))), true
	}
	return ir.Operand{}, false
}

func boolean(b bool) ir.Operand {
	if b {
		return ir.K(1, 1)
	}
	return ir.K(1, 0)
}
