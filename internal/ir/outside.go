package ir

import "slices"

// What the program leaves to the outside: code that it calls and does not contain.

// Says is what the name of a function that nothing defines says of what it does to other threads, and to what it was given before.
type Says struct {
	Enters, Leaves string // the thread enters this, which one thread is in at a time, or leaves it
	Alone          bool   // of Enters: nobody else runs until it is left, wherever they are
	Picks          bool   // it tells one thread something else than the others
	Ends           bool   // it ends what functions were handed over for
	Dies           bool   // it ends the process
}

// HasOutside reports whether the outside has a part in what the program does.
func (p *Program) HasOutside() bool {
	for _, f := range p.Funcs {
		if f.Unknown {
			return true
		}
		for in := range f.Instrs() {
			switch in := in.(type) {
			case *Havoc:
				if in.Outside == Data || in.Outside == Choice {
					return true
				}
			case *Fill:
				if in.Outside {
					return true
				}
			}
		}
	}
	return slices.ContainsFunc(p.Globals, func(g *Global) bool { return g.Outside })
}

// HasChoices reports whether the outside can be friendly or hostile in it.
func (p *Program) HasChoices() bool {
	for _, in := range p.Instrs() {
		if h, ok := in.(*Havoc); ok && h.Outside == Choice {
			return true
		}
	}
	return slices.ContainsFunc(p.Globals, func(g *Global) bool {
		return slices.ContainsFunc(g.Incoming, func(in Incoming) bool { return in.Valid })
	})
}
