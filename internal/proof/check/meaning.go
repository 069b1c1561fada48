package check

import (
	"math/big"
	"slices"

	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/proof"
)

// What the conditions of a proof mean, as terms. They are typed: bits of a width, conditions, and threads, which are compared for equality and nothing else.

// scope is what names mean.
type scope struct {
	m *model
	t *kind  // whose own variables there are; nil: nobody's
	a *array // of a rule: what the content of a cell is
}

// lookup is what a name means, and its type.
func (s *scope) lookup(name string) (logic.Term, typ, error) {
	m := s.m
	switch {
	case s.a != nil:
		if name == proof.Cell {
			return s.a.cell, s.a.typ, nil
		}
	case name == proof.Nobody:
		return m.zero(number), number, nil
	case name == proof.Me && s.t != nil:
		return s.t.me[0], number, nil
	case s.t != nil && s.t.own[name] != nil:
		v := s.t.own[name]
		return v.term[0], v.typ, nil
	case m.byName[name] != nil:
		v := m.byName[name]
		return v.term[0], v.typ, nil
	default:
		for _, k := range m.kinds {
			if k.single && name == proof.TheOnly(k.name) {
				return k.me[0], number, nil
			}
		}
	}
	return 0, typ{}, bad("%.60q is no name of the program that a proof can speak of here", name)
}

// condition is the meaning of a condition.
func (s *scope) condition(x *proof.Expr) (logic.Term, error) {
	t, is, err := s.of(x, condition)
	if err == nil && is != condition {
		err = bad("%.60q is no condition", x.String())
	}
	return t, err
}

// all is the meaning of conditions with alternatives.
func (s *scope) all(c *proof.Cond) (logic.Term, error) {
	conj := func(xs []*proof.Expr) (logic.Term, error) {
		var out []logic.Term
		for _, x := range xs {
			t, err := s.condition(x)
			if err != nil {
				return 0, err
			}
			out = append(out, t)
		}
		return s.m.b.And(out...), nil
	}
	out, err := conj(c.All)
	if err != nil || len(c.Any) == 0 {
		return out, err
	}
	var any []logic.Term
	for _, xs := range c.Any {
		t, err := conj(xs)
		if err != nil {
			return 0, err
		}
		any = append(any, t)
	}
	return s.m.b.And(out, s.m.b.Or(any...)), nil
}

// of is the meaning of an expression; a number without a width has that of what is wanted.
func (s *scope) of(x *proof.Expr, want typ) (logic.Term, typ, error) {
	b := s.m.b
	switch x.Op {
	case proof.Var:
		return s.lookup(x.Name)
	case proof.True, proof.False:
		return b.Bool(x.Op == proof.True), condition, nil
	case proof.Num:
		return s.number(x, want)
	case proof.Ite:
		c, err := s.condition(x.Args[0])
		if err != nil {
			return 0, typ{}, err
		}
		args, t, err := s.alike(x, x.Args[1:], want)
		if err != nil {
			return 0, typ{}, err
		}
		return b.Ite(c, args[0], args[1]), t, nil
	case proof.Cat, proof.SExt, proof.ZExt, proof.Bits:
		return s.resized(x)
	case proof.Not, proof.All, proof.Some:
		var args []logic.Term
		for _, y := range x.Args {
			t, err := s.condition(y)
			if err != nil {
				return 0, typ{}, err
			}
			args = append(args, t)
		}
		switch x.Op {
		case proof.Not:
			return b.Not(args[0]), condition, nil
		case proof.All:
			return b.And(args...), condition, nil
		}
		return b.Or(args...), condition, nil
	case proof.Eq, proof.Ne, proof.Lt, proof.Le, proof.LtU, proof.LeU:
		args, t, err := s.alike(x, x.Args, typ{})
		if err != nil {
			return 0, typ{}, err
		}
		equal := x.Op == proof.Eq || x.Op == proof.Ne
		if !equal && t.width == 0 {
			return 0, typ{}, bad("%.60q orders what has no order", x.String())
		}
		p, q := args[0], args[1]
		compare := map[proof.Op]func() logic.Term{
			proof.Eq: func() logic.Term { return b.Eq(p, q) }, proof.Ne: func() logic.Term { return b.Not(b.Eq(p, q)) },
			proof.Lt: func() logic.Term { return b.SLt(p, q) }, proof.Le: func() logic.Term { return b.SLe(p, q) },
			proof.LtU: func() logic.Term { return b.ULt(p, q) }, proof.LeU: func() logic.Term { return b.ULe(p, q) },
		}
		return compare[x.Op](), condition, nil
	}
	args, t, err := s.alike(x, x.Args, want)
	if err != nil {
		return 0, typ{}, err
	}
	if t.width == 0 {
		return 0, typ{}, bad("%.60q computes with what is no number", x.String())
	}
	out := args[0]
	switch x.Op {
	case proof.Flip:
		out = b.BVNot(out)
	case proof.Neg:
		out = b.Neg(out)
	}
	binary := map[proof.Op]func(x, y logic.Term) logic.Term{
		proof.Add: b.Add, proof.Sub: b.Sub, proof.Mul: b.Mul, proof.BitAn: b.BVAnd, proof.BitOr: b.BVOr, proof.Xor: b.BVXor,
		proof.UDiv: b.UDiv, proof.URem: b.URem, proof.Shl: b.Shl, proof.LShr: b.LShr, proof.AShr: b.AShr,
	}
	for _, y := range args[1:] {
		out = binary[x.Op](out, y)
	}
	return out, t, nil
}

// number is a number that fits its width, with a sign or without.
func (s *scope) number(x *proof.Expr, want typ) (logic.Term, typ, error) {
	w := want.width
	if x.Width > 0 {
		w = x.Width
	}
	if w == 0 {
		return 0, typ{}, bad("the number %.40s needs a width, as in %.40s:32", x.Val.String(), x.Val.String())
	}
	least := new(big.Int).Neg(new(big.Int).Lsh(big.NewInt(1), uint(w-1)))
	if x.Val.Cmp(least) < 0 || x.Val.BitLen() > w && x.Val.Sign() > 0 {
		return 0, typ{}, bad("the number %.40s does not fit %d bits", x.Val.String(), w)
	}
	v := new(big.Int).And(x.Val, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(w)), big.NewInt(1)))
	return s.m.b.BVBig(w, v), typ{width: w}, nil
}

// alike is operands of one type. Numbers without a width come last: they have that of the others.
func (s *scope) alike(x *proof.Expr, args []*proof.Expr, want typ) ([]logic.Term, typ, error) {
	out := make([]logic.Term, len(args))
	later := func(y *proof.Expr) bool { return y.Op == proof.Num && y.Width == 0 }
	first := slices.IndexFunc(args, func(y *proof.Expr) bool { return !later(y) })
	var t typ
	for i, y := range slices.Concat(args[max(first, 0):], args[:max(first, 0)]) {
		if later(y) && i > 0 {
			want = t
		}
		term, is, err := s.of(y, want)
		if err != nil {
			return nil, t, err
		}
		if i == 0 {
			t, want = is, is
		}
		if is != t {
			return nil, t, bad("%.60q is about things of two types", x.String())
		}
		out[(i+max(first, 0))%len(args)] = term
	}
	return out, t, nil
}

// resized is what has another width than its operands.
func (s *scope) resized(x *proof.Expr) (logic.Term, typ, error) {
	b := s.m.b
	var args []logic.Term
	width := 0
	for _, y := range x.Args {
		t, is, err := s.of(y, typ{})
		if err != nil {
			return 0, typ{}, err
		}
		if is.width == 0 {
			return 0, typ{}, bad("%.60q needs numbers", x.String())
		}
		args, width = append(args, t), width+is.width
	}
	var out logic.Term
	switch n := x.Nums; {
	case x.Op == proof.Cat && width <= proof.MostWidth:
		out = b.Concat(args[0], args[1])
	case x.Op == proof.SExt && n[0] >= width:
		out = b.SExt(n[0], args[0])
	case x.Op == proof.ZExt && n[0] >= width:
		out = b.ZExt(n[0], args[0])
	case x.Op == proof.Bits && n[0] < width && n[1] <= n[0]:
		out = b.Extract(n[0], n[1], args[0])
	default:
		return 0, typ{}, bad("%.60q does not fit", x.String())
	}
	return out, typ{width: b.Width(out)}, nil
}
