package interleaved

import (
	"github.com/heddle-dev/heddle/internal/encode"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/logic"
)

// Arithmetic as terms, by the rules of docs/assumptions.md. Floats are not followed.

// unary is a unary operation; false: it is not followed.
func (s *shadow) unary(op ir.UnOp, x logic.Term, width int) (logic.Term, bool) {
	b := s.b
	switch op {
	case ir.Not:
		if b.Sort(x).IsBool() {
			return b.Not(x), true
		}
		return b.BVNot(x), true
	case ir.PtrToInt:
		return x, true
	case ir.Neg:
		return b.Neg(s.bits(x)), true
	case ir.ZExt:
		return b.ZExt(width, s.bits(x)), true
	case ir.SExt:
		return b.SExt(width, s.bits(x)), true
	case ir.Trunc:
		return b.Extract(width-1, 0, s.bits(x)), true
	}
	return 0, false
}

// binary is a binary operation, with the condition that it is valid if it can be invalid.
func (s *shadow) binary(m *irexec.Moment, n *step, in *ir.Binary) {
	x, cx := s.value(m, in.X)
	y, cy := s.value(m, in.Y)
	b := s.b
	pinned := func() {
		n.conds = append(n.conds, s.is(x, cx), s.is(y, cy))
		n.fails = append(n.fails, s.is(x, cx), s.is(y, cy))
		s.set(m, n, in.Dst, 0)
	}
	if in.Op.IsFloat() {
		pinned()
		return
	}
	if in.Exact && s.open && len(s.within(x, y)) > 0 {
		fits := encode.Fits(b, in.Op, x, y)
		n.conds, n.fails = append(n.conds, fits), append(n.fails, b.Not(fits))
	} else if in.Exact && !s.near(in.Op, x, y) && !(b.IsConst(x) && b.IsConst(y)) {
		if in.Op != ir.Add || !b.IsConst(y) && !b.IsConst(x) {
			pinned()
			return
		}
		v, c := x, cx
		if b.IsConst(x) {
			v, c = y, cy
		}
		n.conds = append(n.conds, s.is(v, c))
		n.fails = append(n.fails, s.is(v, c))
	}
	if in.X.Width == 1 {
		x, y = s.bits(x), s.bits(y)
	}
	w := b.Width(x)
	switch in.Op {
	case ir.UDiv, ir.URem, ir.SDiv, ir.SRem:
		zero := b.Eq(y, b.BV(w, 0))
		if cy.IsZero() {
			n.fails = append(n.fails, zero)
		} else {
			n.fails = append(n.fails, s.is(x, cx), s.is(y, cy))
		}
		n.conds = append(n.conds, b.Not(zero))
		if in.Op == ir.SDiv || in.Op == ir.SRem {
			least := s.constant(w, ir.Const{Lo: 1}.Shifted(w-1))
			n.conds = append(n.conds, b.Not(b.And(b.Eq(x, least), b.Eq(y, b.BVNot(b.BV(w, 0))))))
		}
	}
	s.set(m, n, in.Dst, encode.Binary(b, in.Op, x, y))
}

// near reports whether exact arithmetic is a small step from a pointer of the input, which never leaves the address space.
func (s *shadow) near(op ir.BinOp, x, y logic.Term) bool {
	if op == ir.Mul || !s.b.IsConst(y) {
		return false
	}
	for _, v := range s.b.VarsOf(x) {
		if in := s.inputs[v]; in == nil || !in.pointer {
			continue
		}
		from, ok := s.b.Uint64(s.b.Sub(x, v))
		by, _ := s.b.Uint64(y)
		if small := func(k uint64) bool { return k < 1<<20 }; ok && small(from) && small(by) && op == ir.Add {
			return true
		}
	}
	return false
}

// modified is what a read-modify-write writes; 0: it is not followed.
func (s *shadow) modified(op ir.RMWOp, old, v logic.Term) logic.Term {
	switch b := s.b; op {
	case ir.RMWXchg:
		return v
	case ir.RMWAdd:
		return b.Add(old, v)
	case ir.RMWSub:
		return b.Sub(old, v)
	case ir.RMWAnd:
		return b.BVAnd(old, v)
	case ir.RMWOr:
		return b.BVOr(old, v)
	case ir.RMWXor:
		return b.BVXor(old, v)
	case ir.RMWNand:
		return b.BVNot(b.BVAnd(old, v))
	case ir.RMWSMax:
		return b.Ite(b.SLt(old, v), v, old)
	case ir.RMWSMin:
		return b.Ite(b.SLt(v, old), v, old)
	case ir.RMWUMax:
		return b.Ite(b.ULt(old, v), v, old)
	case ir.RMWUMin:
		return b.Ite(b.ULt(v, old), v, old)
	}
	return 0
}
