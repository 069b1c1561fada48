package logic

// Definitions: variables that name a term.
//
// A defined variable has the value of its definition in every model: it is a name, not a choice. What a definition says can be left out by a
// solver as long as no evaluation needs the variable, or a model satisfies it anyway. So a definition marks a part of a formula that is
// large and that few answers depend on.
//
// A defined array is given by what it holds at an index, as a term that is built when that index is read: an array of which a range was
// overwritten differs from the one before in thousands of places, of which a formula reads a few. (Lambda terms that are reduced on demand,
// after Preiner, Niemetz and Biere 2013.) Rejected: kinds of terms for such arrays, which every simplifier, printer and solver would have to know.

// definition is the term that a variable names, or the content of an array at an index, built on demand; also is what is true then.
type definition struct {
	make func(i Term) (is, also Term)
	made map[Term]said // by index
}

type said struct{ is, also Term }

// Define gives a variable its definition, built on demand, and what is also true then. It must be fresh: nothing that the definition is made of may
// depend on it.
func (b *Builder) Define(x Term, as func() (is, also Term)) {
	b.define(x, func(Term) (is, also Term) { return as() })
}

// DefineArray says what an array variable holds at an index, and what is also true if that index is read. It must be said before anything is made of
// the array.
func (b *Builder) DefineArray(x Term, at func(i Term) (is, also Term)) {
	if !b.Sort(x).IsArray() {
		b.ill("DefineArray", x)
	}
	b.define(x, at)
}

func (b *Builder) define(x Term, as func(i Term) (is, also Term)) {
	if b.nodes[x].kind != KVar || b.IsDefined(x) {
		b.ill("Define", x)
	}
	b.definitions[x] = &definition{as, map[Term]said{}}
}

// Named is a fresh variable that stands for a term.
func (b *Builder) Named(prefix string, is Term) Term {
	x := b.FreshVar(prefix, b.Sort(is))
	b.Define(x, func() (Term, Term) { return is, termTrue })
	return x
}

// IsDefined reports whether a variable stands for something.
func (b *Builder) IsDefined(x Term) bool { return b.definitions[x] != nil }

// IsDefinedArray reports whether x is an array variable that stands for something.
func (b *Builder) IsDefinedArray(x Term) bool { return b.IsDefined(x) && b.Sort(x).IsArray() }

// Definition is what a defined variable stands for, or what a defined array holds at index i, and what is also true then.
func (b *Builder) Definition(x, i Term) (is, also Term) {
	d := b.definitions[x]
	m, ok := d.made[i]
	if !ok {
		m.is, m.also = d.make(i)
		d.made[i] = m
	}
	return m.is, m.also
}

// hasDefinedArray reports whether an array is made, by stores and choices, of one that is defined.
func (b *Builder) hasDefinedArray(a Term) bool {
	if len(b.definitions) == 0 {
		return false
	}
	const no, yes = 1, 2
	if has := b.hasDefined.get(a); has != 0 {
		return has == yes
	}
	stack := []Term{a}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		has, open := uint8(no), false
		for _, x := range b.partsOf(t) {
			switch b.hasDefined.get(x) {
			case 0:
				stack = append(stack, x)
				open = true
			case yes:
				has = yes
			}
		}
		if open {
			continue
		}
		if b.IsDefinedArray(t) {
			has = yes
		}
		*b.hasDefined.at(t) = has
		stack = stack[:len(stack)-1]
	}
	return b.hasDefined.get(a) == yes
}

// partsOf are the arrays that an array has its elements from.
func (b *Builder) partsOf(a Term) []Term {
	switch n := &b.nodes[a]; n.kind {
	case KStore:
		return n.args[:1]
	case KIte:
		return n.args[1:3]
	}
	return nil
}

// DefinedParts lists the defined arrays that an array is made of by stores and choices.
func (b *Builder) DefinedParts(a Term) []Term {
	var out []Term
	seen := map[Term]bool{a: true}
	for stack := []Term{a}; len(stack) > 0; {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if b.IsDefinedArray(t) {
			out = append(out, t)
		}
		for _, x := range b.partsOf(t) {
			if !seen[x] && b.hasDefinedArray(x) {
				seen[x] = true
				stack = append(stack, x)
			}
		}
	}
	return out
}
