package irexec

import (
	"fmt"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/trace"
)

// Operations on ranges. Each is one step that touches all its bytes; the range must lie wholly in one live object, and the first byte that
// does not says what is wrong. Words are moved whole wherever the source is all constants, so that a range costs what its words cost; bytes that are unwritten,
// or that hold symbols, are moved one by one and stay what they are: copying chooses no values.

// operateRange makes a Fill, Copy or Touch.
func (m *machine) operateRange(t int, in *inst, pc int32, r []uint64) result {
	addr, n := m.get(r, &in.a), m.get(r, &in.c)
	var from uint64
	var v uint64
	switch in.op {
	case opFill:
		if in.b.set {
			v = m.get(r, &in.b)
		}
	case opCopy, opTouch:
		from = m.get(r, &in.b)
	}
	if n == 0 {
		return resNext
	}
	m.executed += int64(min(n, maxObject) / 8)
	if in.op == opTouch && in.b.set {
		if f := m.second(addr, from, n); f != faultNone {
			return m.faulty(f, from, pc, "access to")
		}
	}
	if in.op == opCopy {
		// Both ranges are checked before either access is noted: an invalid operation races with nothing.
		if f := m.second(from, addr, n); f != faultNone {
			return m.faulty(f, addr, pc, "write to")
		}
		so, sspace, sslot, res := m.touchBytes(t, in, pc, from, n, true, false)
		if res != resNext {
			return res
		}
		o, space, slot, res := m.touchBytes(t, in, pc, addr, n, false, true)
		if res != resNext {
			return res
		}
		if so.constants(from-so.base, n) {
			m.copyWords(so, from-so.base, o, space, slot, addr-o.base, n)
		} else {
			m.defineRange(t, so, sspace, sslot, from-so.base, n)
			if m.step.foreign {
				return m.foreign(pc)
			}
			m.copyBytes(so, from-so.base, o, space, slot, addr-o.base, n)
		}
		m.findHidden(o, from-so.base, addr-o.base, n)
		if m.syncIn(addr, n) {
			m.overwrite(in, o, addr, n)
		}
		m.copyLocks(from, addr, n)
		m.traceRange(in, addr, n, "copied")
		return resNext
	}
	writes := in.op == opFill || in.flag
	o, space, slot, res := m.touchBytes(t, in, pc, addr, n, !writes, writes)
	if res != resNext || in.op == opTouch {
		return res
	}
	if !in.b.set {
		m.openBytes(t, in, o, space, slot, addr-o.base, n)
		if !in.src.(*ir.Fill).Outside && m.syncIn(addr, n) { // the outside leaves locks alone
			m.overwrite(in, o, addr, n)
		}
		m.traceRange(in, addr, n, "arbitrary")
		return resNext
	}
	m.fillBytes(o, space, slot, addr-o.base, n, byte(v))
	if m.syncIn(addr, n) {
		m.overwrite(in, o, addr, n)
	}
	m.traceRange(in, addr, n, m.format(ir.Const{Lo: v}, 8, ir.ShowUnsigned))
	return resNext
}

// second is what is wrong with the second of two ranges, if that decides the event: the first is valid, or it only runs past the part of external memory that
// is modelled, while the second is invalid in any case.
func (m *machine) second(first, second, n uint64) fault {
	_, _, _, f := m.at(first, n)
	open := f == faultBounds && m.beyond(first)
	if f != faultNone && !open {
		return faultNone
	}
	_, _, _, g := m.at(second, n)
	if open && g == faultBounds && m.beyond(second) {
		return faultNone
	}
	return g
}

// scan looks for a byte. An undetermined byte on the way only has to answer whether it is that byte.
func (m *machine) scan(t int, in *inst, pc int32, r []uint64) result {
	addr, limit, want := m.get(r, &in.a), m.get(r, &in.c), byte(m.get(r, &in.b))
	found := limit
	if limit == 0 {
		set(r, &in.dst, 0)
		return resNext
	}
	o, space, slot, f := m.at(addr, 1)
	if f == faultNone {
		last := min(limit, o.size-(addr-o.base))
		for i := uint64(0); i < last && found == limit; i++ {
			if m.isByte(t, o, space, slot, addr-o.base+i, want) {
				found = i
			}
			if m.step.foreign {
				return m.foreign(pc)
			}
		}
		m.executed += int64(min(found, last) / 8)
		if found == limit && last < limit && !in.flag { // it is invalid because of what is there, which others may change. It races with nothing
			m.noteBytes(t, in, pc, o, space, access{addr: addr, size: last, read: true, excused: true})
		}
	}
	if !in.flag {
		read := limit
		switch {
		case found < limit:
			read = found + 1
		case f != faultNone: // the first byte says what is wrong
			read = 1
		}
		if _, _, _, res := m.touchBytes(t, in, pc, addr, read, true, false); res != resNext {
			return res
		}
		for k := addr - o.base; m.step.layout < 0 && k < addr-o.base+read; k = k&^3 + 4 {
			if m.partOfAddress(o, k, 1) {
				m.step.layout = pc
			}
		}
	}
	set(r, &in.dst, found)
	return resNext
}

// isByte reports whether a byte of an object is a certain one.
func (m *machine) isByte(t int, o *object, space, slot int, off uint64, want byte) bool {
	if f, ok := m.choices.(*follower); ok && o.undef != nil && o.kind != kindExternal && m.untouched(o, off, 1) {
		m.settle(o, space, slot, off, 1, value{Const: f.memory(t, o, off, 1)})
	}
	v := m.fetch(t, o, space, slot, o.base+off, 1)
	if m.splits(v, 8) {
		return m.ask(v.sym.symbol(), domain{{uint64(want), uint64(want)}})
	}
	return byte(m.know(v, 8).Lo) == want
}

// fillBytes gives n bytes of an object one value.
func (m *machine) fillBytes(o *object, space, slot int, off, n uint64, v byte) {
	all := uint64(v) * 0x0101010101010101
	eachWordIn(off, n, func(w int, bytes uint8, _ uint64) {
		m.putBytes(o, space, slot, w, all, bytes)
	})
}

// openBytes makes n bytes of an object arbitrary: they count as unwritten, and whoever examines them chooses. Unwritten bytes of external memory hold its
// initial content, so there each byte gets a symbol of its own.
func (m *machine) openBytes(t int, in *inst, o *object, space, slot int, off, n uint64) {
	if m.tracer != nil {
		m.tracer.opens(t, o.base+off, n)
	}
	f, follows := m.choices.(*follower)
	if follows {
		f.given(t, in, o, off, n)
	}
	if o.kind == kindExternal {
		for k := range n {
			if follows {
				m.store(o, space, slot, o.base+off+k, 1, value{Const: f.memory(t, o, off+k, 1)})
			} else {
				m.store(o, space, slot, o.base+off+k, 1, m.arbitrary(t, 8, nil, 0))
			}
		}
		return
	}
	if o.undef == nil {
		o.undef = make([]uint8, len(o.data))
	}
	eachWordIn(off, n, func(w int, bytes uint8, _ uint64) {
		m.putBytes(o, space, slot, w, 0, bytes)
		m.setWord(o, space, slot, w, o.data[w], o.undef[w]|bytes)
	})
}

// copyWords moves n bytes between objects, or within one, as if all were read first. They are constants.
func (m *machine) copyWords(src *object, from uint64, o *object, space, slot int, off, n uint64) {
	if src == o && from == off {
		return
	}
	// One copy of the source's words, if the two overlap.
	data, base := src.data, uint64(0)
	if src == o && from < off+n && off < from+n {
		base = from >> 3
		data = append([]uint64(nil), src.data[base:(from+n+7)>>3]...)
	}
	end := from + n
	word := func(at uint64) uint64 { // the eight bytes at an offset of the source, those beyond the range left out
		i, b := at>>3-base, at&7
		v := data[i] >> (8 * b)
		if b > 0 && (at|7)+1 < end {
			v |= data[i+1] << (64 - 8*b)
		}
		return v
	}
	eachWordIn(off, n, func(w int, bytes uint8, done uint64) {
		first := uint64(0) // of the bytes to write, in the word
		for bytes>>first&1 == 0 {
			first++
		}
		m.putBytes(o, space, slot, w, word(from+done)<<(8*first), bytes)
	})
}

// constants reports whether all bytes of a range are.
func (o *object) constants(off, n uint64) bool {
	all := true
	if o.undef != nil {
		eachWordIn(off, n, func(w int, bytes uint8, _ uint64) { all = all && o.undef[w]&bytes == 0 })
	}
	return all
}

// copyBytes moves n bytes of which some are not constants.
func (m *machine) copyBytes(src *object, from uint64, o *object, space, slot int, off, n uint64) {
	if src == o && from == off {
		return
	}
	data, syms := make([]byte, n), make([]slice, n)
	for k := range n {
		data[k] = byte(src.data[(from+k)>>3] >> (8 * ((from + k) & 7)))
		if src.syms != nil {
			syms[k] = src.syms[from+k]
		}
	}
	for k := uint64(0); k < n; k++ {
		if syms[k] == 0 {
			at := off + k
			m.putBytes(o, space, slot, int(at>>3), uint64(data[k])<<(8*(at&7)), 1<<(at&7))
		} else {
			m.store(o, space, slot, o.base+off+k, 1, value{sym: syms[k]})
		}
	}
}

// findHidden looks for addresses that a copy has placed across words, where the search for addresses does not find them. Other threads know them already, as
// they were in memory before.
func (m *machine) findHidden(o *object, from, off, n uint64) {
	size := uint64(m.prog.pw / 8)
	if (from-off)%size == 0 {
		return
	}
	for k := off; k+size <= off+n && !m.hidden; k++ {
		i, b := k>>3, k&7
		v := o.data[i] >> (8 * b)
		if b > 0 && i+1 < uint64(len(o.data)) {
			v |= o.data[i+1] << (64 - 8*b)
		}
		if v &= mask(m.prog.pw); v >= fnBase && k%size != 0 {
			space, _, ok := m.find(v)
			m.hidden = ok && space != 0
		}
	}
}

// eachWordIn calls f for each word that a range touches, with the bytes of it that are in the range and how many bytes came before.
func eachWordIn(off, n uint64, f func(w int, bytes uint8, done uint64)) {
	for done := uint64(0); done < n; {
		b := (off + done) & 7
		k := min(8-b, n-done)
		f(int((off+done)>>3), uint8((1<<k-1)<<b), done)
		done += k
	}
}

// putBytes writes some bytes of a word.
func (m *machine) putBytes(o *object, space, slot, w int, v uint64, bytes uint8) {
	keep := ^spread(bytes)
	u := uint8(0)
	if o.undef != nil {
		u = o.undef[w] &^ bytes
	}
	m.setWord(o, space, slot, w, o.data[w]&keep|v&^keep, u)
	for b := uint64(0); o.syms != nil && b < 8; b++ {
		if bytes>>b&1 == 1 {
			m.setSym(o, space, slot, uint64(w)*8+b, 0)
		}
	}
}

// spread turns each bit into a byte of ones.
func spread(bytes uint8) (v uint64) {
	for b := 0; b < 8; b++ {
		if bytes>>b&1 == 1 {
			v |= 0xff << (8 * b)
		}
	}
	return v
}

// defineRange chooses the unwritten bytes of a range for good, word by word.
func (m *machine) defineRange(t int, o *object, space, slot int, off, n uint64) {
	f, follows := m.choices.(*follower)
	eachWordIn(off, n, func(w int, bytes uint8, done uint64) {
		if o.undef[w]&bytes == 0 {
			return
		}
		first, size := off+done, uint8(0)
		for ; size < 8 && bytes>>(first&7)>>size&1 == 1; size++ {
		}
		if follows && o.kind != kindExternal && m.untouched(o, first, uint64(size)) {
			m.settle(o, space, slot, first, uint64(size), value{Const: f.memory(t, o, first, uint64(size))})
			return
		}
		m.define(t, o, space, slot, first, size)
	})
}

// traceRange shows what was written to a range in the user's code; inside a model the call shows it.
func (m *machine) traceRange(in *inst, addr, n uint64, what string) {
	if m.tracer == nil || !m.tracer.open || m.prog.funcs[in.fn].model {
		return
	}
	st := &m.tracer.steps[len(m.tracer.steps)-1]
	st.Values = append(st.Values, trace.Value{Name: fmt.Sprintf("%d bytes of %s", n, m.nameAt(addr)), Value: what, Write: true})
}
