package cfront

import "modernc.org/cc/v4"

// _Generic. The library chooses the association while it checks types, and only the chosen one and the default have types afterwards,
// so another choice cannot be followed. Its choice among pointers is loose, though: qualifiers of what they point to do not
// count, and every pointer to a function or to a pointer fits every other. Each choice is therefore checked again, by the types and by the qualifiers from the
// syntax (qual.go), and an uncertain one is unsupported. C has at most one association
// that fits, so a chosen type that does fit is the right one, and the default is right if none of the others fits.

// unparen is the function of that name, and marks a selection on the way that may have gone wrong.
func (f *fn) unparen(e cc.ExpressionNode) cc.ExpressionNode {
	for {
		x, ok := unparenTo(e, true).(*cc.PrimaryExpression)
		if !ok || x.Case != cc.PrimaryExpressionGeneric || x.GenericSelection.Associated() == nil {
			return unparen(e)
		}
		if !f.u.chosenRight(x.GenericSelection) {
			f.unsupported(x, "_Generic with these types")
			return unparen(e)
		}
		e = x.GenericSelection.Associated().AssignmentExpression
	}
}

func (u *unit) chosenRight(g *cc.GenericSelection) bool {
	t := g.AssignmentExpression.Type()
	if t == nil {
		return false
	}
	if t.Kind() == cc.Function {
		t = t.Pointer()
	}
	if x, ok := unparen(g.AssignmentExpression).(*cc.ConditionalExpression); ok && x.Type().Kind() == cc.Ptr {
		return false // the qualifiers of both sides come together here
	}
	q := u.rvalueQual(g.AssignmentExpression)
	chosen := g.Associated()
	if chosen.Case == cc.GenericAssociationType {
		return u.fits(t, q, chosen) == yes
	}
	for l := g.GenericAssociationList; l != nil; l = l.GenericAssociationList {
		if a := l.GenericAssociation; a.Case == cc.GenericAssociationType && u.fits(t, q, a) != no {
			return false
		}
	}
	return true
}

type certainty int

const (
	no certainty = iota
	yes
	unsure
)

func (c certainty) and(o certainty) certainty {
	switch {
	case c == no || o == no:
		return no
	case c == unsure || o == unsure:
		return unsure
	}
	return yes
}

func certain(b bool) certainty {
	if b {
		return yes
	}
	return no
}

func (u *unit) fits(t cc.Type, q *qual, a *cc.GenericAssociation) certainty {
	at := a.TypeName.Type()
	if at == nil {
		return unsure
	}
	aq := u.typeNameQual(a.TypeName)
	// The controlling expression is a value: it has no qualifiers of its own.
	return certain(sameQual(nil, aq)).and(compatible(t, at, q, aq))
}

func sameQual(a, b *qual) bool {
	return a.isConst() == b.isConst() && a.isVolatile() == b.isVolatile() && a.isAtomic() == b.isAtomic()
}

// compatible compares two types but for their own qualifiers.
func compatible(a, b cc.Type, qa, qb *qual) certainty {
	if a.Kind() != b.Kind() {
		if a.Kind() == cc.Enum || b.Kind() == cc.Enum {
			return certain(a.IsCompatible(b))
		}
		return no
	}
	switch x := a.(type) {
	case *cc.PointerType:
		y, ok := b.(*cc.PointerType)
		if !ok {
			return unsure
		}
		return certain(sameQual(qa.next(), qb.next())).and(compatible(x.Elem(), y.Elem(), qa.next(), qb.next()))
	case *cc.ArrayType:
		y, ok := b.(*cc.ArrayType)
		if !ok || x.Len() < 0 || y.Len() < 0 {
			return unsure
		}
		return certain(x.Len() == y.Len()).and(compatible(x.Elem(), y.Elem(), qa.next(), qb.next()))
	case *cc.FunctionType:
		y, ok := b.(*cc.FunctionType)
		if !ok {
			return unsure
		}
		return compatibleFunctions(x, y, qa, qb)
	}
	return certain(a.IsCompatible(b))
}

// compatibleFunctions does not know the qualifiers behind parameters, and is unsure where there could be some.
func compatibleFunctions(a, b *cc.FunctionType, qa, qb *qual) certainty {
	r := compatible(a.Result(), b.Result(), qa.next(), qb.next())
	pa, pb := a.Parameters(), b.Parameters()
	if a.IsVariadic() != b.IsVariadic() || len(pa) != len(pb) {
		if len(pa) == 0 || len(pb) == 0 {
			return r.and(unsure) // one may have no prototype
		}
		return no
	}
	for i := range pa {
		p := compatible(pa[i].Type(), pb[i].Type(), nil, nil)
		if p == yes && pa[i].Type().Kind() == cc.Ptr {
			p = unsure
		}
		r = r.and(p)
	}
	return r
}
