package pointsto

import "github.com/heddle-dev/heddle/internal/ir"

// Parts of pointers. A store that is narrower than a pointer, to a place that holds one, makes an address that may lie anywhere in
// the object: the pointee blurs. But memcpy copies byte by byte, and memset clears so, and what they leave is a pointer to where
// it pointed before, or null: a part that was loaded from the same place of a pointer and is stored unchanged is trusted to be
// copied with the rest, and so is zero. Rejected: blurring in any case (a copied struct would lose the fields of everything it points to).
//
// Accesses as wide as a pointer can cut one too, if they do not begin at the same place in it: each takes the end of one and the beginning of the next. A field
// that has such accesses blurs what it points to. Where a node has a period that no pointer fits, they may begin anywhere.

type regKey struct {
	f ir.FuncID
	r ir.Reg
}

// noPart marks a register that was loaded from different places of pointers.
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

// notePart says that a register holds what was loaded there.
func (s *solver) notePart(f ir.FuncID, dst ir.Reg, part int64) {
	key := regKey{f, dst}
	if old, ok := s.parts[key]; ok && old != part {
		part = noPart
	}
	s.parts[key] = part
}

// storePart blurs what a place points to if a store makes a new address of an old one.
func (s *solver) storePart(f ir.FuncID, r ref, m *ir.Mem, v ir.Operand, content classID) {
	if m.Size >= s.p.PtrWidth()/8 || v.IsConst(0) {
		return
	}
	if v.Kind == ir.KindReg && s.copies(f, v.Reg) {
		// Decided once everything is known about both places.
		s.late = append(s.late, func() {
			if part, loaded := s.parts[regKey{f, v.Reg}]; !loaded || part == noPart || part != s.partOf(r) {
				s.blur(content, content)
			}
		})
		return
	}
	s.blur(content, content)
}

// copies reports whether a register is only ever loaded.
func (s *solver) copies(f ir.FuncID, r ir.Reg) bool {
	if s.loaded == nil {
		s.loaded = make([][]bool, len(s.p.Funcs))
	}
	if s.loaded[f] == nil {
		fn := s.p.Funcs[f]
		s.loaded[f] = make([]bool, len(fn.Regs))
		for i := range s.loaded[f] {
			s.loaded[f][i] = true
		}
		for _, p := range fn.Params {
			s.loaded[f][p] = false
		}
		for in := range fn.Instrs() {
			if _, ok := in.(*ir.Load); !ok {
				ir.Defs(in, func(d *ir.Reg) { s.loaded[f][*d] = false })
			}
		}
	}
	return s.loaded[f][r]
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

// outOfPhase blurs what a field of a node points to if accesses may cut the pointers in it.
func (s *solver) outOfPhase(id nodeID, f field) {
	any := f.phases != 0 && s.nodes[id].period%int64(s.p.PtrWidth()/8) != 0
	if any || f.phases&(f.phases-1) != 0 {
		s.queue = append(s.queue, func() { s.blur(f.content, f.content) })
	}
}
