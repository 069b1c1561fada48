package logic

// Rules for bitwise operations, shifts, Concat, Extract and SExt. The pieces a value is made of are kept visible: bytes
// taken apart and put together again must give the value back, and zeros must stay where comparisons see them.

import mathbits "math/bits"

// maxPieces bounds the Concats that are opened to be rotated.
const maxPieces = 64

func (b *Builder) bvnot(x Term) Term {
	n := b.nodes[x]
	switch n.kind {
	case KConst:
		return b.foldNot(x)
	case KBVNot:
		return n.args[0]
	case KNeg:
		if b.burn() {
			return b.add(n.args[0], b.ones(n.sort))
		}
	case KBVXor:
		if b.isConst(n.args[1]) && b.burn() {
			return b.bitwise(KBVXor, n.args[0], b.foldNot(n.args[1]))
		}
	case KConcat:
		if (b.isConst(n.args[0]) || b.isConst(n.args[1])) && b.burn() {
			hi := b.bvnot(n.args[0])
			return b.concat(hi, b.bvnot(n.args[1]))
		}
	case KSExt:
		if b.burn() {
			return b.sext(int(n.sort), b.bvnot(n.args[0]))
		}
	}
	if n.leaves > 1 && b.burn() {
		return b.lift(x, b.foldNot)
	}
	return b.mk1(KBVNot, n.sort, x)
}

func (b *Builder) bitwise(k Kind, x, y Term) Term {
	x, y = b.ordered(x, y)
	if t, ok := b.lift2(k, x, y); ok {
		return t
	}
	w := b.nodes[x].sort
	if x == y {
		if k == KBVXor {
			return b.zero(w)
		}
		return x
	}
	if b.is(x, KBVNot) && b.arg(x, 0) == y || b.is(y, KBVNot) && b.arg(y, 0) == x {
		if k == KBVAnd {
			return b.zero(w)
		}
		return b.ones(w)
	}
	if w <= 64 && k != KBVXor {
		m := mask64(int(w))
		kx, ky := b.known[x], b.known[y]
		if k == KBVOr {
			kx.zero, kx.one, ky.zero, ky.one = kx.one, kx.zero, ky.one, ky.zero
		}
		switch { // as for And: one leaves alone what may be one in the other
		case kx.zero|ky.one == m:
			return x
		case ky.zero|kx.one == m:
			return y
		}
	}
	if b.isConst(y) {
		switch {
		case b.isZero(y):
			if k == KBVAnd {
				return y
			}
			return x
		case b.isOnes(y):
			switch k {
			case KBVAnd:
				return x
			case KBVOr:
				return y
			}
			return b.bvnot(x)
		case b.is(x, k) && b.isConst(b.arg(x, 1)) && b.burn():
			return b.bitwise(k, b.arg(x, 0), b.fold2(k, b.arg(x, 1), y))
		}
		if k == KBVXor && b.is(x, KBVNot) && b.burn() {
			return b.bitwise(k, b.arg(x, 0), b.foldNot(y))
		}
		if k == KBVAnd && w <= 64 {
			v := b.nodes[y].value()
			lo := mathbits.TrailingZeros64(v)
			if hi := mathbits.Len64(v); v>>uint(lo) == mask64(hi-lo) && b.burn() {
				t := b.extract(hi-1, lo, x)
				if lo > 0 {
					t = b.concat(t, b.zero(uint32(lo)))
				}
				return b.zext(int(w), t)
			}
		}
	}
	if t := b.bitwiseNested(k, x, y); t != 0 {
		return t
	}
	if w == 1 && b.isTree(x) && b.isTree(y) && b.burn() {
		one := b.ones(1)
		p, q := b.eq(x, one), b.eq(y, one)
		var c Term
		switch k {
		case KBVAnd:
			c = b.and2(p, q)
		case KBVOr:
			c = b.or2(p, q)
		default:
			c = b.not(b.eq(p, q))
		}
		return b.ite(c, one, b.zero(1))
	}
	// Pieces.
	cx, cy := b.is(x, KConcat), b.is(y, KConcat)
	if (cx && (cy || b.isConst(y))) && b.burn() {
		cut := int(b.nodes[b.arg(x, 1)].sort)
		if cy {
			cut = max(cut, int(b.nodes[b.arg(y, 1)].sort))
		}
		hi := b.bitwise(k, b.extract(int(w)-1, cut, x), b.extract(int(w)-1, cut, y))
		return b.concat(hi, b.bitwise(k, b.extract(cut-1, 0, x), b.extract(cut-1, 0, y)))
	}
	return b.settle(b.mk2(k, w, x, y))
}

// bitwiseNested absorbs: x op (x op' z); 0 if nothing fits.
func (b *Builder) bitwiseNested(k Kind, x, y Term) Term {
	for range 2 {
		n := &b.nodes[y]
		if (n.kind == KBVAnd || n.kind == KBVOr || n.kind == KBVXor) && (n.args[0] == x || n.args[1] == x) {
			z := n.args[0]
			if z == x {
				z = n.args[1]
			}
			switch {
			case k == KBVXor && n.kind == KBVXor:
				return z
			case k == KBVXor || n.kind == KBVXor:
			case k == n.kind:
				return y
			default:
				return x
			}
		}
		x, y = y, x
	}
	return 0
}

func (b *Builder) shift(k Kind, x, y Term) Term {
	if b.isZero(x) || b.isZero(y) {
		return x
	}
	if t, ok := b.lift2(k, x, y); ok {
		return t
	}
	w := b.nodes[x].sort
	if b.isConst(y) && b.burn() {
		n := int(w)
		if v := b.bigValue(y); v.IsInt64() && v.Int64() < int64(w) {
			n = int(v.Int64())
		}
		return b.shiftBy(k, x, n)
	}
	if w <= 64 {
		if lo, _ := b.urange(y); lo >= uint64(w) && b.burn() {
			return b.shiftBy(k, x, int(w))
		}
	}
	if l := b.nodes[y].leaves; l > 1 && l <= 4 && b.burn() {
		return b.lift(y, func(c Term) Term { return b.shift(k, x, c) })
	}
	return b.settle(b.mk2(k, w, x, y))
}

// shiftBy shifts by a known amount, from 0 to the width.
func (b *Builder) shiftBy(k Kind, x Term, n int) Term {
	w := int(b.nodes[x].sort)
	switch {
	case n == 0:
		return x
	case k == KAShr:
		return b.sext(w, b.extract(w-1, min(n, w-1), x))
	case n == w:
		return b.zero(uint32(w))
	case k == KShl:
		return b.concat(b.extract(w-n-1, 0, x), b.zero(uint32(n)))
	}
	return b.zext(w, b.extract(w-1, n, x))
}

func (b *Builder) concat(hi, lo Term) Term {
	if b.is(hi, KConcat) {
		var buf [maxPieces]Term
		pieces := buf[:0]
		t := hi
		for b.is(t, KConcat) && len(pieces) < maxPieces {
			pieces = append(pieces, b.arg(t, 0))
			t = b.arg(t, 1)
		}
		r := b.concat1(t, lo)
		for i := len(pieces) - 1; i >= 0; i-- {
			r = b.concat1(pieces[i], r)
		}
		return r
	}
	return b.concat1(hi, lo)
}

// concat1 is concat where the high part is no Concat, unless one of very many pieces.
func (b *Builder) concat1(hi, lo Term) Term {
	head, rest := lo, Term(0)
	if b.is(lo, KConcat) {
		head, rest = b.arg(lo, 0), b.arg(lo, 1)
	}
	if m := b.merge(hi, head); m != 0 {
		if rest == 0 {
			return m
		}
		if b.burn() {
			return b.concat(m, rest)
		}
		return b.mk2(KConcat, b.nodes[m].sort+b.nodes[rest].sort, m, rest)
	}
	return b.mk2(KConcat, b.nodes[hi].sort+b.nodes[lo].sort, hi, lo)
}

// merge is one term for two neighbouring pieces, or 0.
func (b *Builder) merge(hi, lo Term) Term {
	n, m := b.nodes[hi], b.nodes[lo]
	if n.leaves > 0 && m.leaves > 0 {
		if t, ok := b.lift2(KConcat, hi, lo); ok {
			return t
		}
	}
	if n.kind != m.kind {
		return 0
	}
	switch n.kind {
	case KExtract:
		if n.args[0] == m.args[0] && n.args[2] == m.args[1]+1 {
			return b.extract(int(n.args[1]), int(m.args[2]), n.args[0])
		}
	case KBVNot:
		if t := b.mergeBudget(n.args[0], m.args[0]); t != 0 {
			return b.bvnot(t)
		}
	case KIte:
		if n.args[0] == m.args[0] {
			if p := b.mergeBudget(n.args[1], m.args[1]); p != 0 {
				return b.ite(n.args[0], p, b.concat(n.args[2], m.args[2]))
			}
			if q := b.mergeBudget(n.args[2], m.args[2]); q != 0 {
				return b.ite(n.args[0], b.concat(n.args[1], m.args[1]), q)
			}
		}
	}
	return 0
}

func (b *Builder) mergeBudget(hi, lo Term) Term {
	if !b.burn() {
		return 0
	}
	return b.merge(hi, lo)
}

func (b *Builder) extract(hi, lo int, x Term) Term {
	for {
		n := &b.nodes[x]
		w := int(n.sort)
		if lo == 0 && hi == w-1 {
			return x
		}
		switch n.kind {
		case KConst:
			return b.foldExtract(hi, lo, x)
		case KExtract:
			off := int(n.args[2])
			hi, lo, x = hi+off, lo+off, n.args[0]
			continue
		case KConcat:
			lw := int(b.nodes[n.args[1]].sort)
			if hi < lw {
				x = n.args[1]
				continue
			}
			if lo >= lw {
				hi, lo, x = hi-lw, lo-lw, n.args[0]
				continue
			}
			if b.burn() {
				p, q := n.args[0], n.args[1]
				return b.concat(b.extract(hi-lw, 0, p), b.extract(lw-1, lo, q))
			}
		case KSExt:
			pw := int(b.nodes[n.args[0]].sort)
			if hi < pw {
				x = n.args[0]
				continue
			}
			if b.burn() {
				p := n.args[0]
				return b.sext(hi-lo+1, b.extract(pw-1, min(lo, pw-1), p))
			}
		}
		break
	}
	if t := b.extractPush(hi, lo, x); t != 0 {
		return t
	}
	return b.settle(b.mkExtract(hi, lo, x))
}

// extractPush moves an Extract below the operation of x where the operands are made of pieces; 0 otherwise.
func (b *Builder) extractPush(hi, lo int, x Term) Term {
	n := b.nodes[x]
	w := int(n.sort)
	if n.leaves > 1 && b.burn() {
		return b.lift(x, func(t Term) Term { return b.foldExtract(hi, lo, t) })
	}
	p, q := n.args[0], n.args[1]
	switch n.kind {
	case KBVNot:
		if b.cheap(p) && b.burn() {
			return b.bvnot(b.extract(hi, lo, p))
		}
	case KBVAnd, KBVOr, KBVXor:
		if b.cheap(p) && b.cheap(q) && b.burn() {
			return b.bitwise(n.kind, b.extract(hi, lo, p), b.extract(hi, lo, q))
		}
	case KIte:
		if r := n.args[2]; b.cheap(q) && b.cheap(r) && b.burn() {
			return b.ite(p, b.extract(hi, lo, q), b.extract(hi, lo, r))
		}
	case KNeg:
		// Low bits of arithmetic need only low bits of the operands.
		if hi < w-1 && b.cheap(p) && b.burn() {
			return b.extract(hi, lo, b.neg(b.extract(hi, 0, p)))
		}
	case KAdd, KMul:
		if hi < w-1 && b.cheap(p) && b.cheap(q) && b.burn() {
			return b.extract(hi, lo, b.op2(n.kind, b.extract(hi, 0, p), b.extract(hi, 0, q)))
		}
	}
	return 0
}

func (b *Builder) sext(w int, x Term) Term {
	n := b.nodes[x]
	xw := int(n.sort)
	if xw == w {
		return x
	}
	switch {
	case n.kind == KConst:
		return b.foldSExt(w, x)
	case n.kind == KSExt:
		x = n.args[0]
		xw = int(b.nodes[x].sort)
	case n.leaves > 1 && b.burn():
		return b.lift(x, func(t Term) Term { return b.foldSExt(w, t) })
	}
	switch b.signBit(x) {
	case 0:
		return b.concat(b.zero(uint32(w-xw)), x)
	case 1:
		return b.concat(b.ones(uint32(w-xw)), x)
	}
	return b.settle(b.mk1(KSExt, uint32(w), x))
}
