package pair

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Stopping before an access, and comparing.

// stop lets a thread stop before one of its accesses.
func (b *builder) stop(t *thread, in ir.Instr, a *Access) {
	if !(t.notes && b.which.Open.First[a]) && !(t.compares && b.which.Open.Second[a]) {
		return
	}
	can := ir.K(1, 1)
	if t.notes {
		can = b.binary(ir.Eq, b.pick, ir.K(PickWidth, uint64(a.Number)))
		if t.role == nil {
			can = b.and(can, b.val(b.roles[len(b.roles)-1].chosen))
		}
	}
	b.maybe("stop", can, func() {
		addr, n := b.extent(t, in, a)
		plain := ir.K(1, 0)
		if a.Plain {
			plain = b.binary(ir.Eq, b.val(t.atomic), ir.K(8, 0))
		}
		known := b.isFresh(t, addr)
		if t.notes {
			b.assume(b.not(known)) // nobody else can access it
			b.move(b.noted.addr, addr)
			b.move(b.noted.len, n)
			b.move(b.noted.region, ir.K(PickWidth, uint64(a.Region)))
			b.move(b.noted.write, ir.Bit(a.Write))
			b.move(b.noted.plain, plain)
			b.jump(t.then)
			return
		}
		x := b.noted
		races := b.and(
			b.binary(ir.Eq, b.val(x.region), ir.K(PickWidth, uint64(a.Region))),
			b.or(b.val(x.write), ir.Bit(a.Write)),
			b.or(b.val(x.plain), plain),
			b.overlap(a, b.val(x.addr), b.val(x.len), addr, n),
			b.not(known),
			b.not(b.excluded(t)))
		b.pair.Races[b.emit(&ir.Assert{Cond: b.not(races), Kind: Race, Msg: a.Name})] = a
		b.end()
	})
}

// extent is where an access begins and how many bytes it has. Of an object that is freed that is the one cell that the region has there, if it is one; else the whole object. The size may be unknown: all behind its address counts then.
func (b *builder) extent(t *thread, in ir.Instr, a *Access) (addr, n ir.Operand) {
	all := ir.KConst(b.ptr, ir.SignedConst(b.ptr, -1))
	if fr, ok := in.(*ir.Free); ok {
		if offset, ok := b.cellIn(fr, a.Region); ok {
			return b.binary(ir.Add, b.use(t, fr.Addr), ir.K(b.ptr, uint64(offset))), ir.K(b.ptr, uint64(b.Program.Regions[a.Region].Width))
		}
		size := int64(0)
		for _, o := range fr.Objects {
			if o.Alloc == 0 {
				size = max(size, b.Program.Globals[o.Global].Size)
				continue
			}
			s, ok := b.sizes[o.Alloc]
			if !ok {
				return b.use(t, fr.Addr), all
			}
			size = max(size, s)
		}
		return b.use(t, fr.Addr), ir.K(b.ptr, uint64(size))
	}
	m, _, _ := ir.AccessOf(in)
	n = ir.K(b.ptr, uint64(m.Size))
	if m.Len.IsSet() {
		n = b.use(t, m.Len)
		if _, ok := in.(*ir.Scan); ok {
			n = all
		}
	}
	if a.Source {
		m = ir.SourceOf(in)
	}
	return b.use(t, m.Addr), n
}

// cellIn is where the one cell lies that a region has in each object that may be freed. What is freed is the base of an object, so that two frees, or a free and an access, are of one cell or of two objects: the base of one
// does not lie in the middle of another.
func (b *builder) cellIn(fr *ir.Free, r ir.RegionID) (offset int64, ok bool) {
	found := false
	for _, o := range b.regions[r].objects {
		if !slices.Contains(fr.Objects, o) {
			continue
		}
		cells := 0
		for _, e := range b.Program.Regions[r].Cells {
			if e.Object != o {
				continue
			}
			if cells++; e.Count != 1 || found && e.Offset != offset {
				return 0, false
			}
			found, offset = true, e.Offset
		}
		if _, known := b.sizes[o.Alloc]; o.Alloc == 0 || !known || cells != 1 {
			return 0, false
		}
	}
	return offset, found
}

// overlap is the condition that two ranges have a byte in common. No range goes round the end of the address space. Two cells of a region are one, or have no byte in
// common; a range as long as a cell may be neither.
func (b *builder) overlap(a *Access, x, n, y, m ir.Operand) ir.Operand {
	one := ir.K(b.ptr, uint64(b.Program.Regions[a.Region].Width))
	if m == one && !b.regions[a.Region].ranged {
		return b.ite(b.binary(ir.Eq, n, one), b.binary(ir.Eq, x, y), b.ranges(x, n, y, m))
	}
	return b.ranges(x, n, y, m)
}

func (b *builder) ranges(x, n, y, m ir.Operand) ir.Operand {
	into := func(x, n, y ir.Operand) ir.Operand {
		return b.and(b.binary(ir.ULe, x, y), b.binary(ir.ULt, b.binary(ir.Sub, y, x), n))
	}
	some := b.and(b.not(b.binary(ir.Eq, n, ir.K(b.ptr, 0))), b.not(b.binary(ir.Eq, m, ir.K(b.ptr, 0))))
	return b.and(some, b.or(into(x, n, y), into(y, m, x)))
}

// excluded is the condition that the two threads hold a lock in common, one of them alone.
func (b *builder) excluded(t *thread) ir.Operand {
	out := ir.K(1, 0)
	for _, x := range b.noted.locks {
		for _, y := range t.locks {
			if x.shared && y.shared || x.region != y.region || x.region == 0 || !b.rules.Trusts(x.region) {
				continue
			}
			out = b.or(out, b.and(b.val(x.held), b.val(y.held), b.binary(ir.Eq, b.val(x.addr), b.val(y.addr))))
		}
	}
	return out
}
