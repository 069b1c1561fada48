package irexec

import "github.com/heddle-dev/heddle/internal/ir"

// Addresses taken as numbers. A conversion says so, but memory converts as well: the bytes of a pointer, a union, a copy into an integer. Nothing marks a
// word as an address here, so what looks like one counts as one: its value lies in an object. A load of a part of such a word, and every operation on one but a sum, a difference and a
// comparison for equality, depends on where the object lies. So does a comparison for equality of the end of one object with the start of another (C11 6.5.9p6),
// and of addresses in two string literals of which one may be a part of the other (6.4.5p7).
// This errs on the safe side: a copy byte by byte counts, and so does a number that happens to be an address.

// looksAt reports whether an operation may look at an address as a number.
func looksAt(op ir.BinOp) bool { return op != ir.Add && op != ir.Sub }

// looks reports whether an operation looks at an address as a number.
func (m *machine) looks(op ir.BinOp, x, y uint64) bool {
	if op == ir.Eq || op == ir.Ne {
		return x != y && m.differentObjects(x, y) && (m.endMeetsStart(x, y) || m.endMeetsStart(y, x) || m.share(x, y))
	}
	return m.liesAt(x) || m.liesAt(y)
}

// endMeetsStart reports whether one address is right behind an object and the other the start of one.
func (m *machine) endMeetsStart(end, start uint64) bool {
	s, i, ok := m.find(end)
	t, j, ok2 := m.find(start)
	return ok && ok2 && end == m.spaces[s][i].base+m.spaces[s][i].size && start == m.spaces[t][j].base
}

// liesAt reports whether an object lies, or lay, at an address.
func (m *machine) liesAt(addr uint64) bool {
	if addr < fnBase {
		return false
	}
	_, _, _, f := m.at(addr, 0)
	return f == faultNone || f == faultFreed
}

// partOfAddress reports whether n bytes of an object that are read are a part of an address and not a whole one. Addresses lie where they are aligned.
func (m *machine) partOfAddress(o *object, off, n uint64) bool {
	ptr := uint64(m.prog.pw / 8)
	if off%ptr == 0 && n%ptr == 0 {
		return false
	}
	for at := off / ptr * ptr; at < off+n && at+ptr <= o.size; at += ptr {
		if w := o.data[at>>3] >> (8 * (at & 7)) & mask(m.prog.pw); m.liesAt(w) {
			m.numbers(w)
			return true
		}
	}
	return false
}
