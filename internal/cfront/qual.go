package cfront

import "modernc.org/cc/v4"

// Qualifiers, read from the syntax.
//
// An access is marked by the qualifiers of its lvalue: volatile, or atomic, which also makes `x++` one step. The checker
// of the library keeps _Atomic only as a flag of the declarator (so `_Atomic int *p` and `int *_Atomic p` look the
// same, and a typedef loses it), and volatile of a pointer's target gets lost on some paths. So the qualifiers of an
// expression are found here from the declarations themselves: a qual mirrors the shape of a type (pointer, array, function
// result) and a walk over the expression follows it. Wrong answers here would be silent wrong verdicts, which is why
// nothing is taken from the library's types.

// qual is the qualifiers of a type and, through elem, of what it points to, holds or returns. Nil has none at all.
type qual struct {
	volatile, atomic, constant bool
	elem                       *qual
}

func (q *qual) isVolatile() bool { return q != nil && q.volatile }
func (q *qual) isAtomic() bool   { return q != nil && q.atomic }
func (q *qual) isConst() bool    { return q != nil && q.constant }

func (q *qual) next() *qual {
	if q == nil {
		return nil
	}
	return q.elem
}

// merge adds the top qualifiers of o to q, as for a member of a volatile struct.
func (q *qual) merge(o *qual) *qual {
	switch {
	case o == nil || !o.volatile && !o.constant:
		return q
	case q == nil:
		return &qual{volatile: o.volatile, constant: o.constant}
	}
	r := *q
	r.volatile = r.volatile || o.volatile
	r.constant = r.constant || o.constant
	return &r
}

// specs are the specifiers a declarator was declared with.
type specs struct {
	ds *cc.DeclarationSpecifiers
	sq *cc.SpecifierQualifierList
	in cc.ExpressionNode // __auto_type: the initializer
}

// learn remembers the specifiers of everything a translation unit declares at file scope.
func (u *unit) learn(tu *cc.TranslationUnit) {
	for ; tu != nil; tu = tu.TranslationUnit {
		switch x := tu.ExternalDeclaration; x.Case {
		case cc.ExternalDeclarationFuncDef:
			u.learnFunc(x.FunctionDefinition)
		case cc.ExternalDeclarationDecl:
			u.learnDecl(x.Declaration)
		}
	}
}

func (u *unit) learnFunc(fd *cc.FunctionDefinition) {
	s := specs{ds: fd.DeclarationSpecifiers}
	u.specs[fd.Declarator] = s
	u.learnSpecs(s)
	u.learnParams(fd.Declarator)
	for l := fd.DeclarationList; l != nil; l = l.DeclarationList {
		u.learnDecl(l.Declaration)
	}
}

// learnDecl remembers one declaration; lowering calls it for declarations inside functions.
func (u *unit) learnDecl(d *cc.Declaration) {
	if d == nil {
		return
	}
	if d.Case == cc.DeclarationAuto {
		if d.Initializer != nil {
			u.specs[d.Declarator] = specs{in: d.Initializer.AssignmentExpression}
		}
		return
	}
	s := specs{ds: d.DeclarationSpecifiers}
	u.learnSpecs(s)
	for l := d.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
		dd := l.InitDeclarator.Declarator
		u.specs[dd] = s
		if a := l.InitDeclarator.AttributeSpecifierList; a != nil {
			u.attrs[dd] = a
		}
		u.learnParams(dd)
	}
}

// learnParams remembers the parameters of a function declarator, of all levels of it.
func (u *unit) learnParams(d *cc.Declarator) {
	if d == nil {
		return
	}
	for dd := d.DirectDeclarator; dd != nil; dd = dd.DirectDeclarator {
		switch dd.Case {
		case cc.DirectDeclaratorDecl:
			u.learnParams(dd.Declarator)
		case cc.DirectDeclaratorFuncParam:
			if dd.ParameterTypeList == nil {
				continue
			}
			for l := dd.ParameterTypeList.ParameterList; l != nil; l = l.ParameterList {
				p := l.ParameterDeclaration
				s := specs{ds: p.DeclarationSpecifiers}
				u.learnSpecs(s)
				if p.Declarator != nil {
					u.specs[p.Declarator] = s
					u.learnParams(p.Declarator)
				}
			}
		}
	}
}

// learnSpecs remembers the members of structs that are defined among specifiers.
func (u *unit) learnSpecs(s specs) {
	s.each(func(t *cc.TypeSpecifier, _ *cc.TypeQualifier) {
		if t == nil {
			return
		}
		if su := t.StructOrUnionSpecifier; su != nil && su.Case == cc.StructOrUnionSpecifierDef {
			for l := su.StructDeclarationList; l != nil; l = l.StructDeclarationList {
				sd := l.StructDeclaration
				if sd.Case != cc.StructDeclarationDecl {
					continue
				}
				ms := specs{sq: sd.SpecifierQualifierList}
				u.learnSpecs(ms)
				for m := sd.StructDeclaratorList; m != nil; m = m.StructDeclaratorList {
					if md := m.StructDeclarator.Declarator; md != nil {
						u.specs[md] = ms
					}
				}
			}
		}
		if t.TypeName != nil {
			u.learnSpecs(specs{sq: t.TypeName.SpecifierQualifierList})
		}
	})
}

// each calls f for every type specifier and qualifier.
func (s specs) each(f func(*cc.TypeSpecifier, *cc.TypeQualifier)) {
	for l := s.ds; l != nil; l = l.DeclarationSpecifiers {
		if l.TypeSpecifier != nil || l.TypeQualifier != nil {
			f(l.TypeSpecifier, l.TypeQualifier)
		}
	}
	for l := s.sq; l != nil; l = l.SpecifierQualifierList {
		if l.TypeSpecifier != nil || l.TypeQualifier != nil {
			f(l.TypeSpecifier, l.TypeQualifier)
		}
	}
}

// specQual is the qualifiers that specifiers give to the base type.
func (u *unit) specQual(s specs) *qual {
	if s.in != nil {
		return u.rvalueQual(s.in)
	}
	var r qual
	s.each(func(t *cc.TypeSpecifier, q *cc.TypeQualifier) {
		if q != nil {
			r.add(q)
			return
		}
		var b *qual
		switch t.Case {
		case cc.TypeSpecifierTypeName:
			b = u.typedefQual(t)
		case cc.TypeSpecifierTypeofExpr:
			b = u.exprQual(t.ExpressionList)
		case cc.TypeSpecifierTypeofType:
			b = u.typeNameQual(t.TypeName)
		case cc.TypeSpecifierAtomic:
			if t.AtomicTypeSpecifier != nil {
				b = u.typeNameQual(t.AtomicTypeSpecifier.TypeName)
			}
			r.atomic = true
		}
		if b != nil {
			r.volatile = r.volatile || b.volatile
			r.atomic = r.atomic || b.atomic
			r.constant = r.constant || b.constant
			r.elem = b.elem
		}
	})
	if r == (qual{}) {
		return nil
	}
	return &r
}

func (q *qual) add(t *cc.TypeQualifier) {
	switch t.Case {
	case cc.TypeQualifierVolatile:
		q.volatile = true
	case cc.TypeQualifierAtomic:
		q.atomic = true
	case cc.TypeQualifierConst:
		q.constant = true
	}
}

// typedefQual finds the typedef that a type specifier names.
func (u *unit) typedefQual(t *cc.TypeSpecifier) *qual {
	name := t.Token.SrcStr()
	for s := t.LexicalScope(); s != nil; s = s.Parent {
		for _, n := range s.Nodes[name] {
			if d, ok := n.(*cc.Declarator); ok && d.IsTypename() {
				return u.declQual(d)
			}
		}
	}
	return nil
}

// declQual is the qualifiers of what a declarator declares.
func (u *unit) declQual(d *cc.Declarator) *qual {
	if q, ok := u.quals[d]; ok {
		return q
	}
	s, ok := u.specs[d]
	if !ok {
		return nil
	}
	u.quals[d] = nil // a declaration that mentions itself, as in `int x = sizeof x`
	q := declarator(u.specQual(s), d)
	u.quals[d] = q
	return q
}

func declarator(q *qual, d *cc.Declarator) *qual {
	return direct(pointer(q, d.Pointer), d.DirectDeclarator)
}

func pointer(q *qual, p *cc.Pointer) *qual {
	for ; p != nil; p = p.Pointer {
		n := qual{elem: q}
		for t := p.TypeQualifiers; t != nil; t = t.TypeQualifiers {
			if t.TypeQualifier != nil {
				n.add(t.TypeQualifier)
			}
		}
		q = nil
		if n != (qual{}) {
			q = &n
		}
	}
	return q
}

func direct(q *qual, d *cc.DirectDeclarator) *qual {
	for d != nil {
		switch d.Case {
		case cc.DirectDeclaratorIdent:
			return q
		case cc.DirectDeclaratorDecl:
			return declarator(q, d.Declarator)
		default: // arrays and functions
			q = wrap(q)
			d = d.DirectDeclarator
		}
	}
	return q
}

func wrap(q *qual) *qual {
	if q == nil {
		return nil
	}
	return &qual{elem: q}
}

// typeNameQual is the qualifiers of a type name, as in a cast.
func (u *unit) typeNameQual(t *cc.TypeName) *qual {
	if t == nil {
		return nil
	}
	s := specs{sq: t.SpecifierQualifierList}
	if _, ok := u.typeNames[t]; !ok {
		u.typeNames[t] = true
		u.learnSpecs(s)
	}
	return abstract(u.specQual(s), t.AbstractDeclarator)
}

func abstract(q *qual, d *cc.AbstractDeclarator) *qual {
	if d == nil {
		return q
	}
	q = pointer(q, d.Pointer)
	for a := d.DirectAbstractDeclarator; a != nil; a = a.DirectAbstractDeclarator {
		if a.Case == cc.DirectAbstractDeclaratorDecl {
			return abstract(q, a.AbstractDeclarator)
		}
		q = wrap(q)
	}
	return q
}

// lastExpr is the expression whose value a statement expression has, if it has one.
func lastExpr(cs *cc.CompoundStatement) cc.ExpressionNode {
	if s := lastStatement(cs); s != nil {
		return s.ExpressionList
	}
	return nil
}

func lastStatement(cs *cc.CompoundStatement) *cc.ExpressionStatement {
	if cs == nil {
		return nil
	}
	var last *cc.BlockItem
	for l := cs.BlockItemList; l != nil; l = l.BlockItemList {
		last = l.BlockItem
	}
	if last == nil || last.Case != cc.BlockItemStmt {
		return nil
	}
	s := last.Statement
	for s != nil && s.Case == cc.StatementLabeled {
		s = s.LabeledStatement.Statement
	}
	if s == nil || s.Case != cc.StatementExpr {
		return nil
	}
	return s.ExpressionStatement
}
