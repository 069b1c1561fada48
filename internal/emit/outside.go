package emit

import (
	"fmt"

	"github.com/heddle-dev/heddle/internal/ir"
)

// External memory, of programs that start at some function: it holds anything, but for the addresses in it, which are null or lead to
// external memory again (ir.Incoming). That is assumed at the start, place by place.

// mostIncoming bounds the places for which that is written down.
const mostIncoming = 20_000

// findIncoming collects what holds of external memory at the start.
func (m *memory) findIncoming() error {
	size := m.ptr / 8
	for gi, g := range m.p.Globals {
		for _, in := range g.Incoming {
			for k := range in.Count {
				off := in.Offset + k*in.Stride
				v, err := m.word(m.Layout.Globals[gi]+uint64(off), size)
				if err != nil {
					return fmt.Errorf("%s: %w", g.Name, err)
				}
				if v == nil {
					continue
				}
				if len(m.incoming) >= mostIncoming {
					return fmt.Errorf("%s: external memory holds more than %d addresses", g.Name, mostIncoming)
				}
				m.incoming = append(m.incoming, m.leadsTo(v, in.Targets))
			}
		}
	}
	return nil
}

// word is what lies at a place at the start; nil: nothing looks there.
func (m *memory) word(addr uint64, size int) (*expr, error) {
	if m.heap != nil {
		for _, r := range m.regions {
			if r.free && r.touched {
				return m.load(r, m.number(addr), size), nil
			}
		}
		return nil, nil
	}
	for i, r := range m.regions {
		if src := m.p.Regions[i]; src.Ghost || src.Guess || !r.touched {
			continue
		}
		at, whole := r.Find(addr)
		switch {
		case whole && size%r.Width == 0 && r.Span(at, size/r.Width):
			return m.load(r, m.number(addr), size), nil
		case r.touches(addr, uint64(size)):
			return nil, fmt.Errorf("an address from outside is accessed in pieces")
		}
	}
	return nil, nil
}

// touches reports whether a region has a cell among some bytes.
func (r *region) touches(addr, n uint64) bool {
	for _, c := range r.cells {
		if c.Addr < addr+n && addr < c.Addr+uint64(r.Width) {
			return true
		}
	}
	return false
}

// leadsTo is the condition that a value is null or the address of one of the targets.
func (m *memory) leadsTo(v *expr, targets []ir.Extent) *expr {
	out := equal(v, m.number(0))
	for _, t := range targets {
		first := m.Base(t.Object) + uint64(t.Offset)
		in := equal(v, m.number(first))
		if t.Count > 1 && t.Stride > 0 {
			off := binary(eSub, v, m.number(first))
			in = compare(eULe, off, m.number(uint64((t.Count-1)*t.Stride)))
			if t.Stride > 1 {
				in = and(in, equal(binary(eURem, off, m.number(uint64(t.Stride))), m.number(0)))
			}
		}
		out = or(out, in)
	}
	return out
}
