package pointsto

import "github.com/heddle-dev/heddle/internal/ir"

// Parts of pointers. A store that is narrower than a pointer, to a place that holds one, makes an address that may lie anywhere in
// the object: the pointee blurs. But memcpy copies byte by byte, and memset clears so, and what they leave is a pointer to where
// it pointed before, or null: a part that was loaded from the same place of a pointer and is stored unchanged is trusted to be
// copied with the rest, and so is zero. Rejected: to blur in any case (a copied struct would lose the fields of all it
// points to).

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
		// Judged when all is known of both places.
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
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				if _, ok := in.(*ir.Load); !ok {
					ir.Defs(in, func(d *ir.Reg) { s.loaded[f][*d] = false })
				}
			}
		}
	}
	return s.loaded[f][r]
}
