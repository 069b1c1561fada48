package emit

import (
	"github.com/heddle-dev/heddle/internal/ir"
)

// Operations on ranges, of programs whose memory is split: one assignment per cell that may be in the range. Those of other programs are loops
// before they get here.

// rangeInstr translates a Touch, Fill, Copy or Scan.
func (l *lowering) rangeInstr(in ir.Instr) {
	m, _, _ := ir.AccessOf(in)
	addr, n := l.named(in, l.operand(m.Addr)), l.named(in, l.operand(m.Len))
	inside := func(at, from *expr) *expr { return compare(eULt, binary(eSub, at, from), n) }
	switch in := in.(type) {
	case *ir.Touch:
		l.assume(in, l.InOne(m.Within, addr, n))
		if m.Also.IsSet() {
			l.assume(in, l.InOne(m.AlsoIn, l.named(in, l.operand(m.Also)), n))
		}
	case *ir.Fill:
		r := l.regions[m.Region]
		if in.Any() {
			l.fillAny(in, r, func(i int) *expr { return inside(l.number(r.cells[i].Addr), addr) })
			return
		}
		v := l.operand(in.Val)
		for range r.Width - 1 {
			v = concat(v, l.operand(in.Val))
		}
		v = l.named(in, v)
		l.say(in)
		for i, c := range r.cells {
			if hit := inside(l.number(c.Addr), addr); !hit.isFalse() {
				l.setCell(r, i, ite(hit, v, l.memory.at(r, i)))
			}
		}
	case *ir.Scan:
		r := l.regions[m.Region]
		v := l.named(in, l.operand(in.Val))
		found := n
		for i := len(r.cells) - 1; i >= 0; i-- {
			for k := r.Width - 1; k >= 0; k-- {
				pos := l.number(r.cells[i].Addr + uint64(k))
				behind := compare(eULe, addr, pos)
				if behind.isFalse() {
					continue
				}
				hit := equal(extract(l.memory.at(r, i), 8*k, 8), v)
				found = l.named(in, ite(and(behind, hit), binary(eSub, pos, addr), found))
			}
		}
		l.set(in, in.Dst, ite(compare(eULt, found, n), found, n))
	case *ir.Copy:
		r, src := l.regions[m.Region], l.regions[in.Src.Region]
		from := l.named(in, l.operand(in.Src.Addr))
		read := map[int]*expr{}
		for i, c := range r.cells {
			hit := l.named(in, inside(l.number(c.Addr), addr))
			if hit.isFalse() {
				continue
			}
			at := binary(eAdd, binary(eSub, l.number(c.Addr), addr), from)
			was := l.memory.at(r, i)
			if !at.isConst() { // where the cell is not in the range, nothing is read outside of the region
				at = l.named(in, ite(hit, at, l.number(src.cells[0].Addr)))
			}
			read[i] = l.named(in, ite(hit, l.load(src, at, src.Width), was))
		}
		l.flushMemory()
		l.say(in)
		for i := range r.cells {
			if v := read[i]; v != nil {
				l.setCell(r, i, v)
			}
		}
	}
}

// fillAny gives each cell of a region that is in a range a value of its own.
func (l *lowering) fillAny(in ir.Instr, r *region, inside func(i int) *expr) {
	for i := range r.cells {
		hit := inside(i)
		if hit.isFalse() {
			continue
		}
		v := &variable{name: l.names.fresh("any"), w: 8 * r.Width}
		l.proc.locals = append(l.proc.locals, v)
		l.say(in)
		l.add(stmt{kind: sHavoc, dst: v})
		l.setCell(r, i, ite(hit, varOf(v), l.memory.at(r, i)))
	}
}

// setCell writes one cell.
func (l *lowering) setCell(r *region, i int, v *expr) {
	if r.array {
		l.add(stmt{kind: sSet, r: r, idx: l.number(r.cells[i].Addr), e: v})
		return
	}
	l.add(stmt{kind: sAssign, dst: r.cells[i].v, e: v})
}
