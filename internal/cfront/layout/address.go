package layout

import "modernc.org/cc/v4"

// Addresses in constant expressions: offsetof is written &((T *)0)->m, and container_of macros of old are
// the same by hand. An address is a constant if it starts from a pointer that is one.

// address evaluates the address of an lvalue.
func (t *Table) address(e cc.ExpressionNode, depth int) (addr int64, typ cc.Type, ok bool) {
	if e == nil || depth > maxConstDepth {
		return 0, nil, false
	}
	depth++
	switch x := Strip(e).(type) {
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionPSelect:
			p, el, ok := t.pointer(x.PostfixExpression, depth)
			if !ok {
				return 0, nil, false
			}
			return t.member(p, el, x.Token2.SrcStr())
		case cc.PostfixExpressionSelect:
			p, st, ok := t.address(x.PostfixExpression, depth)
			if !ok {
				return 0, nil, false
			}
			return t.member(p, st, x.Token2.SrcStr())
		case cc.PostfixExpressionIndex:
			p, el, ok := t.pointer(x.PostfixExpression, depth)
			i, ok2 := t.eval(x.ExpressionList, depth)
			if !ok || !ok2 {
				p, el, ok = t.pointer(x.ExpressionList, depth)
				i, ok2 = t.eval(x.PostfixExpression, depth)
			}
			size := int64(-1)
			if ok && ok2 {
				size = t.Sizeof(el)
			}
			if size < 0 {
				return 0, nil, false
			}
			return p + int64(i.v)*size, el, true
		}
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionDeref {
			return t.pointer(x.CastExpression, depth)
		}
	}
	return 0, nil, false
}

func (t *Table) member(base int64, st cc.Type, name string) (int64, cc.Type, bool) {
	f, ok := t.Member(st, name)
	if !ok || f.BitField {
		return 0, nil, false
	}
	return base + f.Offset, f.Type, true
}

// pointer evaluates an expression of pointer type; typ is what it points to.
func (t *Table) pointer(e cc.ExpressionNode, depth int) (addr int64, typ cc.Type, ok bool) {
	if e == nil || depth > maxConstDepth {
		return 0, nil, false
	}
	depth++
	e = Strip(e)
	switch x := e.(type) {
	case *cc.CastExpression:
		pt, isPtr := x.TypeName.Type().(*cc.PointerType)
		if !isPtr {
			return 0, nil, false
		}
		if n, ok := t.eval(x.CastExpression, depth); ok {
			return int64(n.v), pt.Elem(), true
		}
		a, _, ok := t.pointer(x.CastExpression, depth)
		return a, pt.Elem(), ok
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionAddrof {
			return t.address(x.CastExpression, depth)
		}
	case *cc.AdditiveExpression:
		p, el, ok := t.pointer(x.AdditiveExpression, depth)
		n, ok2 := t.eval(x.MultiplicativeExpression, depth)
		if !ok || !ok2 {
			return 0, nil, false
		}
		size := t.Sizeof(el)
		if x.Case == cc.AdditiveExpressionSub {
			size = -size
		}
		return p + int64(n.v)*size, el, true
	}
	// An array lvalue decays.
	if a, at, ok := t.address(e, depth); ok {
		if arr, isArr := at.(*cc.ArrayType); isArr {
			return a, arr.Elem(), true
		}
	}
	return 0, nil, false
}
