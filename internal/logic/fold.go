package logic

// Folding of constants, for the simplifier only: evaluation (eval.go) has its own arithmetic, on purpose.

import "math/big"

func (b *Builder) isZero(t Term) bool {
	n := &b.nodes[t]
	if n.kind != KConst {
		return false
	}
	if n.sort > 64 {
		return b.bigs[n.args[1]].Sign() == 0
	}
	return n.args[1] == 0 && n.args[2] == 0
}

func (b *Builder) isOne(t Term) bool {
	n := &b.nodes[t]
	if n.kind != KConst {
		return false
	}
	if n.sort > 64 {
		v := b.bigs[n.args[1]]
		return v.IsUint64() && v.Uint64() == 1
	}
	return n.args[1] == 1 && n.args[2] == 0
}

func (b *Builder) isOnes(t Term) bool {
	n := &b.nodes[t]
	if n.kind != KConst {
		return false
	}
	if n.sort > 64 {
		v := b.bigs[n.args[1]]
		return v.BitLen() == int(n.sort) && v.TrailingZeroBits() == 0 &&
			new(big.Int).Add(v, big.NewInt(1)).TrailingZeroBits() == uint(n.sort)
	}
	return n.value() == mask64(int(n.sort))
}

func (b *Builder) isConst(t Term) bool { return b.nodes[t].kind == KConst }

func (b *Builder) zero(w uint32) Term {
	if w <= 64 {
		return b.constant(w, 0)
	}
	return b.constantBig(int(w), new(big.Int))
}

func (b *Builder) ones(w uint32) Term {
	if w <= 64 {
		return b.constant(w, mask64(int(w)))
	}
	return b.constantBig(int(w), maskBig(int(w)))
}

// word is a constant of at most 64 bits, reduced.
func (b *Builder) word(w uint32, v uint64) Term { return b.constant(w, v&mask64(int(w))) }

func toSigned(v uint64, w uint32) int64 { return int64(v<<(64-w)) >> (64 - w) }

func signedBig(v *big.Int, w uint32) *big.Int {
	if v.Bit(int(w)-1) == 0 {
		return v
	}
	return new(big.Int).Sub(v, new(big.Int).Lsh(big.NewInt(1), uint(w)))
}

// fold2 is the operation on two constants of one width (for Concat: any widths).
func (b *Builder) fold2(k Kind, x, y Term) Term {
	w := b.nodes[x].sort
	if k == KConcat {
		lw := b.nodes[y].sort
		if w+lw <= 64 {
			return b.constant(w+lw, b.nodes[x].value()<<lw|b.nodes[y].value())
		}
		r := new(big.Int).Lsh(b.bigValue(x), uint(lw))
		return b.constantBig(int(w+lw), r.Or(r, b.bigValue(y)))
	}
	if w > 64 {
		return b.foldBig(k, w, b.bigValue(x), b.bigValue(y))
	}
	p, q := b.nodes[x].value(), b.nodes[y].value()
	switch k {
	case KAdd:
		p += q
	case KMul:
		p *= q
	case KUDiv:
		if q == 0 {
			return b.ones(w)
		}
		p /= q
	case KURem:
		if q != 0 {
			p %= q
		}
	case KBVAnd:
		p &= q
	case KBVOr:
		p |= q
	case KBVXor:
		p ^= q
	case KShl:
		p <<= q // Go's shifts give 0 from 64 on; bits above the width are cut below
	case KLShr:
		p >>= q
	case KAShr:
		p = uint64(toSigned(p, w) >> q)
	case KULt:
		return b.Bool(p < q)
	case KSLt:
		return b.Bool(toSigned(p, w) < toSigned(q, w))
	case KEq:
		return b.Bool(p == q)
	default:
		panic("logic: fold2 of " + k.String())
	}
	return b.word(w, p)
}

func (b *Builder) foldBig(k Kind, w uint32, p, q *big.Int) Term {
	r := new(big.Int)
	switch k {
	case KAdd:
		r.Add(p, q)
	case KMul:
		r.Mul(p, q)
	case KUDiv:
		if q.Sign() == 0 {
			return b.ones(w)
		}
		r.Div(p, q)
	case KURem:
		if q.Sign() == 0 {
			r.Set(p)
		} else {
			r.Mod(p, q)
		}
	case KBVAnd:
		r.And(p, q)
	case KBVOr:
		r.Or(p, q)
	case KBVXor:
		r.Xor(p, q)
	case KShl, KLShr, KAShr:
		n := uint(w)
		if q.IsInt64() && q.Int64() < int64(w) {
			n = uint(q.Int64())
		}
		switch {
		case k == KShl && n < uint(w):
			r.Lsh(p, n)
		case k == KLShr:
			r.Rsh(p, n)
		case k == KAShr:
			r.Rsh(signedBig(p, w), n)
		}
	case KULt:
		return b.Bool(p.Cmp(q) < 0)
	case KSLt:
		return b.Bool(signedBig(p, w).Cmp(signedBig(q, w)) < 0)
	case KEq:
		return b.Bool(p.Cmp(q) == 0)
	default:
		panic("logic: foldBig of " + k.String())
	}
	return b.constantBig(int(w), r)
}

func (b *Builder) foldNot(x Term) Term {
	w := b.nodes[x].sort
	if w <= 64 {
		return b.word(w, ^b.nodes[x].value())
	}
	return b.constantBig(int(w), new(big.Int).Not(b.bigValue(x)))
}

func (b *Builder) foldNeg(x Term) Term {
	w := b.nodes[x].sort
	if w <= 64 {
		return b.word(w, -b.nodes[x].value())
	}
	return b.constantBig(int(w), new(big.Int).Neg(b.bigValue(x)))
}

func (b *Builder) foldExtract(hi, lo int, x Term) Term {
	if b.nodes[x].sort <= 64 {
		return b.word(uint32(hi-lo+1), b.nodes[x].value()>>uint(lo))
	}
	return b.constantBig(hi-lo+1, new(big.Int).Rsh(b.bigValue(x), uint(lo)))
}

func (b *Builder) foldSExt(w int, x Term) Term {
	xw := b.nodes[x].sort
	if w <= 64 {
		return b.word(uint32(w), uint64(toSigned(b.nodes[x].value(), xw)))
	}
	return b.constantBig(w, signedBig(b.bigValue(x), xw))
}
