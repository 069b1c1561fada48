package logic

// Going over terms. All of it works with explicit stacks: depth is no limit. Handles are a topological order, so a
// cone sorted by handle has every argument before its users.

import "slices"

// Cone is every term reachable from the roots, roots included, each once, arguments before users.
func (b *Builder) Cone(roots ...Term) []Term {
	if len(b.seen) < len(b.nodes) {
		b.seen = append(b.seen, make([]uint32, cap(b.nodes)-len(b.seen))...)
	}
	b.epoch++
	if b.epoch == 0 { // wrapped
		clear(b.seen)
		b.epoch = 1
	}
	var out []Term
	for _, r := range roots {
		if b.seen[r] != b.epoch {
			b.seen[r] = b.epoch
			out = append(out, r)
		}
	}
	for i := 0; i < len(out); i++ {
		for _, a := range b.Args(out[i]) {
			if b.seen[a] != b.epoch {
				b.seen[a] = b.epoch
				out = append(out, a)
			}
		}
	}
	slices.Sort(out)
	return out
}

// VarsOf are the variables in the cone of the roots, oldest first.
func (b *Builder) VarsOf(roots ...Term) []Term {
	var out []Term
	for _, t := range b.Cone(roots...) {
		if b.nodes[t].kind == KVar {
			out = append(out, t)
		}
	}
	return out
}

// Subst replaces, in t, each term that is a key of m by its value, which must have the same sort. Values are not
// searched again. The result is simplified.
func (b *Builder) Subst(t Term, m map[Term]Term) Term { return b.SubstAll([]Term{t}, m)[0] }

// SubstAll is Subst of several terms at once, sharing the work.
func (b *Builder) SubstAll(ts []Term, m map[Term]Term) []Term {
	for k, v := range m {
		if b.nodes[k].sort != b.nodes[v].sort {
			b.ill("Subst", k, v)
		}
	}
	return b.rebuild(b, ts, func(t Term) (Term, bool) {
		u, ok := m[t]
		return u, ok
	})
}

// Import makes the terms of another builder in this one, by this one's rules. Variables are matched by name; one that
// exists here with another sort panics. A variable that stands for an approximated operation becomes a fresh one here,
// the same in later calls, because its name may stand for another operation in this builder; it keeps its mark, but
// Exact cannot undo it here.
func (b *Builder) Import(from *Builder, ts ...Term) []Term {
	return b.rebuild(from, ts, func(t Term) (Term, bool) {
		if from.nodes[t].kind != KVar {
			return 0, false
		}
		what, marked := from.approx[t]
		if !marked {
			return b.Var(from.Name(t), from.Sort(t)), true
		}
		v, ok := b.imported[foreign{from, t}]
		if !ok {
			what.x, what.y = 0, 0
			v = b.markedVar(what, from.Sort(t))
			b.imported[foreign{from, t}] = v
		}
		return v, true
	})
}

// rebuild makes the terms ts of from in b, where leaf may say what becomes of a term.
func (b *Builder) rebuild(from *Builder, ts []Term, leaf func(Term) (Term, bool)) []Term {
	done := &b.rebuilt // kept between calls and emptied after each: most substitutions are small beside the builder
	var touched []Term
	defer func() {
		for _, t := range touched {
			*done.at(t) = 0
		}
	}()
	put := func(t, u Term) {
		*done.at(t) = u
		touched = append(touched, t)
	}
	var args []Term
	stack := slices.Clone(ts)
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		if done.get(t) != 0 {
			stack = stack[:len(stack)-1]
			continue
		}
		if u, ok := leaf(t); ok {
			put(t, u)
			stack = stack[:len(stack)-1]
			continue
		}
		args = args[:0]
		same := b == from
		ready := true
		for _, a := range from.Args(t) {
			u := done.get(a)
			if u == 0 {
				ready = false
				stack = append(stack, a)
				continue
			}
			same = same && u == a
			args = append(args, u)
		}
		if !ready {
			continue
		}
		stack = stack[:len(stack)-1]
		if same {
			put(t, t)
		} else {
			put(t, b.like(from, t, args))
		}
	}
	out := make([]Term, len(ts))
	for i, t := range ts {
		out[i] = done.get(t)
	}
	return out
}

// like makes the operation of t, a term of from, on other arguments.
func (b *Builder) like(from *Builder, t Term, args []Term) Term {
	switch k := from.Kind(t); k {
	case KConst:
		return b.Const(from.Value(t))
	case KVar:
		return b.Var(from.Name(t), from.Sort(t))
	case KNot:
		return b.Not(args[0])
	case KAnd:
		return b.And(args...)
	case KEq:
		return b.Eq(args[0], args[1])
	case KIte:
		return b.Ite(args[0], args[1], args[2])
	case KBVNot:
		return b.BVNot(args[0])
	case KNeg:
		return b.Neg(args[0])
	case KConcat:
		return b.Concat(args[0], args[1])
	case KExtract:
		hi, lo := from.ExtractBounds(t)
		return b.Extract(hi, lo, args[0])
	case KSExt:
		return b.SExt(from.Width(t), args[0])
	case KConstArray:
		return b.ConstArray(from.Sort(t).Index, args[0])
	case KSelect:
		return b.Select(args[0], args[1])
	case KStore:
		return b.Store(args[0], args[1], args[2])
	default:
		return b.binary(k, args[0], args[1])
	}
}
