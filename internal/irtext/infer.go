package irtext

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Widths that need not be written.
//
// Most widths in a program follow from others: both sides of an addition are equally wide, a condition has one bit, an
// address has the width of a pointer. The parser fills them in, and the printer leaves out exactly what the parser would
// fill in, by asking the same rules: it blanks a copy of the instruction, applies the rules to it, and compares. One
// table of rules thus serves both directions and they cannot drift apart. Real type inference (unification over the
// whole function) was not worth it: a rule only ever looks at one instruction, and a register that no instruction
// determines within a few passes must be written with its width.

// inferrer applies the rules to the instructions of one function.
type inferrer struct {
	p       *ir.Program
	f       *ir.Func
	fixed   bool // registers keep their widths; only operands are filled in
	changed bool
}

// slot is something that has a width: a register that is written, or an operand.
type slot struct {
	reg ir.Reg
	op  *ir.Operand
}

func dst(r ir.Reg) slot      { return slot{reg: r} }
func src(o *ir.Operand) slot { return slot{reg: ir.NoReg, op: o} }
func (s slot) asReg() ir.Reg {
	if s.op == nil {
		return s.reg
	}
	if s.op.Kind == ir.KindReg {
		return s.op.Reg
	}
	return ir.NoReg
}

func (n *inferrer) width(s slot) int {
	if r := s.asReg(); r >= 0 && int(r) < len(n.f.Regs) {
		return n.f.Regs[r].Width
	}
	if s.op == nil {
		return 0
	}
	switch s.op.Kind {
	case ir.KindConst:
		return s.op.Width
	case ir.KindGlobal, ir.KindFunc:
		return n.p.PtrWidth()
	}
	return 0
}

func (n *inferrer) set(s slot, w int) {
	if w <= 0 || w > ir.MaxWidth || n.width(s) != 0 {
		return
	}
	if r := s.asReg(); r >= 0 && int(r) < len(n.f.Regs) {
		if !n.fixed {
			n.f.Regs[r].Width = w
			n.changed = true
		}
		return
	}
	if s.op != nil && s.op.Kind == ir.KindConst {
		s.op.Width = w
		n.changed = true
	}
}

func (n *inferrer) is(w int, slots ...slot) {
	for _, s := range slots {
		n.set(s, w)
	}
}

func (n *inferrer) same(slots ...slot) {
	for _, s := range slots {
		if w := n.width(s); w != 0 {
			n.is(w, slots...)
			return
		}
	}
}

// mem relates an access to the values it moves.
func (n *inferrer) mem(m *ir.Mem, vals ...slot) {
	n.is(n.p.PtrWidth(), src(&m.Addr))
	if m.Size > 0 && m.Size <= ir.MaxWidth/8 {
		n.is(8*m.Size, vals...)
	}
	n.same(vals...)
	if m.Size != 0 {
		return
	}
	for _, v := range vals {
		if w := n.width(v); w != 0 && w%8 == 0 {
			m.Size = w / 8
			n.changed = true
			return
		}
	}
}

// ranged says what is known of an access to a range.
func (n *inferrer) ranged(m *ir.Mem) {
	n.is(n.p.PtrWidth(), src(&m.Addr), src(&m.Len), src(&m.Also))
	if m.Size == 0 {
		m.Size = 1
		n.changed = true
	}
}

func (n *inferrer) args(f ir.FuncID, args []ir.Operand) {
	if f < 0 || int(f) >= len(n.p.Funcs) {
		return
	}
	g := n.p.Funcs[f]
	if g == nil {
		return
	}
	for i := range args {
		if i < len(g.Params) {
			if r := g.Params[i]; r >= 0 && int(r) < len(g.Regs) {
				n.is(g.Regs[r].Width, src(&args[i]))
			}
		}
	}
}

// memOf is what the text shows as an access: the instruction's own, or the one that a Probe only asks about.
func memOf(in ir.Instr) *ir.Mem {
	if pr, ok := in.(*ir.Probe); ok {
		return &pr.Mem
	}
	m, _, _ := ir.AccessOf(in)
	return m
}

// instr applies the rules of one instruction.
func (n *inferrer) instr(in ir.Instr) {
	ptr := n.p.PtrWidth()
	switch in := in.(type) {
	case *ir.Move:
		n.same(dst(in.Dst), src(&in.X))
	case *ir.Unary:
		switch in.Op {
		case ir.Not, ir.Neg, ir.PtrToInt, ir.FNeg, ir.FSqrt:
			n.same(dst(in.Dst), src(&in.X))
		}
	case *ir.Binary:
		if in.Op.IsCompare() {
			n.is(1, dst(in.Dst))
			n.same(src(&in.X), src(&in.Y))
		} else {
			n.same(dst(in.Dst), src(&in.X), src(&in.Y))
		}
	case *ir.Concat:
		if hi, lo := n.width(src(&in.Hi)), n.width(src(&in.Lo)); hi != 0 && lo != 0 {
			n.is(hi+lo, dst(in.Dst))
		}
	case *ir.Ite:
		n.is(1, src(&in.Cond))
		n.same(dst(in.Dst), src(&in.X), src(&in.Y))
	case *ir.Load:
		n.mem(&in.Mem, dst(in.Dst))
	case *ir.Store:
		n.mem(&in.Mem, src(&in.Val))
	case *ir.Fill:
		n.ranged(&in.Mem)
		if !in.Any() {
			n.is(8, src(&in.Val))
		}
	case *ir.Copy:
		n.ranged(&in.Mem)
		n.is(ptr, src(&in.Src.Addr))
	case *ir.Scan:
		n.ranged(&in.Mem)
		n.is(8, src(&in.Val))
		n.is(ptr, dst(in.Dst))
	case *ir.Touch:
		n.ranged(&in.Mem)
	case *ir.RMW:
		n.mem(&in.Mem, dst(in.Dst), src(&in.Val))
	case *ir.CAS:
		n.is(1, dst(in.OK))
		n.mem(&in.Mem, dst(in.Dst), src(&in.Expected), src(&in.New))
	case *ir.Alloc:
		n.is(ptr, dst(in.Dst), src(&in.Size))
	case *ir.Free:
		n.is(ptr, src(&in.Addr))
	case *ir.TLSAddr:
		n.is(ptr, dst(in.Dst))
	case *ir.ObjSize:
		n.is(ptr, dst(in.Dst), src(&in.Addr))
	case *ir.Probe:
		n.is(2, dst(in.Dst))
		n.is(ptr, src(&in.Mem.Addr), src(&in.Mem.Len), src(&in.Mem.Also))
	case *ir.SameObject:
		n.is(1, dst(in.Dst))
		n.is(ptr, src(&in.X), src(&in.Y))
	case *ir.Assume:
		n.is(1, src(&in.Cond))
	case *ir.Assert:
		n.is(1, src(&in.Cond))
	case *ir.Branch:
		n.is(1, src(&in.Cond))
	case *ir.Return:
		n.is(n.f.RetWidth, src(&in.X))
	case *ir.Call:
		n.args(in.Func, in.Args)
		if in.Func >= 0 && int(in.Func) < len(n.p.Funcs) && n.p.Funcs[in.Func] != nil {
			n.is(n.p.Funcs[in.Func].RetWidth, dst(in.Dst))
		}
	case *ir.CallPtr:
		n.is(ptr, src(&in.Ptr))
	case *ir.Halt:
		n.is(32, src(&in.Code))
	case *ir.ThreadExit:
		n.is(ptr, src(&in.X))
	case *ir.Spawn:
		n.is(ptr, dst(in.Dst), src(&in.Fn))
		if in.ID != nil {
			n.is(ptr, src(&in.ID.Addr))
			if in.ID.Size == 0 {
				in.ID.Size = ptr / 8
				n.changed = true
			}
		}
		if len(in.Candidates) == 1 {
			n.args(in.Candidates[0], in.Args)
		}
	case *ir.Join:
		n.is(ptr, src(&in.Thread))
		n.is(32, dst(in.Status))
	case *ir.Self:
		n.is(ptr, dst(in.Dst))
	case *ir.SyncInit:
		n.is(ptr, src(&in.Obj))
		n.is(32, src(&in.Arg))
	case *ir.SyncDestroy:
		n.is(ptr, src(&in.Obj))
	case *ir.Lock:
		n.is(ptr, src(&in.Obj))
		n.is(32, dst(in.Status))
	case *ir.Unlock:
		n.is(ptr, src(&in.Obj))
		n.is(32, dst(in.Status))
	case *ir.Wait:
		n.is(ptr, src(&in.Cond), src(&in.Mutex))
	case *ir.Wake:
		n.is(ptr, src(&in.Cond))
		n.is(32, dst(in.Status))
	case *ir.Signal:
		n.is(ptr, src(&in.Cond))
	case *ir.Down:
		n.is(ptr, src(&in.Obj))
		n.is(32, dst(in.Status))
	case *ir.Up:
		n.is(ptr, src(&in.Obj))
	case *ir.Holds:
		n.is(ptr, src(&in.Obj))
		n.is(32, dst(in.Dst))
	case *ir.SemValue:
		n.is(ptr, src(&in.Obj))
		n.is(32, dst(in.Dst))
	case *ir.Arrive:
		n.is(ptr, src(&in.Obj))
		n.is(32, dst(in.Ticket))
		n.is(1, dst(in.Last))
	case *ir.Pass:
		n.is(ptr, src(&in.Obj))
		n.is(32, src(&in.Ticket))
	}
}

// detail is how much of an instruction has to be written out.
type detail uint8

const (
	bare      detail = iota // the rules fill in everything
	withWidth               // constants need their width
	withSize                // the access needs its size too
)

// needed finds the least detail from which the rules restore the instruction.
func needed(p *ir.Program, f *ir.Func, in ir.Instr) detail {
	m := memOf(in)
	consts := false
	ir.Uses(in, func(o *ir.Operand) { consts = consts || o.Kind == ir.KindConst })
	if m == nil && !consts {
		return bare
	}
	for d := bare; d < withSize; d++ {
		c := ir.Clone(in)
		if d == bare {
			ir.Uses(c, func(o *ir.Operand) {
				if o.Kind == ir.KindConst {
					o.Width = 0
				}
			})
		}
		if cm := memOf(c); cm != nil {
			cm.Size = 0
		}
		n := &inferrer{p: p, f: f, fixed: true}
		n.instr(c)
		if sameShape(c, in) {
			return d
		}
	}
	return withSize
}

func sameShape(a, b ir.Instr) bool {
	if ma := memOf(a); ma != nil && ma.Size != memOf(b).Size {
		return false
	}
	var wa, wb []int
	ir.Uses(a, func(o *ir.Operand) { wa = append(wa, o.Width) })
	ir.Uses(b, func(o *ir.Operand) { wb = append(wb, o.Width) })
	return slices.Equal(wa, wb)
}
