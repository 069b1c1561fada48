package irexec

import "github.com/heddle-dev/heddle/internal/ir"

// String literals. Each has an object of its own here, but compilers let those with a common end share memory, as they may (C11 6.4.5p7). So whether two addresses in different ones are equal depends on
// the layout, and in one of the layouts beside (elsewhere.go) they share what they can.

// share reports whether two addresses lie in literals of which one may be a part of the other.
func (m *machine) share(x, y uint64) bool {
	g, h := m.globalAt(x), m.globalAt(y)
	return g != nil && h != nil && (g.PartOf(h) || h.PartOf(g))
}

// globalAt is the variable at an address.
func (m *machine) globalAt(addr uint64) *ir.Global {
	s, i, ok := m.find(addr)
	if !ok || m.spaces[s][i].kind != kindGlobal {
		return nil
	}
	return m.prog.src.Globals[m.spaces[s][i].site]
}

// host is the literal of which the one at an address is a part, and where: the first that is longer, or as long and before it.
func (m *machine) host(base uint64) (at, off uint64, ok bool) {
	g := m.globalAt(base)
	if g == nil || !g.Literal {
		return 0, 0, false
	}
	before := true
	for i, h := range m.prog.src.Globals {
		if h == g {
			before = false
		} else if g.PartOf(h) && (before || h.Size > g.Size) {
			return m.prog.layout.global(ir.GlobalID(i)), g.PlaceIn(h), true
		}
	}
	return 0, 0, false
}
