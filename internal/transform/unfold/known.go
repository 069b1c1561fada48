package unfold

import (
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform"
)

// What unfold knows while it walks: registers here, memory in memory.go.
//
// A register that is known is not written in the output at all: whoever reads it gets the value instead, so that a computation in which
// everything is known leaves no code, however long it runs. Only where ways meet that know different things is the register
// written, on each of the ways, and only if something behind reads it.
//
// Only registers that are live across blocks are kept here; the temporaries of an expression never leave their block
// and stand in the frame. States are forked at every branch and merged at every join, so frames are shared until one
// of the sharers writes.

// value is what is known of a register: its value, or at least the object that it points into.
type value struct {
	// op is the value, unset if it is not known. A register stands for the address of what an allocation made, plus Val: base
	// registers are written once, by their allocation.
	op  ir.Operand
	obj objectID // that it points into; 0: none that is known
}

func (v value) known() bool { return v.op.IsSet() }

// plain reports whether the value is known and needs no instruction to be used.
func (v value) plain() bool { return v.op.IsSet() && (v.op.Kind != ir.KindReg || v.op.Val.IsZero()) }

// state is what is known on one way: one entry per inlined frame, outermost first, and memory.
type state struct {
	frames []*values
	mem    *memory
}

type values struct {
	vals   []value
	shared bool
}

func (s state) push(n int) state {
	s.frames = append(s.frames[:len(s.frames):len(s.frames)], &values{vals: make([]value, n)})
	return s
}

func (s state) pop() state {
	s.frames = s.frames[:len(s.frames)-1]
	return s
}

// fork returns a state that can be changed without the other seeing it.
func (s state) fork() state {
	for _, v := range s.frames {
		v.shared = true
	}
	return state{append([]*values(nil), s.frames...), s.mem.fork()}
}

// set writes a register of the innermost frame, and reports whether that changes something.
func (s state) set(i int, v value) bool {
	last := len(s.frames) - 1
	f := s.frames[last]
	if f.vals[i] == v {
		return false
	}
	if f.shared {
		f = &values{vals: append([]value(nil), f.vals...)}
		s.frames[last] = f
	}
	f.vals[i] = v
	return true
}

// merge keeps what both know. What only one of them knows of an address is exposed: the register could point there.
func (u *unfolder) merge(s, t state) state {
	m := state{mem: u.mergeMemory(s.mem, t.mem)}
	for i, a := range s.frames {
		b := t.frames[i]
		if a == b {
			a.shared = true
			m.frames = append(m.frames, a)
			continue
		}
		f := &values{vals: make([]value, len(a.vals))}
		for j := range a.vals {
			f.vals[j] = u.meet(m.mem, a.vals[j], b.vals[j])
		}
		m.frames = append(m.frames, f)
	}
	return m
}

// meet is what two values have in common.
func (u *unfolder) meet(m *memory, a, b value) value {
	switch {
	case a == b:
		return a
	case a.obj == b.obj:
		return value{obj: a.obj}
	}
	u.expose(m, a.obj)
	u.expose(m, b.obj)
	return value{}
}

// shape finds what unfolding needs to know of a function.
func (u *unfolder) shape(id ir.FuncID) *shape {
	if s := u.shapes[id]; s != nil {
		return s
	}
	f := u.in.Funcs[id]
	s := &shape{items: transform.LoopTree(f), cross: make([]int, len(f.Regs))}
	// A register is local to a block if all its uses stand in one block after a definition there.
	const none, many = -1, -2
	home := make([]int, len(f.Regs))
	for i := range home {
		home[i] = none
	}
	for _, r := range f.Params {
		home[r] = many
	}
	for bi, b := range f.Blocks {
		defined := map[ir.Reg]bool{}
		for _, in := range b.Instrs {
			uses(in, func(r ir.Reg) {
				if !defined[r] {
					home[r] = many
				}
			})
			ir.Defs(in, func(r *ir.Reg) {
				defined[*r] = true
				if home[*r] == none {
					home[*r] = bi
				}
			})
		}
	}
	for r := range s.cross {
		s.cross[r] = -1
		if home[r] == many {
			s.cross[r] = len(s.regs)
			s.regs = append(s.regs, ir.Reg(r))
		}
	}
	s.findLive(f)
	s.bits = f.SignedBits(f.Unwritten(ir.Any))
	u.shapes[id] = s
	return s
}

// uses calls f with the registers whose value an instruction may read. A join that gives up leaves its register as it was.
func uses(in ir.Instr, f func(ir.Reg)) {
	ir.Uses(in, func(o *ir.Operand) {
		if o.Kind == ir.KindReg {
			f(o.Reg)
		}
	})
	if j, ok := in.(*ir.Join); ok && j.Dst != ir.NoReg && (j.Try || j.Timed) {
		f(j.Dst)
	}
}

// findLive finds the registers that something behind the start of a block may read.
func (s *shape) findLive(f *ir.Func) {
	n := len(s.regs)
	reads, writes := make([][]bool, len(f.Blocks)), make([][]bool, len(f.Blocks))
	s.live = make([][]bool, len(f.Blocks))
	for i, b := range f.Blocks {
		reads[i], writes[i], s.live[i] = make([]bool, n), make([]bool, n), make([]bool, n)
		for _, in := range b.Instrs {
			uses(in, func(r ir.Reg) {
				if c := s.cross[r]; c >= 0 && !writes[i][c] {
					reads[i][c] = true
				}
			})
			ir.Defs(in, func(r *ir.Reg) {
				if c := s.cross[*r]; c >= 0 {
					writes[i][c] = true
				}
			})
		}
	}
	for changed := true; changed; {
		changed = false
		for i := len(f.Blocks) - 1; i >= 0; i-- {
			for c := range n {
				if s.live[i][c] {
					continue
				}
				live := reads[i][c]
				if !live && !writes[i][c] {
					ir.Targets(f.Blocks[i].Term(), func(t *ir.BlockID) { live = live || s.live[*t][c] })
				}
				if live {
					s.live[i][c], changed = true, true
				}
			}
		}
	}
}

// lookup gives what is known of a register of the current frame.
func (u *unfolder) lookup(r ir.Reg) value {
	if i := u.frame.shape.cross[r]; i >= 0 {
		return u.known.frames[len(u.known.frames)-1].vals[i]
	}
	return u.frame.temps[r]
}

// learn records what is known of a register of the current frame after it was written; the zero value if nothing is.
func (u *unfolder) learn(r ir.Reg, v value) {
	if i := u.frame.shape.cross[r]; i >= 0 {
		if u.known.set(i, v) {
			u.changes++
		}
		return
	}
	if u.frame.temps[r] != v {
		u.frame.temps[r] = v
		u.frame.touched = append(u.frame.touched, r)
	}
}

// forgetTemps is for the start of a block.
func (fr *frame) forgetTemps() {
	for _, r := range fr.touched {
		fr.temps[r] = value{}
	}
	fr.touched = fr.touched[:0]
}

// value is what is known of an operand of the current frame.
func (u *unfolder) value(o ir.Operand) value {
	switch o.Kind {
	case ir.KindNone:
		return value{}
	case ir.KindReg:
		return u.lookup(o.Reg)
	case ir.KindGlobal:
		return value{o, u.globalObject(o.Global)}
	}
	return value{op: o}
}

// resolve rewrites an operand of the current frame: known values in place of registers, registers of the thread otherwise.
func (u *unfolder) resolve(o ir.Operand) ir.Operand {
	if o.Kind != ir.KindReg {
		return o
	}
	if v := u.lookup(o.Reg); v.known() {
		return u.usable(v)
	}
	o.Reg += u.frame.base
	return o
}

// usable is a known value as an operand.
func (u *unfolder) usable(v value) ir.Operand {
	if v.plain() {
		return v.op
	}
	w := v.op.Width
	r := u.f.NewReg(w, "", ir.ShowPointer)
	u.deriving = true
	u.emit(&ir.Binary{Dst: r, Op: ir.Add, X: ir.R(v.op.Reg, w), Y: ir.KConst(w, v.op.Val)}, 0)
	u.deriving = false
	return ir.R(r, w)
}

// write emits a known value into a register of the thread.
func (u *unfolder) write(dst ir.Reg, v value) {
	if v.plain() {
		u.emit(&ir.Move{Dst: dst, X: v.op}, 0)
		return
	}
	w := v.op.Width
	u.emit(&ir.Binary{Dst: dst, Op: ir.Add, X: ir.R(v.op.Reg, w), Y: ir.KConst(w, v.op.Val)}, 0)
}
