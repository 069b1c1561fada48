package irexec

import (
	"math"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Undetermined values. What a program leaves open (a havoc, an unwritten register or unwritten memory, external memory) is a symbol until an operation examines
// it. Symbols move: through copies, stores and loads, calls and returns, arguments and results of threads. The first
// operation that needs to know (arithmetic, a comparison, a branch, an address) chooses the value, in the step of the thread that
// executes it, for all places at once. Most arbitrary values in C are never examined: the result of a thread function that falls off its
// end, padding that a struct copy moves. Choosing them when they are made multiplies the states by values that are never read, and wide ones could only be
// sampled, which proves nothing.
//
// A register holds, and a byte of memory is, a slice of a symbol: some of its bits, from one on. So a value may be stored
// as a whole and copied byte by byte. A comparison with a constant chooses the answer alone (split.go).
//
// A state with symbols stands for all the states that give them values, and a step of it for the steps of these. What follows from that
// for two threads that look at one symbol in the same state is in search.go (looks of a run) and compare.go (agree).
//
// Names of symbols are not part of a state: two states that differ in them are the same, and two places with one symbol differ
// from two places with two. Each symbol keeps the sum of the hashes of the places that hold it, and adds a hash of that sum to the
// state's. Rejected: names by the place of creation (a loop that makes symbols would never return to an earlier state) and names by the smallest
// free number (which one is free depends on the order in which others were made).
//
// A run with given inputs (Run) has no symbols: its queue has a value for each, in the order in which they are made.

// slice is a symbol and the lowest bit of it, or 0: none. The place that holds it knows how many bits it has.
type slice uint32

const (
	sliceShift = 7 // symbols have up to 128 bits
	maxSymbols = 1<<(32-sliceShift) - 1
)

func (s slice) symbol() int         { return int(s>>sliceShift) - 1 }
func (s slice) low() uint           { return uint(s & (1<<sliceShift - 1)) }
func (s slice) above(by uint) slice { return s + slice(by) }

// symbol is a value that is not chosen yet, or was chosen in this execution.
type symbol struct {
	width   uint8
	chosen  bool
	sampled bool // its alternatives are not all its values
	val     ir.Const
	class   []ir.Const // the alternatives, nil: those of its width
	origin  uint64     // tells symbols with different classes apart
	sum     hash128    // of the places that hold it
	bytes   int32      // of memory that hold it
	home    home       // where one of them is, if it still holds it
	asked   int32      // questions
	dom     domain     // the values it may have, nil: all
	domHash hash128
}

// hash is what the symbol adds to the hash of the state.
func (y *symbol) hash() hash128 {
	if y.chosen || y.sum == (hash128{}) {
		return hash128{}
	}
	return mix3(y.sum.x^y.domHash.x, y.sum.y^y.domHash.y, uint64(y.width)|y.origin<<8)
}

// value is what moves: a constant, or a slice of a symbol.
type value struct {
	ir.Const
	sym slice
}

// place is a register or a result that holds a symbol.
type place struct {
	sym slice
	sum hash128
}

// newSymbol makes a symbol of thread t. The caller puts it somewhere.
func (m *machine) newSymbol(c choice, y symbol) slice {
	id := len(m.symbols)
	c.width, c.count, c.symbol, c.makes = y.width, 1, int32(id), true
	m.script.next(c, func(int) ir.Const { return ir.Const{} })
	m.symbols = append(m.symbols, y)
	return slice(id+1) << sliceShift
}

// arbitrary is any value of a width, for thread t.
func (m *machine) arbitrary(t, width int, class []ir.Const, pc int32) value {
	switch {
	case m.script == nil || len(m.symbols) >= maxSymbols:
		if s, ok := m.choices.(*script); ok && class != nil {
			return value{Const: s.class(t, width, class)}
		}
		return value{Const: m.choices.value(t, width)}
	case class != nil:
		return value{sym: m.newSymbol(choice{thread: int32(t)}, symbol{width: uint8(width), class: class, origin: uint64(pc) + 1})}
	}
	return value{sym: m.newSymbol(choice{thread: int32(t)}, symbol{width: uint8(width), sampled: width > 8})}
}

// setSymbol changes a symbol.
func (m *machine) setSymbol(id int, change func(y *symbol)) {
	y := &m.symbols[id]
	if m.undoing {
		m.log = append(m.log, undo{kind: undoSymbol, index: int32(id)})
		m.symLog = append(m.symLog, *y)
	}
	m.symHash.sub(y.hash())
	change(y)
	m.symHash.add(y.hash())
}

// holds notes that a place begins or ceases to hold a slice of a symbol that is not chosen.
func (m *machine) holds(s slice, at hash128, bytes int32, more bool) {
	if m.symbols[s.symbol()].chosen {
		return
	}
	m.setSymbol(s.symbol(), func(y *symbol) {
		if more {
			y.sum.add(at)
			y.bytes += bytes
		} else {
			y.sum.sub(at)
			y.bytes -= bytes
		}
	})
}

// look chooses the value of a symbol.
func (m *machine) look(id int) {
	y := &m.symbols[id]
	if y.chosen {
		return
	}
	v, some := m.script.look(id, y)
	if some && m.script.sampledAt == "" {
		m.script.sampledAt = m.posOf(m.userPC(m.step.thread)).Pos.String()
	}
	m.fix(id, v)
}

// fix gives a symbol its value in all places: memory takes it at once, registers when they are read.
func (m *machine) fix(id int, v ir.Const) {
	bytes := m.symbols[id].bytes
	m.setSymbol(id, func(y *symbol) { y.chosen, y.val, y.bytes = true, v, 0 })
	at := m.symbols[id].home
	if at.space < len(m.spaces) && at.slot < len(m.spaces[at.space]) { // most symbols are one variable
		bytes -= m.become(id, at.space, at.slot, max(at.off-symbolBytes, 0), at.off+symbolBytes, bytes)
	}
	for s := 0; s < len(m.spaces) && bytes > 0; s++ {
		for i := 0; i < len(m.spaces[s]) && bytes > 0; i++ {
			bytes -= m.become(id, s, i, 0, math.MaxInt, bytes)
		}
	}
	m.leak(value{Const: v}, 16, false)
	for u, th := range m.threads {
		for _, p := range th.places() {
			if p.sym.symbol() == id {
				m.touch(u)
				break
			}
		}
	}
}

// home is a byte of memory.
type home struct{ space, slot, off int }

// symbolBytes is the size of the largest symbol.
const symbolBytes = 16

// become gives a symbol its value in those of some bytes of an object that hold it, at most so many, and says how many it were.
func (m *machine) become(id, space, slot, from, to int, most int32) (n int32) {
	o := &m.spaces[space][slot]
	if o.state != objLive || o.syms == nil {
		return 0
	}
	for k := from; k < min(to, len(o.syms)) && n < most; k++ {
		if o.syms[k].symbol() == id {
			m.setByte(o, space, slot, uint64(k), byte(m.bits(o.syms[k], 8).Lo))
			n++
		}
	}
	return n
}

// bits gives a slice of a chosen symbol.
func (m *machine) bits(s slice, width int) ir.Const {
	return shiftRight(m.symbols[s.symbol()].val, s.low()).Truncate(width)
}

// know makes a value of a width known.
func (m *machine) know(v value, width int) ir.Const {
	if v.sym == 0 {
		return v.Const
	}
	m.look(v.sym.symbol())
	return m.bits(v.sym, width)
}

// settled is the value if it needs no choice.
func (m *machine) settled(v value, width int) value {
	if v.sym != 0 && m.symbols[v.sym.symbol()].chosen {
		return value{Const: m.bits(v.sym, width)}
	}
	return v
}

// open reports whether a register holds no constant: a slice, or nothing yet.
func open(r []uint64, o *operand) bool {
	return o.bit >= 0 && r[o.bit>>6]>>(o.bit&63)&1 != 0
}

// carry reads an operand without looking at it.
func (m *machine) carry(r []uint64, o *operand) value {
	if o.slot < 0 {
		return value{Const: ir.Const{Lo: o.lo, Hi: o.hi}}
	}
	if open(r, o) {
		d := target{slot: o.slot, bit: o.bit, w: o.w}
		if r[o.slot] == 0 {
			m.put(r, &d, m.arbitrary(m.step.thread, int(o.w), nil, 0))
		} else if v := m.settled(value{sym: slice(r[o.slot])}, int(o.w)); v.sym == 0 {
			setWide(r, &d, v.Const)
		}
		if open(r, o) {
			return value{sym: slice(r[o.slot])}
		}
	}
	v := value{Const: ir.Const{Lo: r[o.slot]}}
	if o.w > 64 {
		v.Hi = r[o.slot+1]
	}
	return v
}

// put writes a value to a register.
func (m *machine) put(r []uint64, d *target, v value) {
	if v.sym == 0 || d.slot < 0 {
		setWide(r, d, v.Const)
		return
	}
	if d.bit < 0 {
		panic("irexec: a register that holds constants only gets a symbol")
	}
	setWide(r, d, ir.Const{Lo: uint64(v.sym)})
	r[d.bit>>6] |= 1 << (d.bit & 63)
}

// part is some bits of a value.
func part(v value, low uint, d *target) value {
	if v.sym != 0 {
		return value{sym: v.sym.above(low)}
	}
	return value{Const: shiftRight(v.Const, low).Truncate(int(d.w))}
}

// joined makes one value of two adjacent ones.
func joined(hi, lo value, width uint) (value, bool) {
	return lo, hi.sym != 0 && lo.sym != 0 && lo.sym.symbol() == hi.sym.symbol() && hi.sym.low() == lo.sym.low()+width
}

// mayHold finds the registers that may hold a symbol: what instructions that move values write.
func mayHold(f *ir.Func, unwritten []bool) []bool {
	may := make([]bool, len(f.Regs))
	copy(may, unwritten)
	for _, p := range f.Params {
		may[p] = true
	}
	for changed := true; changed; {
		changed = false
		add := func(r ir.Reg, from ...ir.Operand) {
			hold := len(from) == 0
			for _, o := range from {
				hold = hold || o.Kind == ir.KindReg && may[o.Reg]
			}
			if r != ir.NoReg && hold && !may[r] {
				may[r], changed = true, true
			}
		}
		for in := range f.Instrs() {
			switch in := in.(type) {
			case *ir.Havoc:
				add(in.Dst)
			case *ir.Load:
				add(in.Dst)
			case *ir.Call:
				add(in.Dst)
			case *ir.CallPtr:
				add(in.Dst)
			case *ir.Join:
				add(in.Dst)
			case *ir.Move:
				add(in.Dst, in.X)
			case *ir.Unary:
				if in.Op == ir.Trunc {
					add(in.Dst, in.X)
				}
			case *ir.Extract:
				add(in.Dst, in.X)
			case *ir.Concat:
				add(in.Dst, in.Hi)
			case *ir.Ite:
				add(in.Dst, in.X, in.Y)
			}
		}
	}
	return may
}
