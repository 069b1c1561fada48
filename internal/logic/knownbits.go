package logic

// Known bits: for each term, which of its low 64 bits are 0 (or 1) under every assignment.
//
// The transfer functions are the usual ones of compilers. Only the low 64 bits are tracked, so one term costs 16 bytes
// and a step is a few machine instructions; wider terms are rare (products, float circuits) and lose little, because
// their zero high parts are explicit Concats. Ranges would say more about arithmetic and less about masks and
// alignment, which is what programs' addresses are made of; both together did not pay for the memory.

import mathbits "math/bits"

type knownBits struct{ zero, one uint64 }

func (k knownBits) known() uint64 { return k.zero | k.one }

// knownOf computes the known bits of t from those of its arguments.
func (b *Builder) knownOf(t Term) knownBits {
	n := &b.nodes[t]
	if n.sort == 0 || n.sort&arrayBit != 0 {
		return knownBits{}
	}
	w := int(n.sort)
	m := mask64(w)
	var x, y knownBits
	if n.nargs > 0 {
		x = b.known[n.args[0]]
	}
	if n.nargs > 1 {
		y = b.known[n.args[1]]
	}
	var r knownBits
	switch n.kind {
	case KConst:
		v := n.value()
		if w > 64 {
			v = b.bigs[n.args[1]].Uint64() // low 64 bits
		}
		r = knownBits{^v, v}
	case KIte:
		z := b.known[n.args[2]]
		r = knownBits{y.zero & z.zero, y.one & z.one}
	case KBVNot:
		r = knownBits{x.one, x.zero}
	case KBVAnd:
		r = knownBits{x.zero | y.zero, x.one & y.one}
	case KBVOr:
		r = knownBits{x.zero & y.zero, x.one | y.one}
	case KBVXor:
		r = knownBits{x.zero&y.zero | x.one&y.one, x.zero&y.one | x.one&y.zero}
	case KNeg:
		r = knownSum(knownBits{x.one, x.zero}, knownBits{^uint64(1), 1})
	case KAdd:
		r = knownSum(x, y)
	case KMul:
		r = knownProduct(w, x, y)
	case KUDiv:
		if w <= 64 && y.one != 0 {
			r.zero = highZeros(w, x)
		}
	case KURem:
		if w <= 64 {
			r.zero = highZeros(w, x)
			if y.one != 0 { // then the remainder is less than y
				r.zero |= highZeros(w, y)
			}
		}
	case KShl:
		r.zero = lowZeros(x)
	case KLShr:
		if w <= 64 {
			r.zero = highZeros(w, x)
		}
	case KAShr:
		if w <= 64 {
			r.zero = highZeros(w, x)
			r.one = highZeros(w, knownBits{x.one, x.zero})
		}
	case KConcat:
		lw := b.nodes[n.args[1]].sort
		r = y
		if lw < 64 {
			r.zero |= x.zero << lw
			r.one |= x.one << lw
		}
	case KExtract:
		if lo := n.args[2]; lo < 64 {
			r = knownBits{x.zero >> lo, x.one >> lo}
		}
	case KSExt:
		r = x
		if xw := int(b.nodes[n.args[0]].sort); xw <= 64 {
			sign := uint64(1) << uint(xw-1)
			if x.zero&sign != 0 {
				r.zero |= ^(sign - 1)
			} else if x.one&sign != 0 {
				r.one |= ^(sign - 1)
			}
		}
	}
	r.zero &= m
	r.one &= m
	return r
}

// knownSum adds: a bit of the sum is known where both bits and the carry into them are. The carries are found from the
// smallest and the largest sum possible. Carries only go up, so unknown bits above the width do no harm.
func knownSum(x, y knownBits) knownBits {
	most := ^x.zero + ^y.zero
	least := x.one + y.one
	carry0 := ^(most ^ x.zero ^ y.zero)
	carry1 := least ^ x.one ^ y.one
	k := x.known() & y.known() & (carry0 | carry1)
	return knownBits{^most & k, least & k}
}

func knownProduct(w int, x, y knownBits) knownBits {
	var r knownBits
	if tz := mathbits.TrailingZeros64(^x.zero) + mathbits.TrailingZeros64(^y.zero); tz > 0 {
		r.zero = mask64(tz)
	}
	// The low bits of a product depend on as many low bits of the factors.
	if low := min(mathbits.TrailingZeros64(^x.known()), mathbits.TrailingZeros64(^y.known())); low > 0 {
		m := mask64(low)
		p := x.one * y.one
		r.zero |= ^p & m
		r.one |= p & m
	}
	if w <= 64 {
		if n := bitLen(w, x) + bitLen(w, y); n < w {
			r.zero |= mask64(w) &^ mask64(n)
		}
	}
	return r
}

// bitLen is the number of bits below the leading known zeros; w is at most 64.
func bitLen(w int, x knownBits) int { return mathbits.Len64(^x.zero & mask64(w)) }

// highZeros is the mask of leading known zeros; w is at most 64.
func highZeros(w int, x knownBits) uint64 { return mask64(w) &^ mask64(bitLen(w, x)) }

// lowZeros is the mask of trailing known zeros.
func lowZeros(x knownBits) uint64 { return mask64(mathbits.TrailingZeros64(^x.zero)) }

// KnownBits returns, for a bit-vector of at most 64 bits, the bits that are 0 and that are 1 under every assignment,
// as far as that is known; for wider ones, those among the low 64.
func (b *Builder) KnownBits(t Term) (zeros, ones uint64) {
	k := b.known[t]
	return k.zero, k.one
}

// urange is the smallest and the largest unsigned value that the known bits of t allow; its width is at most 64.
func (b *Builder) urange(t Term) (lo, hi uint64) {
	k := b.known[t]
	return k.one, ^k.zero & mask64(int(b.nodes[t].sort))
}

// srange is urange in the signed order, with the sign bit flipped so that the order is that of uint64.
func (b *Builder) srange(t Term) (lo, hi uint64) {
	lo, hi = b.urange(t)
	sign := uint64(1) << (b.nodes[t].sort - 1)
	if b.known[t].known()&sign == 0 {
		lo |= sign  // the smallest is negative
		hi &^= sign // the largest is not
	}
	return lo ^ sign, hi ^ sign
}
