package pointsto

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Addresses taken as numbers. A conversion says so by itself, but memory converts as well: the bytes of a pointer, a union, a copy into an integer. So what
// counts is the use. An address, or a part of one, may be moved, stored, put together, added to and subtracted from; addresses as wide as a pointer
// may be compared for equality, if they are not the end of one object and the start of another (C11 6.5.9p6: equal where the second lies right behind the first), and not in two literals (6.4.5p7: these may share memory).
// Every other operation depends on the address of the object. Rejected: following only conversions, which would prove programs
// that examine a byte of a pointer; and counting every access narrower than a pointer, which a copy byte by byte makes too.

// asNumber reports whether an instruction takes an address as a number.
func (t *table) asNumber(f ir.FuncID, in ir.Instr) bool {
	addr := func(o ir.Operand) bool { return len(t.lookup(f, o)) > 0 }
	ptr := t.out.PtrWidth()
	switch in := in.(type) {
	case *ir.Unary:
		switch in.Op {
		case ir.PtrToInt:
			return addr(in.X)
		case ir.Trunc:
			return false // a part, which is judged where it is used
		case ir.ZExt, ir.SExt:
			return in.X.Width < ptr && addr(in.X)
		}
		return addr(in.X)
	case *ir.Binary:
		if !addr(in.X) && !addr(in.Y) {
			return false
		}
		switch {
		case in.Layout && (marker(in.X) || marker(in.Y)):
			return false // all objects are on the same side of it
		case in.Layout:
			return t.twoObjects(f, in.X, in.Y)
		case in.X.Width != ptr:
			return true
		case in.Op == ir.Add || in.Op == ir.Sub:
			return false
		case in.Op == ir.Eq || in.Op == ir.Ne:
			return placeOf(in.X) || placeOf(in.Y) || t.meet(f, in.X, in.Y)
		}
		return true
	case *ir.Switch:
		return addr(in.X)
	case *ir.Scan: // it may look at every byte that it reads
		at := t.lookup(f, in.Mem.Addr)
		if len(at) == 0 {
			return false
		}
		r := at[0]
		n := &t.s.nodes[r.node]
		for i := range n.fields {
			if t.s.points(n.fields[i].content) && (n.period > 0 || n.fields[i].hi > r.off) {
				return true
			}
		}
	}
	return false
}

// marker reports a constant that is the address of no object.
func marker(o ir.Operand) bool { return o.Kind == ir.KindConst && !placeOf(o) }

// placeOf reports whether a constant could be the address of an object: values near zero, from either side, are markers in many programs and no addresses.
func placeOf(o ir.Operand) bool {
	const page = 4096
	if o.Kind != ir.KindConst {
		return false
	}
	v := o.Val.SignedBig(o.Width)
	return !v.IsInt64() || v.Int64() >= page || v.Int64() < -page
}

// meet reports whether two addresses may be equal in some layouts alone: one is that right behind an object and the other that of another object, or they lie in string literals that may share memory.
func (t *table) meet(f ir.FuncID, x, y ir.Operand) bool {
	a, b := t.lookup(f, x), t.lookup(f, y)
	for _, r := range a {
		for _, s := range b {
			same := r.node == s.node && len(t.s.nodes[r.node].objects) == 1
			if !same && !(t.outside(r) && t.outside(s)) && (t.mayBe(r, true) && t.mayBe(s, false) || t.mayBe(s, true) && t.mayBe(r, false) || t.share(r.node, s.node)) {
				return true
			}
		}
	}
	return false
}

// share reports whether two nodes have string literals of which one may be a part of the other.
func (t *table) share(a, b nodeID) bool {
	if a > b {
		a, b = b, a
	}
	known, ok := t.shares[[2]nodeID{a, b}]
	if !ok {
		known = t.s.shareLiterals(a, b)
		t.shares[[2]nodeID{a, b}] = known
	}
	return known
}

func (s *solver) shareLiterals(a, b nodeID) bool {
	literals := func(n nodeID) (out []*ir.Global) {
		for _, o := range s.nodes[n].objects {
			if o.object.Alloc != 0 {
				continue
			}
			if g := s.p.Globals[o.object.Global]; g.Literal {
				out = append(out, g)
			}
		}
		return out
	}
	of := literals(b)
	return slices.ContainsFunc(literals(a), func(g *ir.Global) bool {
		return slices.ContainsFunc(of, func(h *ir.Global) bool { return g != h && (g.PartOf(h) || h.PartOf(g)) })
	})
}

// outside reports whether a reference leads into external memory alone, where objects lie anywhere in all engines.
func (t *table) outside(r ref) bool {
	return !slices.ContainsFunc(t.s.nodes[r.node].objects, func(o placed) bool { return o.object.Alloc != 0 || !t.out.Globals[o.object.Global].External })
}

// mayBe reports whether a reference may be the start of an object, or the address right behind it.
func (t *table) mayBe(r ref, end bool) bool {
	n := &t.s.nodes[r.node]
	step := gcd(r.step, n.period)
	for _, o := range n.objects {
		at := o.at
		if end {
			size, known := t.s.exact[o.object]
			if !known && step > 0 {
				return true
			}
			at += size
		}
		if r.off == at || step > 0 && (r.off-at)%step == 0 {
			return true
		}
	}
	return false
}
