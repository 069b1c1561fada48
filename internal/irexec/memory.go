package irexec

import (
	"github.com/heddle-dev/heddle/internal/ir"
)

// Memory as objects of 8-byte words, with a bit per byte that says "this is no constant": it is unwritten, or part of a symbol (symbol.go), which stands beside
// it then. Every change goes through setWord, setSym,
// setObject or newObject, which keep the hash and the undo log. Contents are hashed relative to the object's initial filling,
// so making a large object costs nothing.
//
// Freed memory is never handed out again as long as the program could notice. But then a loop that allocates and frees would never return to an earlier state;
// so the slot of a dead object is used again once no live register and no word of
// live memory holds an address near it, tagged in its top bits or not, and nobody has taken its address as a number (recycle). Then no thread can reach the old object, and a dangling pointer still finds a dead one.

type objKind uint8

const (
	kindGlobal objKind = iota
	kindStack
	kindHeap
	kindTLS
	kindExternal
)

type objState uint8

const (
	objUnused objState = iota
	objLive
	objDead
)

type object struct {
	base    uint64
	size    uint64
	room    uint64 // bytes that it may take
	data    []uint64
	undef   []uint8 // nil: all bytes are constants
	syms    []slice // by byte, where it is part of a symbol; nil: no byte is
	fill    uint8   // the undef byte of an untouched word
	state   objState
	kind    objKind
	escaped bool  // another thread may know its address
	number  bool  // its address was taken as a number, which may be kept in a form that nobody recognizes
	site    int32 // the code position of its Alloc, or the number of the global
	sum     hash128
	given   map[uint64]byte // by offset, what the trace being followed says about bytes that became arbitrary
}

// fault says what is wrong with an access.
type fault uint8

const (
	faultNone fault = iota
	faultNull
	faultFreed
	faultBounds
)

// at finds the live object that holds n bytes at addr.
func (m *machine) at(addr uint64, n uint64) (o *object, space, slot int, f fault) {
	space, slot, ok := m.find(addr)
	if !ok {
		if addr < fnBase {
			return nil, 0, 0, faultNull
		}
		return nil, 0, 0, faultBounds
	}
	o = &m.spaces[space][slot]
	off := addr - o.base
	switch {
	case addr < fnBase:
		return nil, 0, 0, faultNull
	case o.state == objDead && addr >= o.base && off < o.size:
		return o, space, slot, faultFreed
	case o.state != objLive || addr < o.base || off > o.size || n > o.size-off:
		return o, space, slot, faultBounds
	}
	return o, space, slot, faultNone
}

// wordHash is what a word adds to the hash of the state.
func (o *object) wordHash(i int) hash128 {
	u := uint8(0)
	if o.undef != nil {
		u = o.undef[i]
	}
	if o.data[i] == 0 && u == o.fill {
		return hash128{}
	}
	return mix3(o.base+uint64(i)*8, o.data[i], uint64(u))
}

// objHash is what the existence of an object adds.
func (o *object) objHash() hash128 {
	if o.state == objUnused || o.kind == kindGlobal || o.kind == kindExternal {
		return hash128{}
	}
	return mix3(o.base^0x5bf0_3635_0000_0001, o.size, uint64(o.state)<<8|uint64(o.kind))
}

// setWord changes one word.
func (m *machine) setWord(o *object, space, slot, i int, data uint64, undef uint8) {
	old := uint8(0)
	if o.undef != nil {
		old = o.undef[i]
	}
	if o.data[i] == data && old == undef {
		return
	}
	if m.undoing {
		m.log = append(m.log, undo{kind: undoWord, undef: old, space: int32(space), slot: int32(slot), index: int32(i), data: o.data[i], sum: o.sum})
	}
	before := o.wordHash(i)
	o.data[i] = data
	if o.undef != nil {
		o.undef[i] = undef
	}
	after := o.wordHash(i)
	after.sub(before)
	o.sum.add(after)
	m.memHash.add(after)
}

// setSym says which part of a symbol one byte is, or 0: none.
func (m *machine) setSym(o *object, space, slot int, off uint64, s slice) {
	if o.syms == nil {
		if s == 0 {
			return
		}
		o.syms = make([]slice, 8*len(o.data))
	}
	old := o.syms[off]
	if old == s {
		return
	}
	if m.undoing {
		m.log = append(m.log, undo{kind: undoByte, space: int32(space), slot: int32(slot), index: int32(off), data: uint64(old)})
	}
	o.syms[off] = s
	if old != 0 {
		m.holds(old, o.byteHash(off, old), 1, false)
	}
	if s != 0 {
		m.holds(s, o.byteHash(off, s), 1, true)
		m.symbols[s.symbol()].home = home{space, slot, int(off)}
	}
}

// byteHash is what a byte adds to the sum of the symbol that it is part of.
func (o *object) byteHash(off uint64, s slice) hash128 {
	return mix3(o.base+off, uint64(s.low()), 0x6d656d)
}

// setByte makes one byte a constant.
func (m *machine) setByte(o *object, space, slot int, off uint64, v byte) {
	w, b := off>>3, off&7
	m.setWord(o, space, slot, int(w), o.data[w]&^(0xff<<(8*b))|uint64(v)<<(8*b), o.undef[w]&^(1<<b))
	m.setSym(o, space, slot, off, 0)
}

// fetch gives n bytes at an address inside a live object without choosing the undetermined ones.
func (m *machine) fetch(t int, o *object, space, slot int, addr uint64, n uint8) value {
	off := addr - o.base
	if o.undef != nil && m.anyUndef(o, off, n) {
		m.define(t, o, space, slot, off, n)
		if s := o.sliceAt(off, n); s != 0 {
			return value{sym: s}
		}
		for k := off; k < off+uint64(n) && o.syms != nil; k++ {
			if s := o.syms[k]; s != 0 {
				m.look(s.symbol())
			}
		}
	}
	return value{Const: o.bytes(off, n)}
}

// sliceAt finds n bytes that are neighbouring parts of one symbol.
func (o *object) sliceAt(off uint64, n uint8) slice {
	if o.syms == nil {
		return 0
	}
	first := o.syms[off]
	for k := uint64(1); k < uint64(n) && first != 0; k++ {
		if s := o.syms[off+k]; s == 0 || s.symbol() != first.symbol() || s != first.above(uint(8*k)) {
			return 0
		}
	}
	return first
}

// read gives n bytes at an address inside a live object and chooses the undetermined ones.
func (m *machine) read(t int, o *object, space, slot int, addr uint64, n uint8) ir.Const {
	return m.know(m.fetch(t, o, space, slot, addr, n), 8*int(n))
}

// bytes gives n bytes that are constants.
func (o *object) bytes(off uint64, n uint8) ir.Const {
	i, b := int(off>>3), uint8(off&7)
	if b+n <= 8 {
		return ir.Const{Lo: o.data[i] >> (8 * b) & mask(8*n)}
	}
	var v [16]uint64
	for k := uint64(0); k < uint64(n); k++ {
		v[k] = o.data[(off+k)>>3] >> (8 * ((off + k) & 7)) & 0xff
	}
	var c ir.Const
	for k := 0; k < 8; k++ {
		c.Lo |= v[k] << (8 * k)
		c.Hi |= v[k+8] << (8 * k)
	}
	return c
}

func (m *machine) anyUndef(o *object, off uint64, n uint8) bool {
	if b := uint8(off & 7); b+n <= 8 {
		return o.undef[off>>3]>>b&(1<<n-1) != 0
	}
	for k := off; k < off+uint64(n); k++ {
		if o.undef[k>>3]>>(k&7)&1 != 0 {
			return true
		}
	}
	return false
}

// untouched reports whether some of n bytes were neither written nor read.
func (m *machine) untouched(o *object, off, n uint64) bool {
	for k := off; k < off+n; k++ {
		if o.untouchedByte(k) {
			return true
		}
	}
	return false
}

func (o *object) untouchedByte(k uint64) bool {
	return o.undef[k>>3]>>(k&7)&1 != 0 && (o.syms == nil || o.syms[k] == 0)
}

// define chooses the value of unwritten bytes and keeps it.
func (m *machine) define(t int, o *object, space, slot int, off uint64, n uint8) {
	if o.kind == kindExternal {
		m.defineExternal(o, space, slot, off, uint64(n))
	} else if f, ok := m.choices.(*follower); ok && o.given != nil && m.untouched(o, off, uint64(n)) && f.knows(o, off, uint64(n)) {
		m.settle(o, space, slot, off, uint64(n), value{Const: f.memory(t, o, off, uint64(n))})
	} else if m.untouched(o, off, uint64(n)) {
		m.settle(o, space, slot, off, uint64(n), m.arbitrary(t, int(n)*8, nil, 0))
	}
}

// settle chooses the unwritten ones of n bytes.
func (m *machine) settle(o *object, space, slot int, off, n uint64, v value) {
	for k := uint64(0); k < n; k++ {
		switch {
		case !o.untouchedByte(off + k):
		case v.sym != 0:
			m.setSym(o, space, slot, off+k, v.sym.above(uint(8*k)))
		default:
			b := byte(shiftRight(v.Const, uint(8*k)).Lo)
			if m.tracer != nil {
				m.tracer.settles(o.base+off+k, b)
			}
			m.setByte(o, space, slot, off+k, b)
		}
	}
}

// store writes n bytes of a value that may be undetermined.
func (m *machine) store(o *object, space, slot int, addr uint64, n uint8, v value) {
	if v.sym == 0 {
		m.write(o, space, slot, addr, n, v.Const)
		return
	}
	if o.undef == nil {
		o.undef = make([]uint8, len(o.data))
	}
	for k := uint64(0); k < uint64(n); k++ {
		off := addr - o.base + k
		w, b := off>>3, off&7
		m.setWord(o, space, slot, int(w), o.data[w]&^(0xff<<(8*b)), o.undef[w]|1<<b)
		m.setSym(o, space, slot, off, v.sym.above(uint(8*k)))
	}
}

// write stores n bytes at an address inside a live object.
func (m *machine) write(o *object, space, slot int, addr uint64, n uint8, v ir.Const) {
	off := addr - o.base
	i, b := int(off>>3), uint8(off&7)
	if o.syms != nil {
		for k := off; k < off+uint64(n); k++ {
			m.setSym(o, space, slot, k, 0)
		}
	}
	if b+n <= 8 {
		u := uint8(0)
		if o.undef != nil {
			u = o.undef[i] &^ uint8((1<<n-1)<<b)
		}
		k := mask(8*n) << (8 * b)
		m.setWord(o, space, slot, i, o.data[i]&^k|v.Lo<<(8*b)&k, u)
	} else {
		for k := uint64(0); k < uint64(n); k++ {
			w, b := int((off+k)>>3), (off+k)&7
			byt := v.Lo >> (8 * (k & 7)) & 0xff
			if k >= 8 {
				byt = v.Hi >> (8 * (k & 7)) & 0xff
			}
			u := uint8(0)
			if o.undef != nil {
				u = o.undef[w] &^ (1 << b)
			}
			m.setWord(o, space, slot, w, o.data[w]&^(0xff<<(8*b))|byt<<(8*b), u)
		}
	}
	m.leak(value{Const: v}, n, b != 0)
}

// leak notes that a value left the registers of its thread: if it is the address of an object, others may learn it.
func (m *machine) leak(v value, n uint8, unaligned bool) {
	if n < m.prog.pw/8 || v.Lo < fnBase {
		return
	}
	if m.leakWord(v.Lo) && unaligned {
		m.hidden = true
	}
	if n == 16 && v.Hi != 0 {
		m.leakWord(v.Hi)
	}
}

func (m *machine) leakWord(addr uint64) bool {
	space, slot, ok := m.find(addr)
	if !ok || space == 0 {
		return false
	}
	if o := &m.spaces[space][slot]; !o.escaped {
		o.escaped = true
		if m.undoing {
			m.log = append(m.log, undo{kind: undoEscape, space: int32(space), slot: int32(slot)})
		}
	}
	return true
}

// numbers notes that the address of an object was taken as a number.
func (m *machine) numbers(addr uint64) {
	m.leakWord(addr)
	space, slot, ok := m.find(addr)
	if !ok || space == 0 {
		return
	}
	if o := &m.spaces[space][slot]; !o.number {
		o.number = true
		if m.undoing {
			m.log = append(m.log, undo{kind: undoNumber, space: int32(space), slot: int32(slot)})
		}
	}
}

// setObject replaces the description of an object, keeping the old one for undo.
func (m *machine) setObject(space, slot int, o object) {
	p := &m.spaces[space][slot]
	if m.undoing {
		m.log = append(m.log, undo{kind: undoObject, space: int32(space), slot: int32(slot)})
		m.objLog = append(m.objLog, *p)
	}
	m.memHash.sub(p.objHash())
	m.memHash.add(o.objHash())
	if o.state != objLive {
		m.memHash.sub(p.sum)
		o.sum = hash128{}
	}
	m.memory.drop(p)
	m.memory.add(&o)
	*p = o
}

const maxObject = 1 << 26 // bytes of one object that are worth exploring

// newObject allocates for a thread and returns the address, or false if there is no room.
func (m *machine) newObject(t int, size, align uint64, kind objKind, zero bool, site int32) (uint64, bool) {
	if size > maxObject {
		return 0, false
	}
	space := t + 1
	words := int(size+7) / 8
	m.executed += int64(words / 8)
	o := object{size: size, room: size, state: objLive, kind: kind, site: site, data: make([]uint64, words)}
	if !zero && words > 0 {
		o.fill = 0xff
		o.undef = make([]uint8, words)
		for i := range o.undef {
			o.undef[i] = 0xff
		}
	}
	if b, ok := m.choices.base(t); ok {
		o.base = b
		m.customBases = true
		for s := range m.spaces {
			for i := range m.spaces[s] {
				p := &m.spaces[s][i]
				if p.base < b+size+1 && b < p.base+p.size+1 {
					return 0, false
				}
			}
		}
	} else if slot := m.recycle(space, size, align); slot >= 0 {
		old := &m.spaces[space][slot]
		o.base, o.room = old.base, old.room
		m.setObject(space, slot, o)
		return o.base, true
	} else {
		at, ok := m.prog.layout.place(t, m.spaces[space], size, align)
		if !ok {
			return 0, false
		}
		o.base, o.room = at.base, at.room
	}
	m.spaces[space] = append(m.spaces[space], object{base: o.base, room: o.room})
	if m.undoing {
		m.log = append(m.log, undo{kind: undoPush, space: int32(space)})
	}
	slot := len(m.spaces[space]) - 1
	p := &m.spaces[space][slot]
	m.memHash.add(o.objHash())
	m.memory.add(&o)
	*p = o
	return o.base, true
}

// kill ends the life of an object and of the synchronization objects in it.
func (m *machine) kill(space, slot int) {
	o := m.spaces[space][slot]
	o.state = objDead
	if len(m.sync) > 0 {
		m.dropSync(o.base, o.size)
	}
	for k, s := range o.syms {
		if s != 0 {
			m.holds(s, o.byteHash(uint64(k), s), 1, false)
		}
	}
	m.setObject(space, slot, o)
}
