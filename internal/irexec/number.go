package irexec

import "github.com/heddle-dev/heddle/internal/ir"

// Addresses taken as numbers. A conversion says so, but memory converts as well: the bytes of a pointer, a union, a copy into an integer. Nothing marks a
// word as an address here, so what looks like one counts as one: its value lies in an object. A load of a part of such a word, and every operation on one but a sum, a difference and a
// comparison for equality, depends on where the object lies. This errs on the safe side: a copy byte by byte counts, and so does a number that happens to be an address.

// numeric reports whether an operation on an address looks at it as a number.
func numeric(op ir.BinOp) bool {
	switch op {
	case ir.Add, ir.Sub, ir.Eq, ir.Ne:
		return false
	}
	return true
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
