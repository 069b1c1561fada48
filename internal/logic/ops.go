package logic

// The constructors. Each checks sorts, and then either keeps the term as written (Options.NoSimplify) or hands it to
// the rewriting constructor of the same name in lower case (simplify*.go).

import (
	"fmt"
	"math/big"
)

// True is the constant true.
func (b *Builder) True() Term { return termTrue }

// False is the constant false.
func (b *Builder) False() Term { return termFalse }

// Bool is a Bool constant.
func (b *Builder) Bool(v bool) Term {
	if v {
		return termTrue
	}
	return termFalse
}

// BV is a bit-vector constant; v is reduced modulo 2^width.
func (b *Builder) BV(width int, v uint64) Term {
	if width > 64 {
		return b.constantBig(BVSort(width).Width, new(big.Int).SetUint64(v))
	}
	return b.constant(uint32(BVSort(width).Width), v&mask64(width))
}

// BVInt is a bit-vector constant from a signed number, sign-extended or reduced modulo 2^width.
func (b *Builder) BVInt(width int, v int64) Term {
	if width > 64 {
		return b.constantBig(width, big.NewInt(v))
	}
	return b.BV(width, uint64(v))
}

// BVBig is a bit-vector constant; v is reduced modulo 2^width, so that negative numbers become two's complement.
func (b *Builder) BVBig(width int, v *big.Int) Term { return b.constantBig(BVSort(width).Width, v) }

// Const is the term of a value: a constant, or for arrays a chain of stores on a constant array.
func (b *Builder) Const(v Value) Term {
	switch v.sort.Kind {
	case BoolKind:
		return b.Bool(v.u != 0)
	case BVKind:
		if v.big != nil {
			return b.constantBig(v.sort.Width, v.big)
		}
		return b.constant(uint32(v.sort.Width), v.u)
	case ArrayKind:
		def, entries := v.Entries()
		t := b.ConstArray(v.sort.Index, b.Const(def))
		for _, e := range entries {
			t = b.Store(t, b.Const(e.Index), b.Const(e.Elem))
		}
		return t
	}
	panic("logic: Const of no value")
}

func (b *Builder) ill(op string, args ...Term) {
	msg := "logic: " + op + " of"
	for _, a := range args {
		if int(a) >= len(b.nodes) || a == 0 {
			msg += fmt.Sprintf(" (no term %d)", a)
			continue
		}
		msg += " " + b.Sort(a).String()
	}
	panic(msg)
}

func (b *Builder) wantBool(op string, xs ...Term) {
	for _, x := range xs {
		if b.nodes[x].sort != 0 || x == 0 {
			b.ill(op, xs...)
		}
	}
}

// wantBV returns the width of x.
func (b *Builder) wantBV(op string, x Term) uint32 {
	s := b.nodes[x].sort
	if s == 0 || s&arrayBit != 0 {
		b.ill(op, x)
	}
	return s
}

// wantBV2 returns the common width of x and y.
func (b *Builder) wantBV2(op string, x, y Term) uint32 {
	s := b.nodes[x].sort
	if s == 0 || s&arrayBit != 0 || b.nodes[y].sort != s {
		b.ill(op, x, y)
	}
	return s
}

// start grants one construction its rewriting steps.
func (b *Builder) start() { b.fuel = b.limit }

// Not is the negation of a formula.
func (b *Builder) Not(x Term) Term {
	b.wantBool("Not", x)
	if b.raw {
		return b.mk1(KNot, 0, x)
	}
	return b.not(x)
}

// And is the conjunction of formulas, true if there are none.
func (b *Builder) And(xs ...Term) Term {
	b.wantBool("And", xs...)
	switch len(xs) {
	case 0:
		return termTrue
	case 1:
		return xs[0]
	}
	if b.raw {
		return b.mkAnd(xs)
	}
	b.start()
	return b.and(xs)
}

// Or is the disjunction of formulas, false if there are none.
func (b *Builder) Or(xs ...Term) Term {
	b.wantBool("Or", xs...)
	switch len(xs) {
	case 0:
		return termFalse
	case 1:
		return xs[0]
	case 2:
		if !b.raw {
			b.start()
			return b.or2(xs[0], xs[1])
		}
	}
	neg := make([]Term, len(xs))
	for i, x := range xs {
		neg[i] = b.Not(x)
	}
	return b.Not(b.And(neg...))
}

// Xor says that exactly one of two formulas holds.
func (b *Builder) Xor(x, y Term) Term { return b.Not(b.Iff(x, y)) }

// Implies says that y holds if x does.
func (b *Builder) Implies(x, y Term) Term { return b.Or(b.Not(x), y) }

// Iff is the equality of formulas.
func (b *Builder) Iff(x, y Term) Term {
	b.wantBool("Iff", x, y)
	return b.Eq(x, y)
}

// Eq is the equality of two terms of one sort.
func (b *Builder) Eq(x, y Term) Term {
	if b.nodes[x].sort != b.nodes[y].sort || x == 0 || y == 0 {
		b.ill("Eq", x, y)
	}
	if b.raw {
		return b.mk2(KEq, 0, x, y)
	}
	b.start()
	return b.eq(x, y)
}

// Distinct says that the terms, all of one sort, differ pairwise.
func (b *Builder) Distinct(xs ...Term) Term {
	var all []Term
	for i, x := range xs {
		for _, y := range xs[:i] {
			all = append(all, b.Not(b.Eq(y, x)))
		}
	}
	return b.And(all...)
}

// Ite is x where c holds and y elsewhere; x and y have one sort.
func (b *Builder) Ite(c, x, y Term) Term {
	if b.nodes[c].sort != 0 || b.nodes[x].sort != b.nodes[y].sort || c == 0 || x == 0 || y == 0 {
		b.ill("Ite", c, x, y)
	}
	if b.raw {
		return b.mkIte(c, x, y)
	}
	b.start()
	return b.ite(c, x, y)
}

// BVNot is the bitwise complement.
func (b *Builder) BVNot(x Term) Term {
	w := b.wantBV("BVNot", x)
	if b.raw {
		return b.mk1(KBVNot, w, x)
	}
	b.start()
	return b.bvnot(x)
}

// Neg is the two's complement negation.
func (b *Builder) Neg(x Term) Term {
	w := b.wantBV("Neg", x)
	if b.raw {
		return b.mk1(KNeg, w, x)
	}
	b.start()
	return b.neg(x)
}

// binary checks and makes one of the operations on two bit-vectors.
func (b *Builder) binary(k Kind, x, y Term) Term {
	w := b.wantBV2(k.String(), x, y)
	if b.raw {
		if k == KULt || k == KSLt {
			w = 0
		}
		return b.mk2(k, w, x, y)
	}
	b.start()
	return b.op2(k, x, y)
}

// op2 rewrites one of the operations on two bit-vectors.
func (b *Builder) op2(k Kind, x, y Term) Term {
	switch k {
	case KAdd:
		return b.add(x, y)
	case KMul:
		return b.mul(x, y)
	case KUDiv:
		return b.udiv(x, y)
	case KURem:
		return b.urem(x, y)
	case KBVAnd, KBVOr, KBVXor:
		return b.bitwise(k, x, y)
	case KShl, KLShr, KAShr:
		return b.shift(k, x, y)
	case KULt:
		return b.ult(x, y)
	case KSLt:
		return b.slt(x, y)
	case KConcat:
		return b.concat(x, y)
	case KEq:
		return b.eq(x, y)
	}
	panic("logic: op2 of " + k.String())
}

// Add is the sum modulo 2^width.
func (b *Builder) Add(x, y Term) Term { return b.binary(KAdd, x, y) }

// Sub is the difference modulo 2^width.
func (b *Builder) Sub(x, y Term) Term {
	b.wantBV2("Sub", x, y)
	return b.Add(x, b.Neg(y))
}

// Mul is the product modulo 2^width.
func (b *Builder) Mul(x, y Term) Term { return b.binary(KMul, x, y) }

// UDiv is the unsigned quotient; all ones if y is zero.
func (b *Builder) UDiv(x, y Term) Term { return b.binary(KUDiv, x, y) }

// URem is the unsigned remainder; x if y is zero.
func (b *Builder) URem(x, y Term) Term { return b.binary(KURem, x, y) }

// abs returns the magnitude of x and the formula that it is negative.
func (b *Builder) abs(x Term) (mag, neg Term) {
	neg = b.SLt(x, b.BV(b.Width(x), 0))
	return b.Ite(neg, b.Neg(x), x), neg
}

// SDiv is the signed quotient, rounded toward zero; 1 or -1 if y is zero, as SMT-LIB has it.
func (b *Builder) SDiv(x, y Term) Term {
	b.wantBV2("SDiv", x, y)
	mx, nx := b.abs(x)
	my, ny := b.abs(y)
	q := b.UDiv(mx, my)
	return b.Ite(b.Xor(nx, ny), b.Neg(q), q)
}

// SRem is the signed remainder, with the sign of x; x if y is zero.
func (b *Builder) SRem(x, y Term) Term {
	b.wantBV2("SRem", x, y)
	mx, nx := b.abs(x)
	my, _ := b.abs(y)
	r := b.URem(mx, my)
	return b.Ite(nx, b.Neg(r), r)
}

// SMod is the signed remainder with the sign of y; x if y is zero.
func (b *Builder) SMod(x, y Term) Term {
	w := int(b.wantBV2("SMod", x, y))
	mx, nx := b.abs(x)
	my, ny := b.abs(y)
	u := b.URem(mx, my)
	zero := b.BV(w, 0)
	return b.Ite(b.Eq(u, zero), u,
		b.Ite(nx,
			b.Ite(ny, b.Neg(u), b.Add(b.Neg(u), y)),
			b.Ite(ny, b.Add(u, y), u)))
}

// BVAnd is the bitwise conjunction.
func (b *Builder) BVAnd(x, y Term) Term { return b.binary(KBVAnd, x, y) }

// BVOr is the bitwise disjunction.
func (b *Builder) BVOr(x, y Term) Term { return b.binary(KBVOr, x, y) }

// BVXor is the bitwise difference.
func (b *Builder) BVXor(x, y Term) Term { return b.binary(KBVXor, x, y) }

// Shl shifts left by y, unsigned; 0 from the width on.
func (b *Builder) Shl(x, y Term) Term { return b.binary(KShl, x, y) }

// LShr shifts zeros in from the left; 0 from the width on.
func (b *Builder) LShr(x, y Term) Term { return b.binary(KLShr, x, y) }

// AShr shifts copies of the sign in from the left.
func (b *Builder) AShr(x, y Term) Term { return b.binary(KAShr, x, y) }

// ULt is the unsigned order.
func (b *Builder) ULt(x, y Term) Term { return b.binary(KULt, x, y) }

// ULe is the unsigned order or equality.
func (b *Builder) ULe(x, y Term) Term { return b.Not(b.ULt(y, x)) }

// SLt is the signed order.
func (b *Builder) SLt(x, y Term) Term { return b.binary(KSLt, x, y) }

// SLe is the signed order or equality.
func (b *Builder) SLe(x, y Term) Term { return b.Not(b.SLt(y, x)) }

// Concat puts hi above lo.
func (b *Builder) Concat(hi, lo Term) Term {
	w := uint64(b.wantBV("Concat", hi)) + uint64(b.wantBV("Concat", lo))
	if w > MaxWidth {
		b.ill("Concat", hi, lo)
	}
	if b.raw {
		return b.mk2(KConcat, uint32(w), hi, lo)
	}
	b.start()
	return b.concat(hi, lo)
}

// Extract takes the bits hi down to lo of x.
func (b *Builder) Extract(hi, lo int, x Term) Term {
	w := int(b.wantBV("Extract", x))
	if lo < 0 || hi < lo || hi >= w {
		panic(fmt.Sprintf("logic: Extract %d..%d of width %d", hi, lo, w))
	}
	if b.raw {
		return b.mkExtract(hi, lo, x)
	}
	b.start()
	return b.extract(hi, lo, x)
}

// Bit is bit i of x as a formula.
func (b *Builder) Bit(x Term, i int) Term { return b.Eq(b.Extract(i, i, x), b.BV(1, 1)) }

// FromBool is the bit-vector 1 where c holds and 0 elsewhere.
func (b *Builder) FromBool(width int, c Term) Term { return b.Ite(c, b.BV(width, 1), b.BV(width, 0)) }

// ZExt extends x with zeros to the given total width.
func (b *Builder) ZExt(width int, x Term) Term {
	w := int(b.wantBV("ZExt", x))
	if width < w {
		panic(fmt.Sprintf("logic: ZExt of width %d to %d", w, width))
	}
	if width == w {
		return x
	}
	return b.Concat(b.BV(width-w, 0), x)
}

// SExt extends x with its sign to the given total width.
func (b *Builder) SExt(width int, x Term) Term {
	w := int(b.wantBV("SExt", x))
	if width < w || width > MaxWidth {
		panic(fmt.Sprintf("logic: SExt of width %d to %d", w, width))
	}
	if width == w {
		return x
	}
	if b.raw {
		return b.mk1(KSExt, uint32(width), x)
	}
	b.start()
	return b.sext(width, x)
}

// ConstArray is the array with x at each index of the given width.
func (b *Builder) ConstArray(index int, x Term) Term {
	w := int(b.wantBV("ConstArray", x))
	return b.mk1(KConstArray, b.encodeSort(ArraySort(index, w)), x)
}

// Select is the element of array a at index i.
func (b *Builder) Select(a, i Term) Term {
	s := b.Sort(a)
	if !s.IsArray() || b.Width(i) != s.Index {
		b.ill("Select", a, i)
	}
	if b.raw {
		return b.mk2(KSelect, uint32(s.Width), a, i)
	}
	b.start()
	return b.sel(a, i)
}

// Store is the array a but with x at index i.
func (b *Builder) Store(a, i, x Term) Term {
	s := b.Sort(a)
	if !s.IsArray() || b.Width(i) != s.Index || b.Width(x) != s.Width {
		b.ill("Store", a, i, x)
	}
	if b.raw {
		return b.mk3(KStore, b.nodes[a].sort, a, i, x)
	}
	b.start()
	return b.store(a, i, x)
}
