package pointsto

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Parts of pointers. A pointer is trusted as long as it is stored, loaded and copied as a whole. What a store narrower than a pointer writes there, and what it
// leaves of a pointer that was there, may be any address in the object: both blur. memcpy, memset and assignments of structs are ranges, of which the ends are looked at (ranges.go).
//
// One narrow store leaves a pointer: one to its upper half. The address stays, or is gigabytes away and so not in the object. An event's state lies there, and a pointer to one is handed
// over as a pointer to anything. What the upper half is, an offset tells only if all pointers in the field begin at multiples of their size, so fields note where accesses begin that are as wide as one.
//
// Such accesses can cut a pointer too, if they do not begin at the same place in it: each takes the end of one and the beginning of the next. A field
// that has such accesses blurs what it points to. Where a node has a period that no pointer fits, they may begin anywhere.
//
// Rejected: trusting parts that are copied to the same place of a pointer, and zeros, which is right for a memcpy byte by byte. Who copies one part and writes another has a new address.

// noPart says that pointers are not aligned.
const noPart = -1

// partOf is where in a pointer a reference lies, if pointers are aligned there.
func (s *solver) partOf(r ref) int64 {
	r = s.find(r)
	ptr := int64(s.p.PtrWidth() / 8)
	if p := s.nodes[r.node].period; p%ptr != 0 {
		return noPart
	}
	if r.off %= ptr; r.off < 0 {
		r.off += ptr
	}
	return r.off
}

// put says that what an operand holds is stored at a reference. If it is narrower than a pointer, it blurs, and so does what is there, unless the store leaves it.
func (s *solver) put(f ir.FuncID, r ref, m *ir.Mem, v ir.Operand, content classID) {
	if m.Size >= s.p.PtrWidth()/8 {
		s.assign(f, content, v, 0)
		return
	}
	if from, ok := s.class(f, v); ok {
		s.blur(content, from)
	}
	s.change(r, m, content)
}

// change blurs what a place points to once it turns out that an access there does not write to the upper half of pointers alone.
func (s *solver) change(r ref, m *ir.Mem, content classID) {
	blurred := false
	s.late = append(s.late, func() {
		if !blurred && !s.upper(r, m) {
			blurred = true
			s.blurred++
			s.blur(content, content)
		}
	})
}

// upper reports whether an access is to the upper half of a pointer alone, which leads to objects that have less than the gigabytes by which a change there moves it.
func (s *solver) upper(r ref, m *ir.Mem) bool {
	part := s.partOf(r)
	r = s.find(r)
	f := fieldAt(s.nodes[r.node].fields, r.off)
	return s.p.PtrWidth() == 64 && part >= 4 && part+int64(m.Size) <= 8 && f.phases&^1 == 0 && !slices.ContainsFunc(s.classes[f.content].pointees, func(to ref) bool {
		return slices.ContainsFunc(s.nodes[s.find(to).node].objects, func(p placed) bool {
			size, exact := s.exact[p.object]
			return !exact || size >= 1<<32
		})
	})
}

// isBlurred reports whether all that a class points to is blurred.
func (s *solver) isBlurred(c classID) bool {
	return !slices.ContainsFunc(s.classes[c].pointees, func(r ref) bool { r = s.find(r); return r.step != 1 && s.nodes[r.node].period != 1 })
}

// phase is where in a pointer an access begins, as a set.
func (s *solver) phase(r ref, size int64) uint8 {
	ptr := int64(s.p.PtrWidth() / 8)
	if size < ptr {
		return 0
	}
	return 1 << ((r.off%ptr + ptr) % ptr)
}

// moved is a set of places in a pointer after everything was moved.
func (s *solver) moved(phases uint8, by int64) uint8 {
	ptr := int64(s.p.PtrWidth() / 8)
	by = (by%ptr + ptr) % ptr
	return phases<<by&(1<<ptr-1) | phases>>(ptr-by)
}

// begins notes where in a field pointers begin, and reports whether that was not known.
func (s *solver) begins(id nodeID, f *field, phases uint8) bool {
	if phases&^f.phases == 0 {
		return false
	}
	f.phases |= phases
	s.outOfPhase(id, *f)
	return true
}

// outOfPhase blurs what a field of a node points to if accesses may cut the pointers in it.
func (s *solver) outOfPhase(id nodeID, f field) {
	any := f.phases != 0 && s.nodes[id].period%int64(s.p.PtrWidth()/8) != 0
	if any || f.phases&(f.phases-1) != 0 {
		s.queue = append(s.queue, func() { s.blur(f.content, f.content) })
	}
}
