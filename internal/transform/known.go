package transform

import "github.com/heddle-dev/heddle/internal/ir"

// What unfold knows of registers: constants and addresses of globals and functions, per inlined frame.
//
// Only registers that are live across blocks are kept here; the temporaries of an expression never leave their block
// and stand in the frame. States are forked at every branch and merged at every join, so frames are shared until one
// of the sharers writes.

// state is one entry per frame, outermost first.
type state []*values

type values struct {
	vals   []ir.Operand // KindNone: unknown
	shared bool
}

func (s state) push(n int) state {
	return append(s[:len(s):len(s)], &values{vals: make([]ir.Operand, n)})
}

func (s state) pop() state { return s[:len(s)-1] }

// fork returns a state that can be changed without the other seeing it.
func (s state) fork() state {
	for _, v := range s {
		v.shared = true
	}
	return append(state(nil), s...)
}

// set writes a register of the innermost frame or of one further out.
func (s state) set(frame, i int, o ir.Operand) {
	v := s[frame]
	if v.vals[i] == o {
		return
	}
	if v.shared {
		v = &values{vals: append([]ir.Operand(nil), v.vals...)}
		s[frame] = v
	}
	v.vals[i] = o
}

// merge keeps what both know. Frames of returned calls that one side still has are dropped.
func (s state) merge(t state) state {
	n := min(len(s), len(t))
	out := make(state, n)
	for i := range n {
		a, b := s[i], t[i]
		if a == b {
			a.shared = true
			out[i] = a
			continue
		}
		m := &values{vals: make([]ir.Operand, len(a.vals))}
		for j := range a.vals {
			if a.vals[j] == b.vals[j] {
				m.vals[j] = a.vals[j]
			}
		}
		out[i] = m
	}
	return out
}

// shape finds what unfolding needs to know of a function.
func (u *unfolder) shape(id ir.FuncID) *shape {
	if s := u.shapes[id]; s != nil {
		return s
	}
	f := u.in.Funcs[id]
	s := &shape{items: loopTree(f), cross: make([]int, len(f.Regs))}
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
			ir.Uses(in, func(o *ir.Operand) {
				if o.Kind == ir.KindReg && !defined[o.Reg] {
					home[o.Reg] = many
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
			s.cross[r] = s.wide
			s.wide++
		}
	}
	u.shapes[id] = s
	return s
}

// lookup gives what is known of a register of the current frame.
func (u *unfolder) lookup(r ir.Reg) ir.Operand {
	if i := u.frame.shape.cross[r]; i >= 0 {
		return u.known[len(u.known)-1].vals[i]
	}
	return u.frame.temps[r]
}

// learn records what is known of a register of the current frame after it was written; KindNone if nothing is.
func (u *unfolder) learn(r ir.Reg, o ir.Operand) {
	if i := u.frame.shape.cross[r]; i >= 0 {
		u.known.set(len(u.known)-1, i, o)
		return
	}
	if o.IsSet() {
		u.frame.temps[r] = o
	} else {
		delete(u.frame.temps, r)
	}
}

// resolve rewrites an operand of the current frame: known values in place of registers, registers of the thread otherwise.
func (u *unfolder) resolve(o ir.Operand) ir.Operand {
	if o.Kind != ir.KindReg {
		return o
	}
	if k := u.lookup(o.Reg); k.IsSet() {
		return k
	}
	o.Reg += u.frame.base
	return o
}
