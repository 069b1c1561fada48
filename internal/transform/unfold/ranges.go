package unfold

import "github.com/heddle-dev/heddle/internal/ir"

// What unfold knows of memory behind operations on ranges. Their code is always made.

// maxFollowed is the longest range whose content is followed.
const maxFollowed = 1 << 16

// filled takes note of a Fill.
func (u *unfolder) filled(m *memory, in *ir.Fill) {
	u.writes++
	addr, v := u.value(in.Mem.Addr), value{}
	if !in.Any() {
		v = u.value(in.Val)
	}
	id, off, n, ok := u.rangeAt(m, addr, in.Mem.Len)
	if !ok {
		u.overwritten(m, addr, in.Mem.Len)
		return
	}
	u.changes++
	word := value{}
	if v.op.Kind == ir.KindConst {
		word.op = ir.K(64, v.op.Val.Lo&0xff*0x0101010101010101)
		v.op = ir.K(8, v.op.Val.Lo)
	} else {
		v = value{}
	}
	for n > 0 {
		size, x := int64(1), v
		if n >= 8 {
			size, x = 8, word
		}
		u.record(m, id, off, int(size), x)
		off, n = off+size, n-size
	}
}

// copied takes note of a Copy.
func (u *unfolder) copied(m *memory, in *ir.Copy) {
	u.writes++
	addr, from := u.value(in.Mem.Addr), u.value(in.Src.Addr)
	id, off, n, ok := u.rangeAt(m, addr, in.Mem.Len)
	if !ok {
		if from.obj != 0 { // nobody follows what is copied
			u.exposeContent(m, u.object(m, from.obj))
		}
		u.overwritten(m, addr, in.Mem.Len)
		return
	}
	u.changes++
	type piece struct {
		off  int64
		size int
		val  value
	}
	var pieces []piece // all is read before anything is written
	for at := int64(0); at < n; {
		size := 1
		if n-at >= 8 {
			size = 8
		}
		v := u.peek(m, from, at, size)
		if v.known() || size == 1 {
			pieces = append(pieces, piece{off + at, size, v})
		} else {
			for k := range int64(8) {
				pieces = append(pieces, piece{off + at + k, 1, u.peek(m, from, at+k, 1)})
			}
		}
		at += int64(size)
	}
	for _, p := range pieces {
		u.record(m, id, p.off, p.size, p.val)
	}
}

// peek is what lies some bytes behind an address, if that is known.
func (u *unfolder) peek(m *memory, addr value, by int64, size int) value {
	if !addr.known() {
		if addr.obj != 0 {
			u.exposeContent(m, u.object(m, addr.obj))
		}
		return value{}
	}
	at := addr
	at.op.Val = ir.MakeConst(u.in.PtrWidth(), addr.op.Val.Lo+uint64(by))
	if v, ok := u.constLoad(&ir.Load{Mem: ir.Mem{Size: size}}, at.op); ok {
		return v
	}
	if id, off, ok := u.place(m, at, size); ok {
		return u.read(m, id, off, size)
	}
	if addr.obj != 0 {
		u.exposeContent(m, u.object(m, addr.obj))
	}
	return value{}
}

// scan finds what is known, or emits the Scan.
func (u *unfolder) scan(fr *frame, in *ir.Scan) {
	m, addr, limit, want := u.known.mem, u.value(in.Mem.Addr), u.value(in.Mem.Len).op, u.value(in.Val).op
	if found, ok := u.find(m, in, addr, limit, want); ok {
		u.silently(fr, in)
		u.learn(in.Dst, value{op: ir.K(u.in.PtrWidth(), found)})
		return
	}
	u.private = u.tracked(m, addr.obj)
	u.copy(fr, in)
	u.private = false
}

// find looks for a byte in what is known.
func (u *unfolder) find(m *memory, in *ir.Scan, addr value, limit, want ir.Operand) (uint64, bool) {
	if !addr.known() || limit.Kind != ir.KindConst || want.Kind != ir.KindConst || in.Mem.Mark == ir.MarkVolatile {
		return 0, false
	}
	at := addr
	for i := uint64(0); i < min(limit.Val.Lo, maxFollowed); i++ {
		at.op.Val = ir.MakeConst(u.in.PtrWidth(), addr.op.Val.Lo+i)
		v, ok := u.constLoad(&ir.Load{Mem: ir.Mem{Size: 1}}, at.op)
		if !ok {
			id, off, inside := u.place(m, at, 1)
			if !inside {
				return 0, false
			}
			v = u.read(m, id, off, 1)
		}
		if v.op.Kind != ir.KindConst {
			return 0, false
		}
		if v.op.Val.Lo == want.Val.Lo {
			return i, true
		}
	}
	return limit.Val.Lo, limit.Val.Lo <= maxFollowed
}

// rangeAt is the object, offset and length of a range whose content is followed.
func (u *unfolder) rangeAt(m *memory, addr value, length ir.Operand) (id objectID, off, n int64, ok bool) {
	l := u.value(length)
	if l.op.Kind != ir.KindConst || l.op.Val.Hi != 0 || l.op.Val.Lo > maxFollowed {
		return 0, 0, 0, false
	}
	id, off, ok = u.place(m, addr, int(l.op.Val.Lo))
	return id, off, int64(l.op.Val.Lo), ok
}

// overwritten forgets what a range may have been written to.
func (u *unfolder) overwritten(m *memory, addr value, length ir.Operand) {
	if u.value(length).op.IsConst(0) {
		return
	}
	u.changes++
	if addr.obj != 0 {
		u.drop(m, addr.obj)
	} else {
		u.clobber(m)
	}
}
