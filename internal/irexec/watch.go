package irexec

import "github.com/heddle-dev/heddle/internal/ir"

// Watcher is told what a run does, instruction by instruction, each before it takes effect. What it keeps beside the run it makes of the instructions itself: the
// interpreter knows nothing of it.
type Watcher interface {
	// Before is told that a thread is about to execute an instruction. The moment is over when it returns.
	Before(*Moment)
	// Undone says that the instruction of the last moment did not happen: its thread stands before it still.
	Undone()
}

// Moment is the state in which an instruction is executed.
type Moment struct {
	Thread int
	Depth  int // of calls: 0 is the function that the thread started with
	Instr  ir.Instr
	Func   *ir.Func // that the instruction stands in
	Callee *ir.Func // that a call or a spawn leads to; nil: none
	Child  int      // of a spawn: the number of the new thread

	m *machine
	r []uint64
}

// watch tells the watcher about the next instruction.
func (m *machine) watch(t, depth int, pc int32, r []uint64) {
	in := &m.prog.code[pc]
	now := &Moment{Thread: t, Depth: depth, Instr: in.src, Func: m.prog.funcs[in.fn].src, Child: len(m.threads), m: m, r: r}
	fn := int32(-1)
	switch in.op {
	case opCall:
		fn = in.to
	case opCallPtr:
		if f, ok := m.prog.addrFn[m.peek(r, &in.a)]; ok {
			fn = f
		}
	case opSpawn:
		if f, ok := m.prog.addrFn[m.peek(r, &in.b)]; ok {
			fn = f
		}
	}
	if fn >= 0 {
		now.Callee = m.prog.funcs[fn].src
	}
	m.watcher.Before(now)
}

func (m *machine) peek(r []uint64, o *operand) uint64 {
	if o.slot < 0 {
		return o.lo
	}
	return r[o.slot]
}

// Value is what an operand of the instruction holds; false: nothing was chosen for it yet.
func (w *Moment) Value(o ir.Operand) (ir.Const, bool) {
	k := &funcCompiler{program: w.m.prog, f: w.Func, fn: &w.m.prog.funcs[w.frame().fn]}
	x := k.op(o)
	if x.slot < 0 {
		return ir.Const{Lo: x.lo, Hi: x.hi}, true
	}
	if open(w.r, &x) {
		return ir.Const{}, false
	}
	c := ir.Const{Lo: w.r[x.slot]}
	if x.w > 64 {
		c.Hi = w.r[x.slot+1]
	}
	return c, true
}

func (w *Moment) frame() *frame {
	th := w.m.threads[w.Thread]
	return &th.frames[w.Depth]
}

// Storage is what kind of memory an address lies in.
type Storage uint8

// The kinds of memory.
const (
	Nowhere  Storage = iota // no live object
	Own                     // an object of the program
	External                // memory from outside, written or not
)

// At tells where an address lies.
func (w *Moment) At(addr uint64) Storage {
	o, _, _, f := w.m.at(addr, 1)
	switch {
	case f != faultNone:
		return Nowhere
	case o.kind == kindExternal:
		return External
	}
	return Own
}

// Byte is what a byte of live memory holds; false: nothing was chosen for it yet.
func (w *Moment) Byte(addr uint64) (byte, bool) {
	o, _, _, f := w.m.at(addr, 1)
	if f != faultNone {
		return 0, false
	}
	off := addr - o.base
	if o.undef != nil && o.undef[off>>3]>>(off&7)&1 != 0 {
		return 0, false
	}
	return byte(o.data[off>>3] >> (8 * (off & 7))), true
}

// Object is where the object lies that an address points into, live or not; of none the size is 0.
func (w *Moment) Object(addr uint64) (base, size uint64) {
	space, slot, ok := w.m.find(addr)
	if !ok {
		return 0, 0
	}
	o := &w.m.spaces[space][slot]
	return o.base, o.size
}
