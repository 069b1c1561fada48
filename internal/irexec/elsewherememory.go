package irexec

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
)

// What memory holds in other layouts, byte by byte. A step that blocks takes back what it has changed.

// load is what n bytes of memory hold in other layouts.
func (e *elsewhere) load(m *machine, t int, addr uint64, n uint8, is ir.Const) *moved {
	var from []*moved
	var parts [16]*movedByte
	whole := true
	for k := range n {
		b, ok := e.memory[addr+uint64(k)]
		if !ok || shiftRight(b.is, uint(8*b.k)).Lo&0xff != shiftRight(is, uint(8*k)).Lo&0xff {
			whole = false
			continue
		}
		parts[k] = &b
		whole = whole && b.k == k && b.moved == parts[0].moved
		if !slices.Contains(from, b.moved) {
			from = append(from, b.moved)
		}
	}
	if len(from) == 0 {
		return nil
	}
	if whole && from[0].is == is {
		return from[0]
	}
	var in [layouts]ir.Const
	for i := range in {
		for k := range n {
			b := shiftRight(is, uint(8*k)).Lo & 0xff
			if p := parts[k]; p != nil {
				b = shiftRight(p.in[i], uint(8*p.k)).Lo & 0xff
			}
			if k < 8 {
				in[i].Lo |= b << (8 * k)
			} else {
				in[i].Hi |= b << (8 * (k - 8))
			}
		}
	}
	return e.made(m, t, is, in, false, from...)
}

// put changes a byte of memory; one without a value is the same in all layouts.
func (e *elsewhere) put(addr uint64, b movedByte) {
	old := e.memory[addr]
	if old == b {
		return
	}
	e.log = append(e.log, movedBefore{addr, old})
	if b.moved == nil {
		delete(e.memory, addr)
	} else {
		e.memory[addr] = b
	}
}

func (e *elsewhere) store(addr uint64, n uint8, v *moved) {
	for k := range n {
		if v == nil {
			e.put(addr+uint64(k), movedByte{})
		} else {
			e.put(addr+uint64(k), movedByte{v, k})
		}
	}
}

// within lists the bytes of a range that are not the same in all layouts, by their offsets.
func (e *elsewhere) within(addr, n uint64) map[uint64]movedByte {
	out := map[uint64]movedByte{}
	if n > uint64(len(e.memory)) {
		for a, b := range e.memory {
			if a-addr < n {
				out[a-addr] = b
			}
		}
		return out
	}
	for k := range n {
		if b, ok := e.memory[addr+k]; ok {
			out[k] = b
		}
	}
	return out
}

// clear forgets what a range of memory holds.
func (e *elsewhere) clear(addr, n uint64) {
	for k := range e.within(addr, n) {
		e.put(addr+k, movedByte{})
	}
}

func (e *elsewhere) copy(to, from, n uint64) {
	bytes := e.within(from, n)
	e.clear(to, n)
	for k, b := range bytes {
		e.put(to+k, b)
	}
}

// step begins a step.
func (e *elsewhere) step(m *machine) {
	e.close(m)
	e.log = e.log[:0]
}

// undo takes back what the running step has done to memory: it was blocked.
func (e *elsewhere) undo() {
	for _, b := range slices.Backward(e.log) {
		if b.moved == nil {
			delete(e.memory, b.addr)
		} else {
			e.memory[b.addr] = b.movedByte
		}
	}
	e.log, e.now = e.log[:0], movedInstr{}
}

// fill gives the addresses in the initializer of an object.
func (e *elsewhere) fill(m *machine, o *object) {
	if o.site < 0 || int(o.site) >= len(m.prog.src.Globals) {
		return
	}
	for _, r := range m.prog.src.Globals[o.site].Relocs {
		v := e.pointing(m, m.prog.layout.fn(int32(r.Target.Func)))
		if r.Target.Kind == ir.KindGlobal {
			base := m.prog.layout.global(r.Target.Global)
			v = e.address(m, base, (base+r.Target.Val.Lo)&mask(m.prog.pw))
		}
		e.store(o.base+uint64(r.Offset), m.prog.pw/8, v)
	}
}
