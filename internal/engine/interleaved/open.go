package interleaved

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/logic"
)

// Reads whose place a free choice decides: a[i] of Fig. 6, where i is any number. Pinning the address makes a run, and a filter, of every value. Where choices are quantified the address stays a term over the choice and
// over the pointer of the input that it goes through, and what is read there is a variable of the input at that address. It is followed only if that is all there is to say: the object is one of the input, holds no
// pointers, and nothing that the run wrote can lie in it. Everything else is pinned as always.
//
// What such a variable is depends on who asks. With the input known it is a choice among the few places that are not zero (content); with the choices known it is the input at one place (determinize); for
// an engine it is a load (emitter).

// chosenRead follows a load at an address that choices decide.
func (s *shadow) chosenRead(m *irexec.Moment, n *step, in *ir.Load) (logic.Term, bool) {
	if !s.open {
		return 0, false
	}
	t, c := s.value(m, in.Mem.Addr)
	base, ok := s.chosenAddress(t)
	if !ok || m.At(c.Lo) != irexec.External {
		return 0, false
	}
	g, ok := s.chosenObject(base, c.Lo)
	if !ok || s.written(g) {
		return 0, false
	}
	b, w, size := s.b, s.b.Width(t), uint64(in.Mem.Size)
	first, last := s.bases[g], s.bases[g]+uint64(s.p.Globals[g].Size)-size
	if c.Lo < first || c.Lo > last || first%size != 0 || c.Lo%size != 0 || size&(size-1) != 0 {
		return 0, false
	}
	at := t
	if base == 0 {
		at = b.Sub(t, b.BV(w, first)) // where objects lie is for engines to say
		n.conds = append(n.conds, b.ULe(at, b.BV(w, last-first)))
	} else {
		n.conds = append(n.conds, b.Not(b.Eq(base, b.BV(w, 0))), b.ULe(b.BV(w, first), t), b.ULe(t, b.BV(w, last)))
	}
	if size > 1 {
		n.conds = append(n.conds, b.Eq(b.BVAnd(at, b.BV(w, size-1)), b.BV(w, 0)))
	}
	n.fails = append(n.fails, s.is(t, c))
	a := access{term: t, at: c.Lo, size: in.Mem.Size, base: base, offset: (c.Lo - s.baseOf(base)) & s.mask()}
	a.name(s, &in.Mem)
	return s.chosenInput(a), true
}

// chosenAddress reports whether an address is made of choices and of one pointer of the input, or of none (0).
func (s *shadow) chosenAddress(t logic.Term) (base logic.Term, ok bool) {
	for _, v := range s.b.VarsOf(t) {
		if _, is := s.choices[v]; is {
			ok = true
			continue
		}
		if in := s.inputs[v]; in == nil || !in.pointer || base != 0 {
			return 0, false
		}
		base = v
	}
	if base != 0 && slices.Contains(s.b.VarsOf(s.b.Sub(t, base)), base) {
		return 0, false
	}
	return base, ok
}

// chosenObject is the one object that such an address lies in, if it is one of the input without pointers.
func (s *shadow) chosenObject(base logic.Term, at uint64) (ir.GlobalID, bool) {
	g, ok := s.globalAt(at)
	if base != 0 {
		targets := s.inputs[base].targets
		ok = ok && len(targets) == 1 && targets[0].Object == ir.Object{Global: g}
	}
	return g, ok && s.p.Globals[g].External && len(s.p.Globals[g].Incoming) == 0
}

// written reports whether something that the run wrote may lie in an object.
func (s *shadow) written(g ir.GlobalID) bool {
	return slices.ContainsFunc(s.writes, func(a access) bool {
		at, ok := s.spread(&a)
		return ok && slices.ContainsFunc(at, func(e ir.Extent) bool { return e.Object == ir.Object{Global: g} })
	})
}

// chosenInput is the variable of the input at an address that choices decide.
func (t *terms) chosenInput(a access) logic.Term {
	key := [2]int{int(a.term), a.size}
	if v, ok := t.memory[key]; ok {
		return v
	}
	v := t.b.FreshVar("chosen", logic.BVSort(8*a.size))
	t.memory[key], t.inputs[v] = v, &input{access: a, chosen: true}
	return v
}

// baseOf is the value of a pointer of the input; of none it is 0.
func (t *terms) baseOf(v logic.Term) uint64 {
	if v == 0 {
		return 0
	}
	return t.valueOf(v)
}

// content is what an input holds at an address that choices decide: zero but for a few places.
func (t *terms) content(in *input) logic.Term {
	a := &in.access
	at := a.term
	if a.base != 0 {
		at = t.b.SubstAll([]logic.Term{at}, map[logic.Term]logic.Term{a.base: t.b.BV(t.b.Width(a.base), t.valueOf(a.base))})[0]
	}
	g, _ := t.globalAt(a.at)
	size := uint64(a.size)
	var places []uint64
	for k, v := range t.external {
		if p := k / size * size; v != 0 && k-t.bases[g] < uint64(t.p.Globals[g].Size) && !slices.Contains(places, p) {
			places = append(places, p)
		}
	}
	slices.Sort(places)
	v := t.b.BV(8*a.size, 0)
	for _, p := range places {
		c := ir.Const{}
		for i := a.size - 1; i >= 0; i-- {
			c = ir.Const{Lo: c.Lo<<8 | uint64(t.external[p+uint64(i)]), Hi: c.Hi<<8 | c.Lo>>56}
		}
		v = t.b.Ite(t.b.Eq(at, t.b.BV(t.b.Width(at), p)), t.constant(8*a.size, c), v)
	}
	return v
}

// fixed is the variable of the input at the place that some choices make of an address.
func (t *terms) fixed(in *input, choices map[logic.Term]logic.Term) logic.Term {
	a := in.access
	a.term = t.b.SubstAll([]logic.Term{a.term}, choices)[0]
	rest := a.term
	if a.base != 0 {
		rest = t.b.Sub(a.term, a.base)
	}
	a.offset, _ = t.b.Uint64(rest)
	a.at = (t.baseOf(a.base) + a.offset) & t.mask()
	return t.input(a)
}

// within is the choices in some terms, and in the addresses that these are about.
func (t *terms) within(ts ...logic.Term) (out []logic.Term) {
	for _, v := range t.b.VarsOf(ts...) {
		if _, ok := t.choices[v]; ok {
			out = append(out, v)
		}
		if in := t.inputs[v]; in != nil && in.chosen {
			out = append(out, t.within(in.access.term)...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
