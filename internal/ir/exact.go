package ir

import (
	"math/big"
	"math/bits"
)

// Exact arithmetic (Binary.Exact), for those who fold it or spell out when it is valid. With one operand known, the other has to lie in an interval,
// of unsigned numbers where it is the address and of signed ones where it is an offset or an index. The interpreter has its own arithmetic, as for folding.

// Fold computes the instruction for x and y in place of its own operands, if FoldBinary would and the operation is surely valid.
func (in *Binary) Fold(x, y Operand) (Operand, bool) {
	if in.Exact && !ExactFits(in.Op, x, y) {
		return Operand{}, false
	}
	return FoldBinary(in.Op, x, y)
}

// ExactFits reports whether an exact operation is surely valid: its operands say so.
func ExactFits(op BinOp, x, y Operand) bool {
	switch {
	case x.Kind == KindConst && y.Kind == KindConst:
		return inRange(op, x, y)
	case op == Mul:
		return x.IsConst(0) || x.IsConst(1) || y.IsConst(0) || y.IsConst(1)
	case y.IsConst(0):
		return true
	case x.Kind == KindGlobal && y.Kind == KindConst:
		sum, _ := FoldInt(op, KConst(x.Width, x.Val), y)
		return NearObject(x.Width, x.Val) && NearObject(y.Width, y.Val) && NearObject(x.Width, sum.Val)
	}
	return false
}

// inRange reports whether an exact operation on two constants is valid.
func inRange(op BinOp, x, y Operand) bool {
	lo, hi, signed := ExactRange(op, x, true)
	le := ULe
	if signed {
		le = SLe
	}
	above, _ := FoldInt(le, KConst(x.Width, lo), y)
	below, _ := FoldInt(le, y, KConst(x.Width, hi))
	return above.IsConst(1) && below.IsConst(1)
}

// NearObject reports whether an address that lies so far from the start of an object is surely in the address space. No object lies in the
// first 4096 bytes, and behind the start of each there is room for the largest.
func NearObject(w int, offset Const) bool {
	v := offset.SignedBig(w)
	return v.IsInt64() && -4096 <= v.Int64() && v.Int64() <= 64<<20
}

// ExactRange gives the values of one operand, lo to hi, for which an exact operation is valid whose other operand is k, the left one if left is set.
// They are signed numbers if signed is set.
func ExactRange(op BinOp, k Operand, left bool) (lo, hi Const, signed bool) {
	w := k.Width
	one := big.NewInt(1)
	least := new(big.Int).Neg(new(big.Int).Lsh(one, uint(w-1)))
	most := new(big.Int).Not(least) // of signed numbers
	top := new(big.Int).Sub(new(big.Int).Lsh(one, uint(w)), one)
	var a, b *big.Int
	switch {
	case op == Mul:
		a, b, signed = least, most, true
		if n := k.Val.SignedBig(w); n.Sign() != 0 {
			if a, b = ceil(least, n), floor(most, n); n.Sign() < 0 {
				a, b = ceil(most, n), floor(least, n)
			}
		}
	case left && op == Add: // 0 <= k + v <= top
		n := k.Val.Big()
		a, b, signed = new(big.Int).Neg(n), new(big.Int).Sub(top, n), true
	case left: // 0 <= k - v <= top
		n := k.Val.Big()
		a, b, signed = new(big.Int).Sub(n, top), n, true
	default: // 0 <= v + n <= top
		n := k.Val.SignedBig(w)
		if op == Sub {
			n = new(big.Int).Neg(n)
		}
		a, b = new(big.Int).Neg(n), new(big.Int).Sub(top, n)
		least, most = new(big.Int), top
	}
	return ConstFromBig(w, larger(a, least)), ConstFromBig(w, smaller(b, most)), signed
}

// floor and ceil round a quotient down and up.
func floor(x, y *big.Int) *big.Int {
	q, r := new(big.Int).QuoRem(x, y, new(big.Int))
	if r.Sign() != 0 && r.Sign() != y.Sign() {
		q.Sub(q, big.NewInt(1))
	}
	return q
}

func ceil(x, y *big.Int) *big.Int {
	q := floor(new(big.Int).Neg(x), y)
	return q.Neg(q)
}

func larger(x, y *big.Int) *big.Int {
	if x.Cmp(y) > 0 {
		return x
	}
	return y
}

func smaller(x, y *big.Int) *big.Int {
	if x.Cmp(y) < 0 {
		return x
	}
	return y
}

// SignedBits gives, for each register, how many bits its values take as signed numbers, as far as extensions and products with constants say. unwritten are the
// registers that may be read before they are written.
func (f *Func) SignedBits(unwritten []Reg) []int {
	out := make([]int, len(f.Regs))
	for _, list := range [][]Reg{unwritten, f.Params} {
		for _, r := range list {
			out[r] = f.Width(r)
		}
	}
	for changed := true; changed; {
		changed = false
		for in := range f.Instrs() {
			Defs(in, func(r *Reg) {
				if n := min(f.Width(*r), f.signedBits(in, *r, out)); n > out[*r] {
					out[*r], changed = n, true
				}
			})
		}
	}
	return out
}

// signedBits is how many bits what an instruction writes takes.
func (f *Func) signedBits(in Instr, r Reg, known []int) int {
	switch in := in.(type) {
	case *Unary:
		switch in.Op {
		case SExt:
			return in.X.Width
		case ZExt:
			return in.X.Width + 1
		}
	case *Binary:
		if in.Op == Mul && in.X.Kind == KindReg && in.Y.Kind == KindConst && in.Y.Val.Hi == 0 {
			return known[in.X.Reg] + bits.Len64(in.Y.Val.Lo)
		}
	}
	return f.Width(r)
}
